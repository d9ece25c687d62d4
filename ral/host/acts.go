package host

import (
	"context"
	"path"
	"strings"
)

// describe returns the act of an action before it is done, so that a plan and its apply
// describe it alike. ok is false for the removal of a missing file, which is not an act.
func (a action) describe(ctx context.Context, be readBackend) (act Act, ok bool) {
	act = a.Act
	switch act.Kind {
	case ActRun:
		return a.describeRun(ctx, be), true
	case ActRequest:
		return act, true
	case ActWrite:
		act = a.describeWrite(ctx, be)
	}
	act.Real = realPath(ctx, be, act.Path, a.follows())
	if prior, err := readFileState(ctx, be, act.Path, a.follows()); err == nil {
		left := act.after(prior)
		act.Prior, act.Left = &prior, &left
	}
	return act, act.Kind != ActRemove || act.Prior == nil || act.Prior.Kind != ""
}

func (a action) describeWrite(ctx context.Context, be readBackend) Act {
	act := a.Act
	act.After, act.Mode = append([]byte{}, a.After...), newFileMode
	if a.source != nil {
		act.After, act.Copied = nil, &Copied{a.source.Name, a.source.Size, a.source.Sum}
	}
	if a.opt.Check != nil {
		act.Check = a.opt.Check("%").String()
	}
	info, err := statOf(ctx, be, act.Path, a.follows())
	switch {
	case isNotExist(err):
		act.New = true
	case err == nil && a.opt.Replace && givesWay(info.Mode) != "":
		act.New, act.Replaces = true, givesWay(info.Mode)
	case err == nil:
		act.Mode = permissions(info.Mode)
		// A file that cannot be read is replaced anyway; if it cannot be
		// written either, the write fails.
		act.Before, act.Long = previous(ctx, be, act.Path, info.Size)
	}
	if a.opt.Mode != nil {
		act.Mode = permissions(*a.opt.Mode)
	}
	if a.opt.UID != nil {
		act.UID = *a.opt.UID
	}
	if a.opt.GID != nil {
		act.GID = *a.opt.GID
	}
	return act
}

func (a action) describeRun(ctx context.Context, be readBackend) Act {
	act, cmd := a.Act, a.cmd
	if act.Dir = cmd.Dir; cmd.As != nil {
		act.UID, act.GID = cmd.As.UID, cmd.As.GID
	}
	if cmd.Stdin != nil {
		act.Stdin = append([]byte{}, cmd.Stdin...)
	}
	if cmd.Hidden {
		act.Path = hidden
		return act
	}
	act.Args = append([]string{}, cmd.Args...)
	if found, err := be.Find(ctx, cmd.Name); err == nil {
		act.Path = found.Path
	}
	return act
}

// maxBefore is the maximum size of the previous content in an act, and so in a journal.
const maxBefore = 16 << 20

// previous returns the content of a file with a size, or only the size if it exceeds
// maxBefore.
func previous(ctx context.Context, be readBackend, path string, size int64) (data []byte, long int64) {
	if size > maxBefore {
		return nil, size
	}
	data, _ = contentOf(ctx, be, path, maxBefore)
	return data, 0
}

// realPath returns name with its links resolved, or "".
func realPath(ctx context.Context, be readBackend, name string, follow bool) string {
	real, err := realPathOf(ctx, be, strings.TrimRight(name, "/"), follow)
	if err != nil || real == path.Clean(name) {
		return ""
	}
	return real
}
