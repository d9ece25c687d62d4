package host

import (
	"context"
	paths "path"

	"golang.org/x/sys/unix"
)

func (t *tree) ReadFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if lower, ok := t.plain(path); ok {
		return lower.ReadFile(ctx, path, limit)
	}
	at, err := t.walk(ctx, path, true, false)
	if err != nil {
		return nil, pathError("open", path, err)
	}
	info := at.node.info
	info.Path = path
	if err := readable(info); err != nil {
		return nil, err
	}
	if at.node.copied != nil {
		b := Held{Max: int(limit)}
		err := at.node.copied.To(ctx, &b)
		return b.Data, under(path, err)
	}
	if !at.node.loaded {
		data, err := t.lower.ReadFile(ctx, at.node.path, limit)
		return data, under(path, err)
	}
	if int64(len(at.node.data)) > limit {
		return nil, pathError("read", path, ErrTooLarge)
	}
	return append([]byte{}, at.node.data...), nil
}

func (t *tree) Stat(ctx context.Context, path string, follow bool) (Info, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if lower, ok := t.plain(path); ok {
		return t.recent.stat(ctx, lower, path, follow)
	}
	at, err := t.walk(ctx, path, follow, false)
	if err != nil {
		return Info{}, pathError("stat", path, err)
	}
	info := at.node.info
	info.Path = path
	if info.Mode.IsRegular() && at.node.loaded {
		info.Size = int64(len(at.node.data))
	}
	return info, nil
}

func (t *tree) ReadDir(ctx context.Context, path string) ([]string, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if lower, ok := t.plain(path); ok {
		return lower.ReadDir(ctx, path)
	}
	at, err := t.walk(ctx, path, true, false)
	if err == nil && !at.node.info.IsDir() {
		err = unix.ENOTDIR
	}
	if err != nil {
		return nil, pathError("open", path, err)
	}
	found, err := t.list(ctx, at.node)
	return found, pathError("list", path, err)
}

func (t *tree) RealPath(ctx context.Context, path string, follow bool) (string, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if lower, ok := t.plain(path); ok {
		return lower.RealPath(ctx, path, follow)
	}
	at, err := t.walk(ctx, path, follow, false)
	switch {
	case err == nil:
		return at.node.path, nil
	case isNotExist(err) && at.parent != nil:
		return paths.Join(at.parent.path, at.name), nil
	}
	return "", pathError("open", path, err)
}

func (t *tree) ReadLink(ctx context.Context, path string) (string, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if lower, ok := t.plain(path); ok {
		return lower.ReadLink(ctx, path)
	}
	at, err := t.walk(ctx, path, false, false)
	if err == nil && !at.node.info.IsLink() {
		err = unix.EINVAL
	}
	if err != nil {
		return "", pathError("readlink", path, err)
	}
	return at.node.target, nil
}
