package host

import (
	"context"
	paths "path"

	"golang.org/x/sys/unix"
)

// Read reads from the lower host while that is the same, and otherwise as the kernel
// would.
func (t *tree) Read(ctx context.Context, r fileRead) (fileAnswer, error) {
	switch lower, same := t.plain(r); {
	case same && lower == nil:
		return fileAnswer{}, nil
	case same && r.kind == readInfo:
		info, err := t.recent.stat(ctx, lower, r.path, r.follow)
		return fileAnswer{info: info}, err
	case same:
		return lower.Read(ctx, r)
	}
	n, a, err := t.find(ctx, r)
	if err != nil {
		return fileAnswer{}, pathError(r.kind.op(), r.path, err)
	}
	n.info.Path = r.path
	switch r.kind {
	case readInfo:
		a.info = n.info
		if n.info.Mode.IsRegular() && n.loaded {
			a.info.Size = int64(len(n.data))
		}
	case readTarget:
		if a.text = n.target; !n.info.IsLink() {
			err = pathError("read", r.path, unix.EINVAL)
		}
	case readContent, readChunks:
		if err = readable(n.info); err == nil {
			a.data, err = t.content(ctx, n, r)
		}
	}
	return a, err
}

// find returns a copy of the node that is read, the names in a directory and the
// path without links.
func (t *tree) find(ctx context.Context, r fileRead) (n node, a fileAnswer, err error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	at, err := t.walk(ctx, r.path, r.follow, false)
	switch {
	case err == nil && r.kind == readNames && !at.node.info.IsDir():
		return n, a, unix.ENOTDIR
	case err == nil && r.kind == readNames:
		a.names, err = t.list(ctx, at.node)
	case isNotExist(err) && r.kind == readRealPath && at.parent != nil:
		a.text, err = paths.Join(at.parent.path, at.name), nil
	case err == nil && r.kind == readRealPath:
		a.text = at.node.path
	case err == nil:
		n = *at.node
	}
	return n, a, err
}

// content reads a file of the tree from memory, its source or the lower host.
func (t *tree) content(ctx context.Context, n node, r fileRead) ([]byte, error) {
	if n.copied == nil && !n.loaded {
		lower := r
		lower.path = n.path
		a, err := t.lower.Read(ctx, lower)
		return a.data, under(r.path, err)
	}
	if r.shared && n.copied == nil && int64(len(n.data)) <= r.limit {
		return n.data, nil
	}
	held := Held{Max: int(r.limit), Data: []byte{}}
	if r.kind == readContent {
		r.to = &held
	}
	if n.copied != nil {
		err := n.copied.To(ctx, r.to)
		return held.Data, under(r.path, err)
	}
	_, err := r.to.Write(n.data)
	return held.Data, pathError("read", r.path, err)
}
