package tree

import (
	"context"
	"errors"
	"io/fs"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/pathname"
)

// Do performs an act on a file with the semantics of the kernel.
func (t *Tree) Do(ctx context.Context, a host.Action) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, err := t.walk(ctx, a.Path, a.Follows(), true)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist) && at.parent != nil:
		err = t.change(ctx, at, a)
	case errors.Is(err, fs.ErrNotExist) && a.Kind == host.ActRemove:
		err = nil
	}
	return host.AtPath(a.Kind.Verb(), a.Path, err)
}

// change does an act at the end of its path, where a file may be missing.
func (t *Tree) change(ctx context.Context, at treePos, a host.Action) error {
	n := at.node
	switch {
	case a.Kind == host.ActWrite:
		return t.write(at, a)
	case a.Kind == host.ActMkdir && n != nil, a.Kind == host.ActSymlink && n != nil && !n.info.IsLink():
		return unix.EEXIST
	case a.Kind == host.ActMkdir:
		t.add(at, fs.ModeDir|a.Mode)
	case a.Kind == host.ActSymlink && a.Target == "":
		return unix.ENOENT
	case a.Kind == host.ActSymlink:
		link := t.add(at, fs.ModeSymlink|0o777)
		link.target, link.info.Size = a.Target, int64(len(a.Target))
	case a.Kind == host.ActRemove:
		return t.remove(ctx, at, a)
	case n == nil:
		return unix.ENOENT
	case a.Kind == host.ActChmod:
		n.info.Mode = n.info.Mode.Type() | a.Mode
	default:
		if a.UID >= 0 {
			n.info.UID = a.UID
		}
		if a.GID >= 0 {
			n.info.GID = a.GID
		}
	}
	return nil
}

// write stores the source of a copy in the tree, so that a plan copies no content.
func (t *Tree) write(at treePos, a host.Action) error {
	n, opt := at.node, a.Options
	switch {
	case n == nil, opt.Replace && host.Replaceable(n.info.Mode) != "":
		n = t.add(at, host.NewFileMode)
	case n.info.IsDir():
		return unix.EISDIR
	case !n.info.Mode.IsRegular():
		return host.ErrNotRegular
	}
	n.data, n.loaded, n.copied = a.After, a.Source == nil, a.Source
	if a.Source != nil {
		n.info.Size = max(a.Source.Size, 0)
	}
	if opt.Mode != nil {
		n.info.Mode = host.Permissions(*opt.Mode)
	}
	if opt.UID != nil {
		n.info.UID = *opt.UID
	}
	if opt.GID != nil {
		n.info.GID = *opt.GID
	}
	t.touched(n)
	return nil
}

func (t *Tree) remove(ctx context.Context, at treePos, a host.Action) error {
	if at.node == nil {
		return nil
	}
	if _, base := pathname.Split(a.Path); at.parent == nil || pathname.Unnamed(base) {
		return unix.EINVAL
	}
	if at.node.info.IsDir() && !a.Recurse {
		kids, err := t.list(ctx, at.node)
		if err != nil {
			return err
		}
		if len(kids) > 0 {
			return unix.ENOTEMPTY
		}
	}
	at.parent.put(at.name, gone)
	t.touched(at.parent)
	return nil
}
