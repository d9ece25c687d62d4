package undo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Host is the host on which runs are undone.
type Host struct {
	Env   *onhost.Env
	State string // state directory, which contains the runs
	Root  string // absolute path of the directory that is used as /

	// Run returns a run of the journal; 0 is the last run on this root.
	Run func(n int) (*journal.Record, error)
	// Plan plans declarations.
	Plan func(ctx context.Context, opt transaction.Options, decls ...ral.Decl) (*transaction.Plan, error)
}

// Undo is the undo of a run: a plan, and the list of changes that it does not undo.
type Undo struct {
	Run         *journal.Record
	Plan        *transaction.Plan
	NotUndoable []journal.NotUndoable
	// Restored lists the paths that the plan restores exactly, each in a few
	// words: "/etc/hosts, 220 bytes".
	Restored []string

	host     Host
	inverses []journal.Inverse
	restored map[string]int // the resources that earlier undos restored, see journal.Restored
	paths    *paths
	created  func(ref string) bool // the run created the resource
	peers    []ral.Decl            // that providers of the run requested
	peer     func(typ, title string) *ral.Resource
}

// plans reports whether a step of the plan changes or removes a resource.
func (u *Undo) plans(ref string) bool {
	return slices.ContainsFunc(u.Plan.Steps, func(s *transaction.Step) bool {
		return s.Status == transaction.Planned && (s.Ref() == ref || slices.ContainsFunc(s.Changes, func(c transaction.Change) bool {
			return slices.ContainsFunc(c.AlsoRemoves, func(d ral.Decl) bool { return d.Ref() == ref })
		}))
	})
}

// inSync reports whether the steps of the plan for other resources restore a resource.
func (u *Undo) inSync(inv journal.Inverse) bool {
	return slices.ContainsFunc(u.Plan.Steps, func(s *transaction.Step) bool {
		return s.Ref() == inv.Decl.Ref() && s.Status == transaction.InSync && len(inv.Unlike(u.Run, s.Found)) == 0
	})
}

// names reports whether NotUndoable already has an entry for a property or the
// whole resource.
func (u *Undo) names(n journal.NotUndoable) bool {
	return slices.ContainsFunc(u.NotUndoable, func(known journal.NotUndoable) bool {
		return known.Ref == n.Ref && (known.Property == n.Property || known.Property == "" && !known.Partial)
	})
}

// Options are the options of an undo.
type Options struct {
	// Along also removes the resources that were created together with those of the
	// run: the dependencies of a package.
	Along bool
}

// Undo plans the undo of a run, 0 for the last run on this root. In reverse order, it
// restores changed properties, removes created resources and recreates removed
// resources from the journal. It skips a resource that changed after the run and lists
// it in NotUndoable.
func (h Host) Undo(ctx context.Context, n int, opt Options) (*Undo, error) {
	rec, err := h.Run(n)
	if err != nil {
		return nil, err
	}
	if err := Check(rec, h.Root); err != nil {
		return nil, err
	}
	if n == 0 && rec.FailedUndo() {
		state := "is incomplete"
		if rec.Failed > 0 {
			state = "failed"
		}
		rest := fmt.Sprintf("To undo the rest of run %d: ralsh %s", rec.UndoOf, Line(rec, rec.UndoOf))
		if u, err := h.Undo(ctx, rec.UndoOf, opt); err == nil && u.Plan.Ready() == 0 && !u.leaves() {
			rest = fmt.Sprintf("No undo can restore the rest of run %d", rec.UndoOf)
		}
		return nil, fmt.Errorf("run %d (the undo of run %d) %s. %s. To undo run %d: ralsh %s",
			rec.Number, rec.UndoOf, state, rest, rec.Number, Line(rec, rec.Number))
	}
	state := ownfiles.Peek(h.State)
	u := &Undo{Run: rec, host: h, paths: h.pathsOf(ctx, rec), inverses: journal.Inverses(state, rec, opt.Along), created: rec.Created, peers: rec.Peers(state)}
	u.peer = h.Env.PeersAmong(ctx, u.peers)
	if rec.PartlyBy > 0 || rec.UndoneBy > 0 {
		u.restored = journal.Restored(state, rec)
	}
	var back []*ral.Resource
	var done []journal.Inverse // of back
	writers := make(map[string][]*ral.Decl)
	for _, inv := range u.inverses {
		r := h.declared(ctx, u, inv)
		if r == nil {
			continue
		}
		back, done = append(back, r), append(done, inv)
		for _, path := range inv.Paths {
			writers[path] = append(writers[path], r.Decl)
		}
	}
	for i, r := range back {
		for j, first := range back[:i] {
			// A removed user comes back before the files that it owns, although
			// its removal changed how their owner reads.
			switch reverts := done[i].ChangedLater || done[j].ChangedEarlier; {
			case !reverts || done[i].Removed && requires(first, r):
			case r.Removing() && first.Removing() && requiresType(r, first):
				precede(r, first)
			default:
				r.Decl = after(r.Decl, first.Decl)
			}
		}
	}
	// Files come last: they also contain the changes of the resources.
	files := u.paths.without(back)
	for _, f := range files {
		for _, d := range writers[f.Title] {
			f.Decl = after(f.Decl, d)
		}
	}
	if err := h.planUndo(ctx, u, append(back, files...)); err != nil {
		return u, err
	}
	u.Restored = u.paths.restored(u.Plan)
	// The rest, neither planned nor in its previous state, cannot be undone.
	u.NotUndoable = append(u.NotUndoable, h.unlike(ctx, u, func(inv journal.Inverse) bool {
		return u.byPaths(inv) || u.plans(inv.Decl.Ref()) || u.inSync(inv) || slices.ContainsFunc(inv.Paths, func(path string) bool {
			return u.plans(ral.Decl{Type: "file", Title: path}.Ref())
		})
	})...)
	if rec.UndoneBy > 0 && u.Plan.Ready() == 0 && u.Complete() {
		return nil, &CannotUndoError{rec.Number, fmt.Sprintf("it was already undone by run %d", rec.UndoneBy)}
	}
	return u, nil
}

