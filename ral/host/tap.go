package host

import (
	"context"
	"io/fs"
)

// TapAfter returns a Change that does what change does and reports each act with its
// outcome, after it was tried. The Result is that of a command, and of a
// request how long it took, else zero. To remove what is not there is no act. fn
// may be called from several goroutines.
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
	return t.report(mkdirAct(path, mode), t.writeBackend.Mkdir(ctx, path, mode))
}

func (t tapAfter) Remove(ctx context.Context, path string, recurse bool) error {
	if _, err := t.Stat(ctx, path, false); isNotExist(err) {
		return t.writeBackend.Remove(ctx, path, recurse)
	}
	return t.report(removeAct(path, recurse), t.writeBackend.Remove(ctx, path, recurse))
}

func (t tapAfter) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	return t.report(chmodAct(path, mode), t.writeBackend.Chmod(ctx, path, mode))
}

func (t tapAfter) Chown(ctx context.Context, path string, uid, gid int) error {
	return t.report(chownAct(path, uid, gid), t.writeBackend.Chown(ctx, path, uid, gid))
}

func (t tapAfter) Symlink(ctx context.Context, target, path string) error {
	return t.report(symlinkAct(target, path), t.writeBackend.Symlink(ctx, target, path))
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
