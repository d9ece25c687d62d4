package host

import (
	"context"
	"io/fs"
)

// In addition to the errors of the tree, a plan refuses what the host would
// refuse because of protection (ProtectedError).

func always(bool) bool { return true }

func ifThere(there bool) bool { return there }

func (o *overlay) WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error {
	if err := o.protects(ctx, path, !opt.Replace, always); err != nil {
		return pathError("write", path, err)
	}
	return o.tree.WriteFile(ctx, path, data, opt)
}

func (o *overlay) Mkdir(ctx context.Context, path string, mode fs.FileMode) error {
	if err := o.protects(ctx, path, false, ifThere); err != nil {
		return pathError("mkdir", path, err)
	}
	return o.tree.Mkdir(ctx, path, mode)
}

func (o *overlay) Symlink(ctx context.Context, target, path string) error {
	if err := o.protects(ctx, path, false, ifThere); err != nil {
		return pathError("symlink", path, err)
	}
	return o.tree.Symlink(ctx, target, path)
}

func (o *overlay) Remove(ctx context.Context, path string, recurse bool) error {
	if _, err := o.Stat(ctx, path, false); err == nil {
		if err := o.protects(ctx, path, false, always); err != nil {
			return pathError("remove", path, err)
		}
	}
	return o.tree.Remove(ctx, path, recurse)
}

func (o *overlay) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	if err := o.protectsItself(ctx, path, true); err != nil {
		return pathError("chmod", path, err)
	}
	return o.tree.Chmod(ctx, path, mode)
}

func (o *overlay) Chown(ctx context.Context, path string, uid, gid int) error {
	if err := o.protectsItself(ctx, path, false); err != nil {
		return pathError("chown", path, err)
	}
	return o.tree.Chown(ctx, path, uid, gid)
}
