package model

import (
	"context"
	"maps"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/journal"
	"ralsh/ral/value"
)

// writtenFiles are the files that are taken back as a whole, for resources that do not
// tell what was there before them.
type writtenFiles struct {
	session *Session
	undo    *Undo
	files   map[string]journal.WrittenFile // by path
	refs    map[string][]string            // the resources, by path
}

// add notes what the run wrote for one resource. The last one of the run comes
// first.
func (w *writtenFiles) add(inv journal.Inverse) {
	for _, f := range inv.Files {
		if later, twice := w.files[f.Path]; twice {
			f = f.Merge(later)
		}
		w.files[f.Path] = f
		w.refs[f.Path] = append(w.refs[f.Path], inv.Decl.Ref())
	}
}

// back are the files as they were, but for those that are among others already.
func (w *writtenFiles) back(ctx context.Context, others []*ral.Resource) (list []*ral.Resource) {
	for _, path := range slices.Sorted(maps.Keys(w.files)) {
		refuse := func(reason string) {
			for _, ref := range w.refs[path] {
				w.undo.NotUndoable = append(w.undo.NotUndoable, journal.NotUndoable{Ref: ref, Reason: reason})
			}
		}
		ref := ral.Decl{Type: "file", Title: path}.Ref()
		if slices.ContainsFunc(others, func(r *ral.Resource) bool { return r.Ref() == ref }) {
			refuse(ref + " is taken back as a whole")
			continue
		}
		now, err := w.session.Env.Reader().ReadFile(ctx, path)
		var data []byte
		if err == nil {
			data, err = w.files[path].Content(host.PeekState(w.session.journal), now)
		}
		if err != nil {
			refuse(err.Error())
			continue
		}
		r, diags := w.session.Env.Build(ctx, ral.Decl{Type: "file", Title: path, Attrs: []ral.Attr{{Name: "content", Value: value.Str(string(data))}}})
		if err := diags.Err(); err != nil {
			refuse(err.Error())
			continue
		}
		list = append(list, r)
	}
	return list
}