// byPaths reports whether restoring paths undoes all of a resource.
func (u *Undo) byPaths(inv journal.Inverse) bool { return inv.FilesOnly && u.paths.restores(inv.Paths) }

// cannot records why a resource, or a property of it, is not undone.
func (u *Undo) cannot(inv journal.Inverse, n journal.NotUndoable) {
	n.Ref = inv.Decl.Ref()
	u.NotUndoable = append(u.NotUndoable, n)
}

// declared returns the resource whose declaration undoes a step, and adds the parts
// that it does not undo to NotUndoable. It returns nil if paths restore the resource,
// or if it cannot be restored.
func (h Host) declared(ctx context.Context, u *Undo, inv journal.Inverse) *ral.Resource {
	t := h.Env.Registry.Type(inv.Decl.Type)
	why := u.paths.why(inv.Paths)
	if u.byPaths(inv) {
		u.NotUndoable = append(u.NotUndoable, inv.Lost(true)...)
		return nil
	}
	if why.onlyPath || t != nil && t.UndoByFile {
		lost := inv.Lost(false)
		if u.NotUndoable = append(u.NotUndoable, lost...); len(lost) == 0 {
			why = cmp.Or(why, pathReason{text: "the journal does not name the file that was written", final: true})
			u.cannot(inv, journal.NotUndoable{Reason: why.text, Final: why.final})
		}
		return nil
	}
	if name := h.lostSecret(t, inv); name != "" {
		u.cannot(inv, journal.NotUndoable{Reason: name + " is a secret, and ralsh saves only its fingerprint: the resource is not created again without it", Final: true})
		return nil
	}
	u.NotUndoable = append(u.NotUndoable, slices.Concat(inv.NotUndoable, u.paths.left(inv), u.paths.staying(inv))...)
	if !inv.Declares() {
		return nil
	}
	if why.text != "" && inv.FilesOnly && inv.Removed && inv.Decl.Type != "file" {
		reason := "undo may restore it at a different position: " + why.text
		u.cannot(inv, journal.NotUndoable{Reason: reason, Partial: true, Final: true})
	}
	return h.inverseOf(ctx, u, inv)
}

// lostSecret returns the secret that a removed resource of a module had and would not have
// again: an account of a database without its password is open to everyone.
func (h Host) lostSecret(t *ral.Type, inv journal.Inverse) string {
	if t == nil || !inv.Removed || t.Origin.BuiltIn() {
		return ""
	}
	for _, n := range inv.NotUndoable {
		if a := t.Attr(n.Property); a != nil && a.Sensitive {
			return a.Name
		}
	}
	return ""
}

// planUndo makes the plan. It removes resources that cannot be planned and reports the
// reasons, so that they do not prevent the undo of the rest.
func (h Host) planUndo(ctx context.Context, u *Undo, back []*ral.Resource) (err error) {
	for {
		decls := leavesFirst(back)
		for i := range decls {
			decls[i].KeepRest = true
		}
		if u.Plan, err = h.Plan(ctx, transaction.Options{IsUndo: true, Peers: u.peers}, decls...); err != nil && relax(back, err) {
			continue
		}
		if err != nil {
			return err
		}
		if u.milder(back) {
			continue
		}
		if with, more := h.takenAlong(ctx, u, back); more {
			back = with
			continue
		}
		if waits(u.Plan, back) {
			continue
		}
		blocked := make(map[string]bool)
		for _, step := range u.Plan.Steps {
			if step.Status == transaction.Blocked {
				blocked[step.Ref()] = true
				u.NotUndoable = append(u.NotUndoable, journal.NotUndoable{Ref: step.Ref(), Reason: step.LeftOut()})
			}
		}
		if len(blocked) == 0 {
			return nil
		}
		back = slices.DeleteFunc(back, func(r *ral.Resource) bool { return blocked[r.Decl.Ref()] })
		for _, r := range back {
			// Dependents of a change that is not undone lose their dependency
			// on it.
			for ref := range blocked {
				r.Decl = without(without(r.Decl, "require", ref), "before", ref)
			}
		}
	}
}

