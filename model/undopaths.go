package model

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// undoPaths are the paths that a run changed. A path that is still as the run
// left it is restored byte for byte; if it was changed since, the resources are
// undone by their declarations.
type undoPaths struct {
	session *Session
	touched []*journal.TouchedPath
	reasons map[string]string // why a path is not restored, "" if it is
	done    map[string]bool   // paths that are already in their previous state
	final   map[string]bool   // paths whose resource cannot be restored by a declaration either
	merged  map[string]string // content of files that others changed since, without the run's changes
	before  map[string][]byte // content of files before the run
	back    []*ral.Resource
}

func (s *Session) undoPaths(ctx context.Context, rec *journal.Record) *undoPaths {
	u := &undoPaths{session: s, touched: rec.TouchedPaths(), reasons: make(map[string]string), done: make(map[string]bool), final: make(map[string]bool), merged: make(map[string]string), before: make(map[string][]byte)}
	for _, t := range u.touched {
		u.reasons[t.Path] = u.check(ctx, t)
	}
	for _, path := range rec.ChangedBefore() {
		u.reasons[path] = "an earlier step of the run had changed " + path + " already"
	}
	// A directory that the run created is removed if all its contents are.
	for _, t := range slices.Backward(u.touched) {
		if u.reasons[t.Path] == "" && !u.done[t.Path] && t.Made() {
			u.reasons[t.Path] = u.emptied(ctx, t)
			u.final[t.Path] = u.reasons[t.Path] != ""
		}
	}
	for _, t := range slices.Backward(u.touched) {
		if u.reasons[t.Path] == "" && !u.done[t.Path] && !u.goesAlong(t.Path) {
			u.declare(ctx, t)
		}
	}
	return u
}

// current is the current content of a file. data is nil if it is longer than the
// journal keeps.
type current struct {
	data []byte
	sum  string // SHA-256
}

// read returns the current state of a path, and the content of a file.
func (u *undoPaths) read(ctx context.Context, t *journal.TouchedPath) (now host.FileState, is current, err error) {
	rd := u.session.Env.Reader()
	if !t.Left.Through {
		switch real, err := rd.RealPath(ctx, path.Dir(t.Path)); {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return now, is, err
		case err == nil && real != path.Dir(t.Path):
			u.final[t.Path] = true
			return now, is, fmt.Errorf("a link leads %s to %s now", path.Dir(t.Path), real)
		}
	}
	now, err = rd.ReadFileState(ctx, t.Path, t.Left.Through)
	switch {
	case err != nil || now.Kind != "file":
	case now.Size > journal.LargestKept:
		is.sum, err = rd.HashFile(ctx, t.Path, sha256.New())
	default:
		is.data, err = rd.ReadFile(ctx, t.Path)
		is.sum = fmt.Sprintf("%x", sha256.Sum256(is.data))
	}
	return now, is, err
}

// unlike returns the paths that were to be restored and are not in their
// previous state.
func (u *undoPaths) unlike(ctx context.Context) (list []journal.NotUndoable) {
	for _, r := range u.back {
		i := slices.IndexFunc(u.touched, func(t *journal.TouchedPath) bool { return t.Path == r.Title })
		now, is, err := u.read(ctx, u.touched[i])
		merged, ok := u.merged[r.Title]
		if err != nil || ok && string(is.data) != merged || !ok && !u.touched[i].IsAsBefore(now, is.sum) {
			list = append(list, journal.NotUndoable{Ref: r.Ref(), Reason: "it is not as it was before the run"})
		}
	}
	return list
}

