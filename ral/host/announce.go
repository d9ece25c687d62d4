package host

import (
	"context"
	"io/fs"
)

// TapBefore returns a Change that does what change does and says each act to fn
// before it is tried, so that a journal can have it on the disk first. Of a
// file that is removed, Before is what it held, where that can be read. To
// remove what is not there is no act. fn may be called from several goroutines.
func TapBefore(change Writer, fn func(Act)) Writer {
	change.be = tapBefore{change.be, fn}
	return change
}

type tapBefore struct {
	writeBackend
	fn func(Act)
}

func (a tapBefore) WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error {
	a.fn(writeAct(ctx, a.writeBackend, path, data, opt))
	return a.writeBackend.WriteFile(ctx, path, data, opt)
}

func (a tapBefore) Mkdir(ctx context.Context, path string, mode fs.FileMode) error {
	a.fn(mkdirAct(path, mode))
	return a.writeBackend.Mkdir(ctx, path, mode)
}

func (a tapBefore) Remove(ctx context.Context, path string, recurse bool) error {
	info, err := a.Stat(ctx, path, false)
	if !isNotExist(err) {
		act := removeAct(path, recurse)
		if err == nil && info.Mode.IsRegular() {
			act.Before, _ = a.ReadFile(ctx, path, MaxRead)
		}
		a.fn(act)
	}
	return a.writeBackend.Remove(ctx, path, recurse)
}

func (a tapBefore) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	a.fn(chmodAct(path, mode))
	return a.writeBackend.Chmod(ctx, path, mode)
}

func (a tapBefore) Chown(ctx context.Context, path string, uid, gid int) error {
	a.fn(chownAct(path, uid, gid))
	return a.writeBackend.Chown(ctx, path, uid, gid)
}

func (a tapBefore) Symlink(ctx context.Context, target, path string) error {
	a.fn(symlinkAct(target, path))
	return a.writeBackend.Symlink(ctx, target, path)
}

func (a tapBefore) Tell(ctx context.Context, x exchange) (reply, error) {
	a.fn(requestAct(x))
	return a.writeBackend.Tell(ctx, x)
}

func (a tapBefore) Change(ctx context.Context, cmd Command) (Result, error) {
	a.fn(runAct(ctx, a.writeBackend, cmd))
	return a.writeBackend.Change(ctx, cmd)
}
