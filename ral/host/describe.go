package host

import (
	"context"
	"path"
	"strings"
)

// describe returns an action with its description before it is done, so that a plan and its
// apply describe it alike. The outermost tap describes it, for all taps below. ok is false for
// the removal of a missing file, which is not an act.
func (a Action) describe(ctx context.Context, be ReadBackend) (described Action, ok bool) {
	if a.description == nil {
		act := a.described(ctx, be)
		a.description = &act
	}
	act := a.description
	return a, act.Kind != ActRemove || act.Prior == nil || act.Prior.Kind != ""
}

func (a Action) described(ctx context.Context, be ReadBackend) Act {
	act := a.Act
	switch act.Kind {
	case ActRun:
		return a.describeRun(ctx, be)
	case ActRequest:
		return act
	case ActWrite:
		act = a.describeWrite(ctx, be)
	}
	act.Real = realPath(ctx, be, act.Path, a.Follows())
	if prior, err := readFileState(ctx, be, act.Path, a.Follows()); err == nil {
		left := act.after(prior)
		act.Prior, act.Left = &prior, &left
	}
	return act
}

func (a Action) describeWrite(ctx context.Context, be ReadBackend) Act {
	act := a.Act
	act.After, act.Mode = append([]byte{}, a.After...), NewFileMode
	if a.Source != nil {
		act.After, act.Copied = nil, &Copied{a.Source.Name, a.Source.Size, a.Source.Sum}
	}
	if a.Options.Check != nil {
		act.Check, act.Stage = a.Options.Check(path.Join(a.Options.Stage, "%")).String(), a.Options.Stage
	}
	info, err := FilesOf(be).Stat(ctx, act.Path, a.Follows())
	switch {
	case isNotExist(err):
		act.New = true
	case err == nil && a.Options.Replace && Replaceable(info.Mode) != "":
		act.New, act.Replaces = true, Replaceable(info.Mode)
	case err == nil:
		act.Mode = Permissions(info.Mode)
		// A file that cannot be read is replaced anyway; if it cannot be
		// written either, the write fails.
		act.Before, act.Long = previous(ctx, be, act.Path, info.Size)
	}
	if a.Options.Mode != nil {
		act.Mode = Permissions(*a.Options.Mode)
	}
	if a.Options.UID != nil {
		act.UID = *a.Options.UID
	}
	if a.Options.GID != nil {
		act.GID = *a.Options.GID
	}
	return act
}

func (a Action) describeRun(ctx context.Context, be ReadBackend) Act {
	act, cmd := a.Act, a.Command
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
func previous(ctx context.Context, be ReadBackend, path string, size int64) (data []byte, long int64) {
	if size > maxBefore {
		return nil, size
	}
	data, _ = FilesOf(be).Content(ctx, path, maxBefore)
	return data, 0
}

// realPath returns name with its links resolved, or "".
func realPath(ctx context.Context, be ReadBackend, name string, follow bool) string {
	real, err := FilesOf(be).RealPath(ctx, strings.TrimRight(name, "/"), follow)
	if err != nil || real == path.Clean(name) {
		return ""
	}
	return real
}