// check returns why a path cannot be restored, or "".
func (u *undoPaths) check(ctx context.Context, t *journal.TouchedPath) string {
	now, is, err := u.read(ctx, t)
	if err != nil {
		return err.Error()
	}
	if t.IsAsBefore(now, is.sum) {
		u.done[t.Path] = true
		return ""
	}
	switch t.Was.Kind {
	case "none", "file", "directory", "link", "":
	default:
		u.final[t.Path] = true
		return "it was a " + t.Was.Kind + ", and ralsh makes none"
	}
	switch {
	case t.Unknown:
		return "it is not known what the run left of it"
	case t.Left.Kind == "file" && t.Replaced && t.LeftSum == "" && t.LeftPrint == "":
		return "what the run left in it is not noted: it is a secret, or its SHA-256 was not known"
	case t.Below:
		return "what was in the directory is not kept"
	case t.Drift(now, is.sum) != "":
		if is.data != nil && u.unmerge(t, now, is.data) {
			return ""
		}
		// The removal of what the run made would also remove a later mode or owner.
		u.final[t.Path] = t.Was.Kind == "none" && t.SameContent(now, is.sum) && !slices.ContainsFunc(t.Types, func(name string) bool { return name != "file" })
		return t.Drift(now, is.sum)
	}
	switch t.Was.Kind {
	case "none", "directory", "link":
		return ""
	case "file":
		if !t.Replaced {
			return ""
		}
		// It is read once: a second read may fail.
		data, err := t.Content(host.PeekState(u.session.journal))
		if err != nil {
			return err.Error()
		}
		u.before[t.Path] = data
	}
	return ""
}

// goesAlong reports whether a path is in a directory that is replaced by a file
// or a link: by then the path may lead elsewhere.
func (u *undoPaths) goesAlong(name string) bool {
	return slices.ContainsFunc(u.touched, func(t *journal.TouchedPath) bool {
		return t.Made() && t.Was.Kind != "none" && u.reasons[t.Path] == "" && strings.HasPrefix(name, t.Path+"/")
	})
}

// unmerge removes the run's changes from a file that others changed since. It
// reports whether that is possible: only for types that are undone by file.
func (u *undoPaths) unmerge(t *journal.TouchedPath, now host.FileState, data []byte) bool {
	byFile := func(name string) bool {
		typ := u.session.Env.Registry.Type(name)
		return typ != nil && typ.UndoByFile
	}
	if t.Was.Kind != "file" || now.Kind != "file" || slices.ContainsFunc(t.Types, func(name string) bool { return !byFile(name) }) {
		return false
	}
	state := host.PeekState(u.session.journal)
	before, err := t.Content(state)
	left, err2 := t.LeftContent(state)
	if err != nil || err2 != nil {
		return false
	}
	merged, ok := unmerge(string(before), string(left), string(data))
	if ok {
		u.merged[t.Path] = merged
	}
	return ok
}

// emptied returns why a directory is not removed: it contains something that
// stays.
func (u *undoPaths) emptied(ctx context.Context, dir *journal.TouchedPath) string {
	names, err := u.session.Env.Reader().ReadDir(ctx, dir.Path)
	if err != nil {
		return err.Error()
	}
	for _, name := range names {
		file := path.Join(dir.Path, name)
		goes := slices.ContainsFunc(u.touched, func(t *journal.TouchedPath) bool {
			return t.Path == file && t.Was.Kind == "none" && u.reasons[file] == ""
		})
		if !goes {
			return "the directory holds " + name
		}
	}
	return ""
}

// stillEmptied returns an error if a directory that will be removed got new
// contents since the undo was planned.
func (u *undoPaths) stillEmptied(ctx context.Context) error {
	for _, t := range u.touched {
		if u.reasons[t.Path] != "" || u.done[t.Path] || !t.Made() {
			continue
		}
		if why := u.emptied(ctx, t); why != "" {
			return fmt.Errorf("%s: %s, which was not there when the undo was planned", t.Path, why)
		}
	}
	return nil
}

// declare creates the resource that restores a path.
func (u *undoPaths) declare(ctx context.Context, t *journal.TouchedPath) {
	d := ral.Decl{Type: "file", Title: t.Path}
	with := func(name string, v value.Value) { d = d.With(name, v) }
	held := value.Str
	if t.Hidden {
		held = func(text string) value.Value { return value.Secret(value.Str(text)) }
	}
	kind := t.Was.Kind
	if kind == "none" {
		kind = "absent"
	}
	if t.Made() {
		with("force", value.Bool(true))
	}
	with("ensure", value.Sym(kind))
	merged, isMerged := u.merged[t.Path]
	if kind == "link" {
		with("target", value.Str(t.Was.Target))
	}
	if isMerged {
		with("content", held(merged))
	} else if kind == "file" && t.Replaced {
		with("content", held(string(u.before[t.Path])))
	}
	if t.Was.UID >= 0 && kind != "absent" && !isMerged {
		with("owner", value.Int(int64(t.Was.UID)))
		with("group", value.Int(int64(t.Was.GID)))
		if kind != "link" { // it has no meaning for a link
			with("mode", value.Str(fmt.Sprintf("%04o", t.Was.Mode)))
		}
	}
	if t.Was.Through {
		with("links", value.Sym("follow"))
	}
	r, diags := u.session.Env.Build(ctx, d)
	if err := diags.Err(); err != nil {
		u.reasons[t.Path] = err.Error()
		return
	}
	u.back = append(u.back, r)
}

