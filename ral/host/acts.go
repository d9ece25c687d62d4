package host

import (
	"context"
	"io/fs"
)

// The acts of one host's changes. Recorder and TapAfter both describe a change
// before it is made with these, so that a plan and its apply say the same of
// the same change.

func writeAct(ctx context.Context, r readBackend, path string, data []byte, opt WriteOptions) Act {
	act := Act{
		Kind: ActWrite, Path: path, After: append([]byte{}, data...),
		Mode: newFileMode, UID: -1, GID: -1, Secret: opt.Secret,
	}
	if opt.Check != nil {
		act.Check = opt.Check("%").String()
	}
	info, err := r.Stat(ctx, path, true)
	switch {
	case isNotExist(err):
		act.New = true
	case err == nil:
		act.Mode = permissions(info.Mode)
		// What cannot be read is replaced all the same; the write itself will
		// fail if it must.
		act.Before, _ = r.ReadFile(ctx, path, MaxRead)
	}
	if opt.Mode != nil {
		act.Mode = permissions(*opt.Mode)
	}
	if opt.UID != nil {
		act.UID = *opt.UID
	}
	if opt.GID != nil {
		act.GID = *opt.GID
	}
	return act
}

func mkdirAct(path string, mode fs.FileMode) Act {
	return Act{Kind: ActMkdir, Path: path, Mode: permissions(mode), UID: -1, GID: -1}
}

func removeAct(path string, recurse bool) Act {
	return Act{Kind: ActRemove, Path: path, Recurse: recurse, UID: -1, GID: -1}
}

func chmodAct(path string, mode fs.FileMode) Act {
	return Act{Kind: ActChmod, Path: path, Mode: permissions(mode), UID: -1, GID: -1}
}

func chownAct(path string, uid, gid int) Act {
	return Act{Kind: ActChown, Path: path, UID: uid, GID: gid}
}

func symlinkAct(target, path string) Act {
	return Act{Kind: ActSymlink, Path: path, Target: target, UID: -1, GID: -1}
}

func runAct(ctx context.Context, r readBackend, cmd Command) Act {
	act := Act{
		Kind: ActRun, Path: cmd.Name, Args: append([]string{}, cmd.Args...),
		UID: -1, GID: -1, Secret: cmd.Secret,
	}
	if cmd.Stdin != nil {
		act.Stdin = append([]byte{}, cmd.Stdin...)
	}
	act.Dir = cmd.Dir
	if cmd.As != nil {
		act.UID, act.GID = cmd.As.UID, cmd.As.GID
	}
	if cmd.Hidden {
		act.Path, act.Args = hidden, nil
		return act
	}
	if found, err := r.Find(ctx, cmd.Name); err == nil {
		act.Path = found.Path
	}
	return act
}
