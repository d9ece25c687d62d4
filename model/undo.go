package model

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Undo takes a run back: a plan like any other, and what cannot be taken back.
type Undo struct {
	Run    *journal.Record
	Plan   *transaction.Plan
	Cannot []journal.Cannot
}

// Undo plans to take a run back, 0 for the last one on this root. Each property
// goes to what it was; what was made is removed, what was removed is made with
// all that is known of it; in reverse order. A resource that is no longer as
// the run left it is left alone, and said so in Cannot.
func (s *Session) Undo(ctx context.Context, n int) (*Undo, error) {
	rec, err := s.PastRun(n)
	if err != nil {
		return nil, err
	}
	switch {
	case rec.Status == journal.Running:
		return nil, fmt.Errorf("run %d is still at work", rec.Number)
	case rec.Root != s.wholeRoot():
		return nil, fmt.Errorf("run %d was on %s, and this is %s; to take it back: ralsh %s",
			rec.Number, rec.Root, s.wholeRoot(), undoLine(rec))
	}
	u := &Undo{Run: rec}
	inverses, cannot := journal.Inverses(host.PeekState(s.journal), rec)
	u.Cannot = cannot
	var decls []ral.Decl
	for _, inv := range inverses {
		decl, ok := s.takeBack(ctx, u, inv)
		if ok {
			decls = append(decls, decl)
		}
	}
	u.Plan, err = s.Plan(ctx, standing(decls)...)
	return u, err
}

func undoLine(rec *journal.Record) string {
	if rec.Root == "/" {
		return fmt.Sprintf("undo %d", rec.Number)
	}
	return fmt.Sprintf("--root %s undo %d", host.ShellJoin([]string{rec.Root}), rec.Number)
}

// takeBack drops from an inverse what the type does not take, and refuses it
// when the resource has moved since.
func (s *Session) takeBack(ctx context.Context, u *Undo, inv journal.Inverse) (ral.Decl, bool) {
	decl := inv.Decl
	ref := decl.Ref()
	refuse := func(property, format string, args ...any) {
		u.Cannot = append(u.Cannot, journal.Cannot{Ref: ref, Property: property, Reason: fmt.Sprintf(format, args...)})
	}
	if s.Env.Registry.Type(decl.Type) == nil {
		refuse("", "no type is called %s any more", decl.Type)
		return decl, false
	}
	r, decl := s.accepted(ctx, decl, refuse)
	if r == nil {
		return decl, false
	}
	now, err := ral.NewRun(s.Env, s.Env.Look()).Retrieve(ctx, r)
	if err != nil {
		refuse("", "it cannot be read: %s", err)
		return decl, false
	}
	moved, done := inv.Moved(u.Run, now)
	if moved != "" && !done {
		refuse("", "changed since the run, so it is left alone: %s", moved)
		return decl, false
	}
	return decl, true
}

// accepted builds a declaration without what the type refuses, each with the
// type's own reason; nil when nothing is left.
func (s *Session) accepted(ctx context.Context, decl ral.Decl, refuse func(property, format string, args ...any)) (*ral.Resource, ral.Decl) {
	full := decl
	for _, a := range full.Attrs {
		one := ral.Decl{Type: decl.Type, Title: decl.Title, Provider: decl.Provider, Attrs: []ral.Attr{a}}
		r, diags := s.Env.Build(ctx, one)
		switch err := diags.Err(); {
		case err != nil:
			refuse(a.Name, "%s", diags[0].Message)
			decl = decl.With(a.Name, value.Value{})
		case a.Value.IsAbsent() && !keepsAbsent(r, a.Name):
			refuse(a.Name, "it was not set, and no value means that")
			decl = decl.With(a.Name, value.Value{})
		}
	}
	properties := 0
	for _, a := range decl.Attrs {
		if a.Name != "require" {
			properties++
		}
	}
	if properties == 0 {
		return nil, decl
	}
	r, diags := s.Env.Build(ctx, decl)
	if err := diags.Err(); err != nil {
		refuse("", "%s", err)
		return nil, decl
	}
	return r, decl
}

// keepsAbsent tells a type that takes absent for what it means from one that
// takes it for a text.
func keepsAbsent(r *ral.Resource, name string) bool {
	munged := r.Munged(name)
	return len(munged) == 1 && munged[0].IsAbsent()
}

// standing drops relationships to what is not taken back.
func standing(decls []ral.Decl) []ral.Decl {
	there := make(map[string]bool)
	for _, d := range decls {
		there[d.Ref()] = true
	}
	for i, d := range decls {
		refs, _ := d.Get("require")
		decls[i] = d.With("require", onlyThere(refs, there))
	}
	return decls
}

func onlyThere(refs value.Value, there map[string]bool) value.Value {
	var list []value.Value
	for _, ref := range refs.Items() {
		typ, title, _ := ref.Target()
		if there[ral.Decl{Type: typ, Title: title}.Ref()] {
			list = append(list, ref)
		}
	}
	if len(list) == 0 {
		return value.Value{}
	}
	return value.ListOf(list...)
}

// ApplyUndo takes the run back, as planned. It is a run of its own.
func (s *Session) ApplyUndo(ctx context.Context, u *Undo, opt transaction.Options) (*transaction.Report, error) {
	return s.applyKept(ctx, u.Plan, opt, u.Run.Number)
}