// restored returns the paths that a plan restores, with their previous state.
func (u *undoPaths) restored(p *transaction.Plan) (list []string) {
	for _, t := range slices.Backward(u.touched) {
		ref := ral.Decl{Type: "file", Title: t.Path}.Ref()
		planned := slices.ContainsFunc(p.Steps, func(s *transaction.Step) bool { return s.Ref() == ref && s.Status == transaction.Planned })
		_, merged := u.merged[t.Path]
		switch {
		case !planned || u.done[t.Path] || u.reasons[t.Path] != "":
		case merged:
			list = append(list, t.Path+", without what the run changed in it")
		case t.Was.Kind == "none":
			list = append(list, t.Path+", which was not there")
		case t.Was.Kind == "file" && t.Replaced:
			list = append(list, t.Path+", "+host.PlainSizes(len(u.before[t.Path])))
		default:
			list = append(list, t.Path+", a "+t.Was.Kind)
		}
	}
	return list
}

// restores reports whether all of these paths are restored or unchanged.
func (u *undoPaths) restores(paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool {
		reason, touched := u.reasons[path]
		return !touched || reason != ""
	})
}

// why returns the first reason why one of these paths is not restored. final
// means that a declaration of the resource cannot restore it either.
func (u *undoPaths) why(paths []string) (reason string, final bool) {
	for _, path := range paths {
		if why := u.reasons[path]; why != "" && !u.staysOnly(path, paths) {
			return path + ": " + why, u.final[path]
		}
	}
	return "", false
}

// staysOnly reports whether a path is a directory that the run created for
// another of these paths. If it stays, everything else can still be undone.
func (u *undoPaths) staysOnly(dir string, paths []string) bool {
	made := slices.ContainsFunc(u.touched, func(t *journal.TouchedPath) bool { return t.Path == dir && t.Made() })
	return made && slices.ContainsFunc(paths, func(file string) bool { return strings.HasPrefix(file, dir+"/") })
}

// staying returns the directories that a step created for its files and that
// stay.
func (u *undoPaths) staying(inv journal.Inverse) (list []journal.NotUndoable) {
	for _, path := range inv.Paths {
		if why := u.reasons[path]; why != "" && u.staysOnly(path, inv.Paths) {
			list = append(list, journal.NotUndoable{Ref: inv.Decl.Ref(), Reason: path + " stays: " + why, Partial: true})
		}
	}
	return list
}

// maxTreeReasons is the maximum number of paths reported for one tree.
const maxTreeReasons = 5

// notRestored returns the paths that a command of a step created or removed and
// that are not restored.
func (u *undoPaths) notRestored(inv journal.Inverse) (list []journal.NotUndoable) {
	more := 0
	for _, path := range inv.TreePaths {
		said := func(n journal.NotUndoable) bool { return strings.Contains(n.Reason, path+" ") }
		switch why := u.reasons[path]; {
		case why == "" || slices.ContainsFunc(inv.Lost(true), said):
		case len(list) == maxTreeReasons:
			more++
		default:
			list = append(list, journal.NotUndoable{Ref: inv.Decl.Ref(), Reason: path + ": " + why, Partial: true})
		}
	}
	if more > 0 {
		list = append(list, journal.NotUndoable{Ref: inv.Decl.Ref(), Reason: fmt.Sprintf("%d more paths are left as they are", more), Partial: true})
	}
	return list
}

// without returns the resources that restore paths, except those that are
// already declared.
func (u *undoPaths) without(declared []*ral.Resource) []*ral.Resource {
	return slices.DeleteFunc(u.back, func(r *ral.Resource) bool {
		return slices.ContainsFunc(declared, func(d *ral.Resource) bool { return d.Ref() == r.Ref() })
	})
}
