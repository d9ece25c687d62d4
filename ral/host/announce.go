package host

import (
	"context"
	"io/fs"
)

// Announce returns a Change that does what change does and says each act to fn
// before it is tried, so that a journal can have it on the disk first. Of a
// file that is removed, Before is what it held, where that can be read. To
// remove what is not there is no act. fn may be called from several goroutines.
func Announce(change Change, fn func(Act)) Change {
	change.be = announcer{change.be, fn}
	return change
}

type announcer struct {
	writer
	fn func(Act)
}

func (a announcer) WriteFile(ctx context.Context, path string, data []byte, opt Write) error {
	a.fn(writeAct(ctx, a.writer, path, data, opt))
	return a.writer.WriteFile(ctx, path, data, opt)
}

func (a announcer) Mkdir(ctx context.Context, path string, mode fs.FileMode) error {
	a.fn(mkdirAct(path, mode))
	return a.writer.Mkdir(ctx, path, mode)
}

func (a announcer) Remove(ctx context.Context, path string, recurse bool) error {
	info, err := a.Stat(ctx, path, false)
	if !isNotExist(err) {
		act := removeAct(path, recurse)
		if err == nil && info.Mode.IsRegular() {
			act.Before, _ = a.ReadFile(ctx, path, MaxRead)
		}
		a.fn(act)
	}
	return a.writer.Remove(ctx, path, recurse)
}

func (a announcer) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	a.fn(chmodAct(path, mode))
	return a.writer.Chmod(ctx, path, mode)
}

func (a announcer) Chown(ctx context.Context, path string, uid, gid int) error {
	a.fn(chownAct(path, uid, gid))
	return a.writer.Chown(ctx, path, uid, gid)
}

func (a announcer) Symlink(ctx context.Context, target, path string) error {
	a.fn(symlinkAct(target, path))
	return a.writer.Symlink(ctx, target, path)
}

func (a announcer) Tell(ctx context.Context, x exchange) (reply, error) {
	a.fn(requestAct(x))
	return a.writer.Tell(ctx, x)
}

func (a announcer) Change(ctx context.Context, cmd Command) (Result, error) {
	a.fn(runAct(ctx, a.writer, cmd))
	return a.writer.Change(ctx, cmd)
}
