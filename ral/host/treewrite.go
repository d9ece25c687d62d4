package host

import (
	"context"
	"io/fs"

	"golang.org/x/sys/unix"
)

func (t *tree) WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, err := t.walk(ctx, path, !opt.Replace, true)
	switch {
	case err == nil && opt.Replace && givesWay(at.node.info.Mode) != "":
		at.node = t.add(at, newFileMode)
	case err == nil && at.node.info.IsDir():
		err = unix.EISDIR
	case err == nil && !at.node.info.Mode.IsRegular():
		err = errNotRegular
	case isNotExist(err) && at.parent != nil:
		at.node, err = t.add(at, newFileMode), nil
	}
	if err != nil {
		return pathError("write", path, err)
	}
	n := at.node
	n.data, n.loaded, n.copied = append([]byte{}, data...), true, nil
	if opt.Mode != nil {
		n.info.Mode = permissions(*opt.Mode)
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

// permissions returns the part of a mode that chmod sets.
func permissions(mode fs.FileMode) fs.FileMode { return FileMode(OctalMode(mode)) }

// vacant resolves the path of a file to be created.
func (t *tree) vacant(ctx context.Context, op, path string) (treePos, error) {
	at, err := t.walk(ctx, path, false, true)
	if isNotExist(err) && at.parent != nil {
		return at, nil
	}
	if err == nil {
		err = unix.EEXIST
	}
	return at, pathError(op, path, err)
}

func (t *tree) Mkdir(ctx context.Context, path string, mode fs.FileMode) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, err := t.vacant(ctx, "mkdir", path)
	if err != nil {
		return err
	}
	t.add(at, fs.ModeDir|permissions(mode))
	return nil
}

func (t *tree) Symlink(ctx context.Context, target, path string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, err := t.vacant(ctx, "symlink", path)
	if err != nil && (at.node == nil || !at.node.info.IsLink()) {
		return err
	}
	if target == "" {
		return pathError("symlink", path, unix.ENOENT)
	}
	link := t.add(at, fs.ModeSymlink|0o777)
	link.target, link.info.Size = target, int64(len(target))
	return nil
}

func (t *tree) Remove(ctx context.Context, path string, recurse bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, err := t.walk(ctx, path, false, true)
	if isNotExist(err) {
		return nil
	}
	if _, base := split(path); err == nil && (at.parent == nil || unnamed(base)) {
		err = unix.EINVAL
	}
	if err == nil && at.node.info.IsDir() && !recurse {
		var kids []string
		if kids, err = t.list(ctx, at.node); err == nil && len(kids) > 0 {
			err = unix.ENOTEMPTY
		}
	}
	if err != nil {
		return pathError("remove", path, err)
	}
	at.parent.put(at.name, gone)
	t.touched(at.parent)
	return nil
}

func (t *tree) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, err := t.walk(ctx, path, true, true)
	if err != nil {
		return pathError("chmod", path, err)
	}
	at.node.info.Mode = at.node.info.Mode.Type() | permissions(mode)
	return nil
}

func (t *tree) Chown(ctx context.Context, path string, uid, gid int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, err := t.walk(ctx, path, false, true)
	if err != nil {
		return pathError("chown", path, err)
	}
	if uid >= 0 {
		at.node.info.UID = uid
	}
	if gid >= 0 {
		at.node.info.GID = gid
	}
	return nil
}
