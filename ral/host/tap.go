package host

import (
	"context"
	"io/fs"
)

// TapAfter returns a Writer that calls fn after each act with its outcome. The
// Result is that of a command, for a request and a copy only its duration, otherwise zero.
// Removing a missing file is not an act. fn may be called concurrently.
func TapAfter(wr Writer, fn func(Act, Result, error)) Writer {
	wr.be = tapAfter{wr.be, fn}
	return wr
}

type tapAfter struct {
	writeBackend
	fn func(Act, Result, error)
}

func (t tapAfter) WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error {
	act := writeAct(ctx, t.writeBackend, path, data, opt)
	return t.report(act, t.writeBackend.WriteFile(ctx, path, data, opt))
}

func (t tapAfter) Mkdir(ctx context.Context, path string, mode fs.FileMode) error {
	return t.report(mkdirAct(ctx, t.writeBackend, path, mode), t.writeBackend.Mkdir(ctx, path, mode))
}

func (t tapAfter) Remove(ctx context.Context, path string, recurse bool) error {
	if _, err := t.Stat(ctx, path, false); isNotExist(err) {
		return t.writeBackend.Remove(ctx, path, recurse)
	}
	return t.report(removeAct(ctx, t.writeBackend, path, recurse), t.writeBackend.Remove(ctx, path, recurse))
}

func (t tapAfter) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	return t.report(chmodAct(ctx, t.writeBackend, path, mode), t.writeBackend.Chmod(ctx, path, mode))
}

func (t tapAfter) Chown(ctx context.Context, path string, uid, gid int) error {
	return t.report(chownAct(ctx, t.writeBackend, path, uid, gid), t.writeBackend.Chown(ctx, path, uid, gid))
}

func (t tapAfter) Symlink(ctx context.Context, target, path string) error {
	return t.report(symlinkAct(ctx, t.writeBackend, target, path), t.writeBackend.Symlink(ctx, target, path))
}

func (t tapAfter) Change(ctx context.Context, cmd Command) (Result, error) {
	act := runAct(ctx, t.writeBackend, cmd)
	res, err := t.writeBackend.Change(ctx, cmd)
	t.fn(act, res, err)
	return res, err
}

func (t tapAfter) Tell(ctx context.Context, x exchange) (reply, error) {
	start := t.Now()
	r, err := t.writeBackend.Tell(ctx, x)
	t.fn(requestAct(x), Result{Elapsed: t.Now().Sub(start)}, err)
	return r, err
}

func (t tapAfter) report(act Act, err error) error {
	t.fn(act, Result{}, err)
	return err
}

// TapBefore returns a Writer that calls fn before each act, so that a journal
// can write it to the disk first. If fn returns an error, the act is not tried
// and fails with that error. Before is the content of a removed file, if it can
// be read. Removing a missing file is not an act. fn may be called
// concurrently.
func TapBefore(wr Writer, fn func(Act) error) Writer {
	wr.be = tapBefore{wr.be, fn}
	return wr
}

type tapBefore struct {
	writeBackend
	fn func(Act) error
}

func (t tapBefore) WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error {
	if err := t.fn(writeAct(ctx, t.writeBackend, path, data, opt)); err != nil {
		return err
	}
	return t.writeBackend.WriteFile(ctx, path, data, opt)
}

func (t tapBefore) Mkdir(ctx context.Context, path string, mode fs.FileMode) error {
	if err := t.fn(mkdirAct(ctx, t.writeBackend, path, mode)); err != nil {
		return err
	}
	return t.writeBackend.Mkdir(ctx, path, mode)
}

func (t tapBefore) Remove(ctx context.Context, path string, recurse bool) error {
	info, err := t.Stat(ctx, path, false)
	if !isNotExist(err) {
		act := removeAct(ctx, t.writeBackend, path, recurse)
		if err == nil && info.Mode.IsRegular() {
			act.Before, act.Long = previous(ctx, t, path, info)
		}
		if err := t.fn(act); err != nil {
			return err
		}
	}
	return t.writeBackend.Remove(ctx, path, recurse)
}

func (t tapBefore) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	if err := t.fn(chmodAct(ctx, t.writeBackend, path, mode)); err != nil {
		return err
	}
	return t.writeBackend.Chmod(ctx, path, mode)
}

func (t tapBefore) Chown(ctx context.Context, path string, uid, gid int) error {
	if err := t.fn(chownAct(ctx, t.writeBackend, path, uid, gid)); err != nil {
		return err
	}
	return t.writeBackend.Chown(ctx, path, uid, gid)
}

func (t tapBefore) Symlink(ctx context.Context, target, path string) error {
	if err := t.fn(symlinkAct(ctx, t.writeBackend, target, path)); err != nil {
		return err
	}
	return t.writeBackend.Symlink(ctx, target, path)
}

func (t tapBefore) Tell(ctx context.Context, x exchange) (reply, error) {
	if err := t.fn(requestAct(x)); err != nil {
		return reply{}, err
	}
	return t.writeBackend.Tell(ctx, x)
}

func (t tapBefore) Change(ctx context.Context, cmd Command) (Result, error) {
	if err := t.fn(runAct(ctx, t.writeBackend, cmd).withTrees(ctx, t.writeBackend, cmd)); err != nil {
		return Result{Exit: -1}, err
	}
	return t.writeBackend.Change(ctx, cmd)
}
