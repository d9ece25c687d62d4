package host

import (
	"context"
	"io/fs"
	"path"
	"strings"
)

// Recorder and TapAfter both describe a change with these functions before it
// is made, so that a plan and its apply describe it alike.

func writeAct(ctx context.Context, r readBackend, path string, data []byte, opt WriteOptions) Act {
	act := Act{
		Kind: ActWrite, Path: path, Real: realPath(ctx, r, path, !opt.Replace), After: append([]byte{}, data...),
		Mode: newFileMode, UID: -1, GID: -1, Secret: opt.Secret,
	}
	if opt.Check != nil {
		act.Check = opt.Check("%").String()
	}
	info, err := r.Stat(ctx, path, !opt.Replace)
	switch {
	case isNotExist(err):
		act.New = true
	case err == nil && opt.Replace && givesWay(info.Mode) != "":
		act.New, act.Replaces = true, givesWay(info.Mode)
	case err == nil:
		act.Mode = permissions(info.Mode)
		// A file that cannot be read is replaced anyway; if it cannot be
		// written either, the write fails.
		act.Before, act.Long = previous(ctx, r, path, info)
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
	return act.withStates(ctx, r)
}

// maxBefore is the size above which an act does not have the previous content of
// a file. It is what a journal keeps at most.
const maxBefore = 16 << 20

// previous returns the content of a file, or its size if it is too long.
func previous(ctx context.Context, r readBackend, path string, info Info) (data []byte, long int64) {
	if info.Size > maxBefore {
		return nil, info.Size
	}
	data, _ = r.ReadFile(ctx, path, maxBefore)
	return data, 0
}

// realPath returns name with its links resolved, or "".
func realPath(ctx context.Context, r readBackend, name string, follow bool) string {
	real, err := r.RealPath(ctx, strings.TrimRight(name, "/"), follow)
	if err != nil || real == path.Clean(name) {
		return ""
	}
	return real
}

func mkdirAct(ctx context.Context, r readBackend, path string, mode fs.FileMode) Act {
	return Act{Kind: ActMkdir, Path: path, Real: realPath(ctx, r, path, false), Mode: permissions(mode), UID: -1, GID: -1}.withStates(ctx, r)
}

func removeAct(ctx context.Context, r readBackend, path string, recurse bool) Act {
	return Act{Kind: ActRemove, Path: path, Real: realPath(ctx, r, path, false), Recurse: recurse, UID: -1, GID: -1}.withStates(ctx, r)
}

func chmodAct(ctx context.Context, r readBackend, path string, mode fs.FileMode) Act {
	return Act{Kind: ActChmod, Path: path, Real: realPath(ctx, r, path, true), Mode: permissions(mode), UID: -1, GID: -1}.withStates(ctx, r)
}

func chownAct(ctx context.Context, r readBackend, path string, uid, gid int) Act {
	return Act{Kind: ActChown, Path: path, Real: realPath(ctx, r, path, false), UID: uid, GID: gid}.withStates(ctx, r)
}

func symlinkAct(ctx context.Context, r readBackend, target, path string) Act {
	return Act{Kind: ActSymlink, Path: path, Real: realPath(ctx, r, path, false), Target: target, UID: -1, GID: -1}.withStates(ctx, r)
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
