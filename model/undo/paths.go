package undo

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
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/journal/stored"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// paths are the paths that a run changed. A path that is still as the run
// left it is restored byte for byte; if it was changed since, the resources are
// undone by their declarations.
type paths struct {
	host    Host
	touched []*touchedPath
	byPath  map[string]*touchedPath
}

// touchedPath restores a path.
type touchedPath struct {
	*journal.TouchedPath
	why      pathReason
	done     bool          // it is already in its previous state
	before   []byte        // content of the file before the run
	merged   *string       // content of a file that other programs changed later, without the run's changes
	resource *ral.Resource // restores the path; nil if the path is not restored, or by a different path
}

// pathReason is why a path is not restored.
type pathReason struct {
	text     string // "" if it is restored
	onlyPath bool   // a declaration cannot restore its resource either
	final    bool   // a later undo cannot restore it either, see journal.NotUndoable
}

// restores reports whether the path is not in its previous state, and will be.
func (t *touchedPath) restores() bool { return t.why.text == "" && !t.done }

func (h Host) pathsOf(ctx context.Context, rec *journal.Record) *paths {
	u := &paths{host: h, byPath: make(map[string]*touchedPath)}
	for _, touched := range rec.TouchedPaths() {
		t := &touchedPath{TouchedPath: touched}
		t.why = u.check(ctx, t)
		u.touched, u.byPath[t.Path] = append(u.touched, t), t
	}
	for _, path := range rec.ChangedBefore() {
		if u.byPath[path] == nil {
			u.byPath[path] = &touchedPath{TouchedPath: &journal.TouchedPath{Path: path}}
		}
		u.byPath[path].why = pathReason{text: "an earlier step of the run had already changed " + path, final: true}
	}
	// A directory that the run created is removed if all its contents are.
	for _, t := range slices.Backward(u.touched) {
		if t.restores() && t.Made() {
			text := u.emptied(ctx, t)
			t.why = pathReason{text: text, onlyPath: text != ""}
		}
	}
	for _, t := range slices.Backward(u.touched) {
		if t.restores() && !u.goesAlong(t.Path) {
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
func (u *paths) read(ctx context.Context, t *touchedPath) (now host.FileState, is current, err error) {
	rd := u.host.Env.Reader()
	if !t.Left.Through {
		switch real, err := rd.RealPath(ctx, path.Dir(t.Path)); {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return now, is, err
		case err == nil && real != path.Dir(t.Path):
			t.why.onlyPath = true
			return now, is, fmt.Errorf("%s is now a link to %s", path.Dir(t.Path), real)
		}
	}
	now, err = rd.ReadFileState(ctx, t.Path, t.Left.Through)
	switch {
	case err != nil || now.Kind != "file":
	case now.Size > stored.Largest:
		is.sum, err = rd.HashFile(ctx, t.Path, sha256.New())
	default:
		is.data, err = rd.ReadFile(ctx, t.Path)
		is.sum = fmt.Sprintf("%x", sha256.Sum256(is.data))
	}
	return now, is, err
}

// unlike returns the paths that were to be restored and are not in their
// previous state.
func (u *paths) unlike(ctx context.Context) (list []journal.NotUndoable) {
	for _, t := range slices.Backward(u.touched) {
		if t.resource == nil {
			continue
		}
		now, is, err := u.read(ctx, t)
		if err != nil || t.merged != nil && string(is.data) != *t.merged || t.merged == nil && !t.IsAsBefore(now, is.sum) {
			list = append(list, journal.NotUndoable{Ref: t.resource.Ref(), Reason: "it does not have its previous state"})
		}
	}
	return list
}

// check returns why a path cannot be restored.
func (u *paths) check(ctx context.Context, t *touchedPath) pathReason {
	now, is, err := u.read(ctx, t)
	if err != nil {
		return pathReason{text: err.Error(), onlyPath: t.why.onlyPath}
	}
	if t.IsAsBefore(now, is.sum) {
		t.done = true
		return pathReason{}
	}
	switch t.Was.Kind {
	case "none", "file", "directory", "link", "":
	default:
		return pathReason{text: "it was a " + t.Was.Kind + ", which ralsh cannot create", onlyPath: true, final: true}
	}
	switch {
	case t.Unknown:
		return pathReason{text: "its state after the run is unknown", final: true}
	case t.Left.Kind == "file" && t.Replaced && t.LeftSum == "" && t.LeftPrint == "":
		return pathReason{text: "its content after the run is unknown: it is a secret, or ralsh did not record its SHA-256", final: true}
	case t.Below:
		return pathReason{text: "the contents of the directory were not saved", final: true}
	case t.Drift(now, is.sum) != "":
		if is.data != nil && u.unmerge(t, now, is.data) {
			return pathReason{}
		}
		// Removing the created path would also discard a mode or owner that was set
		// later.
		made := t.Was.Kind == "none" && t.SameContent(now, is.sum) && !slices.ContainsFunc(t.Types, func(name string) bool { return name != "file" })
		return pathReason{text: t.Drift(now, is.sum), onlyPath: made}
	case t.Was.Kind == "file" && t.Replaced:
		// It is read once: a second read may fail.
		if t.before, err = t.Content(ownfiles.Peek(u.host.State)); err != nil {
			return pathReason{text: err.Error(), final: true}
		}
	}
	return pathReason{}
}

// goesAlong reports whether a path is in a directory that is replaced by a file
// or a link: by then the path may lead elsewhere.
func (u *paths) goesAlong(name string) bool {
	return slices.ContainsFunc(u.touched, func(t *touchedPath) bool {
		return t.Made() && t.Was.Kind != "none" && t.why.text == "" && strings.HasPrefix(name, t.Path+"/")
	})
}

// unmerge removes the run's changes from a file that other programs changed after it.
// It reports whether that is possible: only for types that are undone by file.
func (u *paths) unmerge(t *touchedPath, now host.FileState, data []byte) bool {
	byFile := func(name string) bool {
		typ := u.host.Env.Registry.Type(name)
		return typ != nil && typ.UndoByFile
	}
	if t.Was.Kind != "file" || now.Kind != "file" || slices.ContainsFunc(t.Types, func(name string) bool { return !byFile(name) }) {
		return false
	}
	state := ownfiles.Peek(u.host.State)
	before, err := t.Content(state)
	left, err2 := t.LeftContent(state)
	if err != nil || err2 != nil {
		return false
	}
	merged, ok := unmerge(string(before), string(left), string(data))
	if ok {
		t.merged = &merged
	}
	return ok
}

// emptied returns why a directory is not removed: it contains something that
// stays.
func (u *paths) emptied(ctx context.Context, dir *touchedPath) string {
	names, err := u.host.Env.Reader().ReadDir(ctx, dir.Path)
	if err != nil {
		return err.Error()
	}
	for _, name := range names {
		file := path.Join(dir.Path, name)
		if t := u.byPath[file]; t == nil || t.Was.Kind != "none" || t.why.text != "" {
			return "the directory contains " + name
		}
	}
	return ""
}

// stillEmptied returns an error if a directory that will be removed got new
// contents since the undo was planned.
func (u *paths) stillEmptied(ctx context.Context) error {
	for _, t := range u.touched {
		if !t.restores() || !t.Made() {
			continue
		}
		if why := u.emptied(ctx, t); why != "" {
			return fmt.Errorf("%s: %s, which did not exist when the undo was planned", t.Path, why)
		}
	}
	return nil
}

// declare creates the resource that restores a path.
func (u *paths) declare(ctx context.Context, t *touchedPath) {
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
	if kind == "link" {
		with("target", value.Str(t.Was.Target))
	}
	if t.merged != nil {
		with("content", held(*t.merged))
	} else if kind == "file" && t.Replaced {
		with("content", held(string(t.before)))
	}
	if t.Was.UID >= 0 && kind != "absent" && t.merged == nil {
		with("owner", value.Int(int64(t.Was.UID)))
		with("group", value.Int(int64(t.Was.GID)))
		if kind != "link" { // links have no mode
			with("mode", value.Str(fmt.Sprintf("%04o", t.Was.Mode)))
		}
	}
	if t.Was.Through {
		with("links", value.Sym("follow"))
	}
	r, diags := u.host.Env.Build(ctx, d)
	if err := diags.Err(); err != nil {
		t.why = pathReason{text: err.Error(), final: true}
		return
	}
	t.resource = r
}

// restored returns the paths that a plan restores, with their previous state.
func (u *paths) restored(p *transaction.Plan) (list []string) {
	for _, t := range slices.Backward(u.touched) {
		ref := ral.Decl{Type: "file", Title: t.Path}.Ref()
		planned := slices.ContainsFunc(p.Steps, func(s *transaction.Step) bool { return s.Ref() == ref && s.Status == transaction.Planned })
		switch {
		case !planned || !t.restores():
		case t.merged != nil:
			list = append(list, t.Path+", without the changes of the run")
		case t.Was.Kind == "none":
			list = append(list, t.Path+", which did not exist")
		case t.Was.Kind == "file" && t.Replaced:
			list = append(list, t.Path+", "+host.PlainSizes(len(t.before)))
		default:
			list = append(list, t.Path+", a "+t.Was.Kind)
		}
	}
	return list
}

// restores reports whether all of these paths are restored or unchanged.
func (u *paths) restores(paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool {
		t := u.byPath[path]
		return t == nil || t.why.text != ""
	})
}

// why returns the first reason why a path of these is not restored.
func (u *paths) why(paths []string) (why pathReason) {
	for _, path := range paths {
		if t := u.byPath[path]; t != nil && t.why.text != "" && !t.staysOnly(paths) {
			why = t.why
			why.text = path + ": " + why.text
			break
		}
	}
	return why
}

// staysOnly reports whether the path is a directory that the run created for a
// different path of these. If it stays, the rest can still be undone.
func (t *touchedPath) staysOnly(paths []string) bool {
	return t.Made() && slices.ContainsFunc(paths, func(file string) bool { return strings.HasPrefix(file, t.Path+"/") })
}

// staying returns the directories that a step created for its files and that
// stay.
func (u *paths) staying(inv journal.Inverse) (list []journal.NotUndoable) {
	for _, path := range inv.Paths {
		if t := u.byPath[path]; t != nil && t.why.text != "" && t.staysOnly(inv.Paths) {
			list = append(list, journal.NotUndoable{Ref: inv.Decl.Ref(), Reason: path + " stays: " + t.why.text, Partial: true, Final: t.why.final})
		}
	}
	return list
}

// maxTreeReasons is the maximum number of paths reported for a tree.
const maxTreeReasons = 5

// left returns the paths that a command of a step created or removed and that are not
// restored.
func (u *paths) left(inv journal.Inverse) (list []journal.NotUndoable) {
	more, final := 0, true
	for _, path := range inv.TreePaths {
		switch t := u.byPath[path]; {
		case t == nil || t.why.text == "" || inv.Loses(path) || t.Below && len(inv.Lost(true)) > 0:
		case len(list) == maxTreeReasons:
			more, final = more+1, final && t.why.final
		default:
			list = append(list, journal.NotUndoable{Ref: inv.Decl.Ref(), Reason: path + ": " + t.why.text, Partial: true, Final: t.why.final})
		}
	}
	if more > 0 {
		list = append(list, journal.NotUndoable{Ref: inv.Decl.Ref(), Reason: fmt.Sprintf("%d more paths are unchanged", more), Partial: true, Final: final})
	}
	return list
}

// without returns the resources that restore paths, except resources that are declared.
func (u *paths) without(declared []*ral.Resource) (list []*ral.Resource) {
	for _, t := range slices.Backward(u.touched) {
		if t.resource != nil && !slices.ContainsFunc(declared, func(d *ral.Resource) bool { return d.Ref() == t.resource.Ref() }) {
			list = append(list, t.resource)
		}
	}
	return list
}