// takenAlong adds to the resources to undo those that a step of the plan also removes
// although they are older than the run, to create them again: the group of a new user. It
// omits those that need the removed resource, which have its type.
func (h Host) takenAlong(ctx context.Context, u *Undo, back []*ral.Resource) (with []*ral.Resource, more bool) {
	for _, step := range u.Plan.Steps {
		for _, c := range step.Changes {
			for _, d := range c.AlsoRemoves {
				if d.Type == step.Resource.Type.Name || u.created(d.Ref()) {
					continue
				}
				i := slices.IndexFunc(back, func(r *ral.Resource) bool { return r.Decl.Ref() == d.Ref() })
				if i >= 0 {
					if _, whole := back[i].Decl.Get("ensure"); whole {
						continue
					}
					for _, a := range back[i].Decl.Attrs {
						d = d.With(a.Name, a.Value)
					}
					back = slices.Delete(back, i, i+1)
				}
				r, diags := h.Env.Build(ctx, d)
				user := slices.IndexFunc(back, func(r *ral.Resource) bool { return r.Decl.Ref() == step.Ref() })
				if diags.Err() == nil && user >= 0 {
					back, more = append(back, r), true
					precede(back[user], r)
				}
			}
		}
	}
	return back, more
}

// milder replaces declared values by values that keep changes of other programs, and
// reports the parts that stay.
func (u *Undo) milder(back []*ral.Resource) (replaced bool) {
	for _, step := range u.Plan.Steps {
		for _, c := range step.Changes {
			i := slices.IndexFunc(back, func(r *ral.Resource) bool { return r.Decl.Ref() == step.Ref() })
			if c.Milder.IsNil() || i < 0 {
				continue
			}
			back[i].Decl, replaced = new(back[i].Decl.With(c.Attr.Name, c.Milder)), true
			u.NotUndoable = append(u.NotUndoable, journal.NotUndoable{Ref: step.Ref(), Property: c.Attr.Name, Reason: c.Keeps, Partial: true, Final: true})
		}
	}
	return replaced
}

// inverseOf removes from an inverse the values that the type rejects. It
// returns nil if the resource was changed since the run.
func (h Host) inverseOf(ctx context.Context, u *Undo, inv journal.Inverse) *ral.Resource {
	refuse := func(property string, err error) {
		u.cannot(inv, journal.NotUndoable{Property: property, Reason: err.Error(), Final: errors.Is(err, errUnset)})
	}
	t := h.Env.Registry.Type(inv.Decl.Type)
	if t == nil {
		text, _ := h.Env.Registry.NoType(inv.Decl.Type)
		refuse("", errors.New(text))
		return nil
	}
	where := addressed(t)
	if err := inv.Addressed(where); err != nil {
		refuse("", err)
		return nil
	}
	d, err := h.restoring(ctx, t, inv)
	if err != nil {
		refuse("", fmt.Errorf("it cannot be read: %w", err))
		return nil
	}
	r := h.accepted(ctx, declarableOnly(t, wholeLists(t, d), inv.Was(t)), where, refuse)
	if r == nil {
		return nil
	}
	r.Peers = u.peer
	now, err := onhost.NewRun(h.Env, h.Env.Reader()).Retrieve(ctx, r)
	if err != nil {
		refuse("", fmt.Errorf("it cannot be read: %w", err))
		return nil
	}
	moved, done := inv.Drift(u.Run, now)
	switch by := u.restored[inv.Decl.Ref()]; {
	case moved == "" || done:
		return r
	case by > 0:
		u.cannot(inv, journal.NotUndoable{Reason: fmt.Sprintf("run %d restored it, and it changed again", by), Final: true, Known: true})
	case !now.Present() && !inv.Removed:
		refuse("", errors.New("it does not exist anymore"))
	default:
		refuse("", fmt.Errorf("it changed after the run: %s", moved))
	}
	return nil
}

// restoring returns the declaration with parameters for read-only properties: a
// property that the run changed gets its previous value, the rest keep their current
// values. A removed resource is recreated in its file.
func (h Host) restoring(ctx context.Context, t *ral.Type, inv journal.Inverse) (ral.Decl, error) {
	d := inv.Decl
	if _, removed := d.Get("ensure"); removed && len(inv.Paths) == 1 {
		target, given := t.Attr("target"), d.With("target", value.Str(inv.Paths[0]))
		if _, set := d.Get("target"); !set && target != nil && target.Kind == ral.Param && target.LocatesResource {
			d = given
		}
	}
	for _, a := range t.Properties() {
		if !a.ReadOnly || a.RestoredBy == "" {
			continue
		}
		was, changed := d.Get(a.Name)
		d = d.With(a.Name, value.Value{})
		if !changed {
			r, diags := h.Env.Build(ctx, ral.Decl{Type: d.Type, Title: d.Title, Provider: d.Provider})
			if diags.Err() != nil {
				continue
			}
			now, err := onhost.NewRun(h.Env, h.Env.Reader()).Retrieve(ctx, r)
			if err != nil {
				return d, err
			}
			was = now.Get(a.Name)
		}
		if !was.IsNil() && !was.IsAbsent() && !was.IsUnknown() {
			d = d.With(a.RestoredBy, was)
		}
	}
	return d, nil
}
