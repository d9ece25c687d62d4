package tree

import (
	"context"
	"errors"
	"io/fs"
	paths "path"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

// Read reads from the lower host while that is the same, and otherwise as the kernel
// would.
func (t *Tree) Read(ctx context.Context, r host.FileRead) (host.FileAnswer, error) {
	switch lower, same := t.plain(r); {
	case same && lower == nil:
		return host.FileAnswer{}, nil
	case same && (r.Kind == host.ReadInfo || r.Kind == host.ReadProtection):
		return t.recent.read(ctx, lower, r)
	case same:
		return lower.Read(ctx, r)
	}
	n, a, err := t.find(ctx, r)
	if err != nil {
		return host.FileAnswer{}, host.AtPath(r.Kind.Op(), r.Path, err)
	}
	n.info.Path = r.Path
	switch r.Kind {
	case host.ReadInfo:
		a.Info = n.info
		if n.info.Mode.IsRegular() && n.loaded {
			a.Info.Size = int64(len(n.data))
		}
	case host.ReadTarget:
		if a.Text = n.target; !n.info.IsLink() {
			err = host.AtPath("read", r.Path, unix.EINVAL)
		}
	case host.ReadContent, host.ReadChunks:
		if err = n.info.Readable(); err == nil {
			a.Data, err = t.content(ctx, n, r)
		}
	}
	return a, err
}

// find returns a copy of the node that is read, the names in a directory and the
// path without links.
func (t *Tree) find(ctx context.Context, r host.FileRead) (n node, a host.FileAnswer, err error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	at, err := t.walk(ctx, r.Path, r.Follow, false)
	switch {
	case err == nil && r.Kind == host.ReadNames && !at.node.info.IsDir():
		return n, a, unix.ENOTDIR
	case err == nil && r.Kind == host.ReadNames:
		a.Names, err = t.list(ctx, at.node)
	case errors.Is(err, fs.ErrNotExist) && r.Kind == host.ReadRealPath && at.parent != nil:
		a.Text, err = paths.Join(at.parent.path, at.name), nil
	case err == nil && r.Kind == host.ReadRealPath:
		a.Text = at.node.path
	case err == nil:
		n = *at.node
	}
	return n, a, err
}

// content reads a file of the tree from memory, its source or the lower host.
func (t *Tree) content(ctx context.Context, n node, r host.FileRead) ([]byte, error) {
	if n.copied == nil && !n.loaded {
		lower := r
		lower.Path = n.path
		a, err := t.lower.Read(ctx, lower)
		return a.Data, host.WithPath(r.Path, err)
	}
	if r.Shared && n.copied == nil && int64(len(n.data)) <= r.Limit {
		return n.data, nil
	}
	held := host.Held{Max: int(r.Limit), Data: []byte{}}
	if r.Kind == host.ReadContent {
		r.To = &held
	}
	if n.copied != nil {
		err := n.copied.To(ctx, r.To)
		return held.Data, host.WithPath(r.Path, err)
	}
	_, err := r.To.Write(n.data)
	return held.Data, host.AtPath("read", r.Path, err)
}
