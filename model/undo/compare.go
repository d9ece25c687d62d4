package undo

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// Unchanged returns an error if a directory that the undo removes got new contents since the
// undo was planned.
func (u *Undo) Unchanged(ctx context.Context) error { return u.paths.stillEmptied(ctx) }

// Compare reads each resource of the undone run again after an apply of the undo, and adds it to
// NotUndoable if it is not in its previous state. It reports whether the undo is incomplete.
func (u *Undo) Compare(ctx context.Context, rep *transaction.Report) (incomplete bool) {
	// Resources by path are compared path by path.
	left := slices.Concat(u.paths.unlike(ctx), u.host.unlike(ctx, u, u.byPaths))
	for _, n := range left {
		notStarted := func(step *transaction.Step) bool { return step.Ref() == n.Ref && step.Status == transaction.NotBegun }
		if !u.names(n) && !slices.ContainsFunc(rep.Steps, notStarted) {
			u.NotUndoable = append(u.NotUndoable, n)
		}
	}
	return !u.Complete()
}

// Complete reports whether the undo restores all that it promises: NotUndoable contains only
// notes.
func (u *Undo) Complete() bool {
	return !slices.ContainsFunc(u.NotUndoable, func(n journal.NotUndoable) bool { return !n.Note() })
}

// leaves reports whether NotUndoable has something that a later undo can restore.
func (u *Undo) leaves() bool {
	return slices.ContainsFunc(u.NotUndoable, func(n journal.NotUndoable) bool { return !n.Final })
}

// Rest returns the command that undoes the rest of the run, without the program's name, or ""
// if no later undo can restore it.
func (u *Undo) Rest() string {
	if !u.leaves() {
		return ""
	}
	return Line(u.Run, u.Run.Number)
}

// Finish records that no undo can restore more of the run, if that is true: then the
// history shows the run as undone, also after an undo that failed or was incomplete.
func (u *Undo) Finish() error {
	if u.Plan.Ready() > 0 || u.leaves() {
		return nil
	}
	return journal.FinishUndos(ownfiles.Peek(u.host.State), u.Run)
}

// unlike reads the resources of the run, except those to skip, and returns the ones
// that are not in their previous state and not listed yet.
func (h Host) unlike(ctx context.Context, u *Undo, skip func(journal.Inverse) bool) (list []journal.NotUndoable) {
	run := onhost.NewRun(h.Env, h.Env.Reader())
	seen := make(map[string]bool)
	for _, inv := range slices.Backward(u.inverses) { // the first inverse of a resource has its initial state
		ref := inv.Decl.Ref()
		t := h.Env.Registry.Type(inv.Decl.Type)
		if seen[ref] || t == nil || t.UndoByFile || skip(inv) {
			continue
		}
		seen[ref] = true
		whole := inv.Decl
		inv.Decl.Attrs = nil
		if inv.Addressed(readBy(t)) != nil {
			continue
		}
		now, err := h.readAgain(ctx, run, u, inv.Decl, whole)
		// The undo has also removed the script that tells the status of a service.
		_, noCommand := errors.AsType[*host.NoCommandError](err)
		if err != nil && (u.names(journal.NotUndoable{Ref: ref}) || noCommand && u.plans(ref)) {
			continue
		}
		if err != nil {
			list = append(list, journal.NotUndoable{Ref: ref, Reason: "it cannot be read: " + err.Error()})
			continue
		}
		for _, n := range inv.Unlike(u.Run, now) {
			if !u.names(n) {
				list = append(list, n)
			}
		}
	}
	return list
}

// readAgain reads a resource of the run: by its name, or with the declaration of the
// undo if its type requires more attributes, or in the listing.
func (h Host) readAgain(ctx context.Context, run *onhost.Run, u *Undo, bare, whole ral.Decl) (*ral.Instance, error) {
	var first error
	for _, d := range []ral.Decl{bare, whole} {
		r, diags := h.Env.Build(ctx, d)
		if err := diags.Err(); err != nil {
			first = cmp.Or(first, err)
			continue
		}
		r.Peers = u.peer
		return run.Retrieve(ctx, r)
	}
	for _, seen := range h.Env.FindUnmarked(ctx, h.Env.Registry.Type(bare.Type), bare.Title) {
		if seen.Err == nil && seen.Provider.Name == bare.Provider {
			return seen.Found, nil
		}
	}
	return nil, first
}
