package model

import (
	"context"
	"errors"
	"maps"
	"slices"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// EditedResource is what a text makes of one draft.
type EditedResource struct {
	Type     *ral.Type
	Title    string
	Provider *ral.Provider // that of the draft before; of a new one its own
	Found    *ral.Instance
	New      bool // there was none of it in the text as it was written

	becomes *Draft
}

// Ref names the resource.
func (e EditedResource) Ref() string { return e.Type.Ref(e.Title) }

// Take makes a draft what the text says.
func (e EditedResource) Take(d *Draft) {
	if d.Provider != e.becomes.Provider {
		d.Provider, d.Found = e.becomes.Provider, nil
	}
	for name := range maps.Clone(d.texts) {
		d.Set(name, e.becomes.texts[name])
	}
	for name, text := range e.becomes.texts {
		d.Set(name, text)
	}
}

// EditResult is what a text came to.
type EditResult struct {
	List    []EditedResource // what is changed, and what is new
	Missing []string         // what is not in the text any more, and stays as it is
}

// Read reads the text back. Every resource of it is built as it would be for a
// plan. The second result holds all that is wrong with its places; then nothing
// is to be taken.
func (d *Desired) Read(ctx context.Context, s *Session, text string) (EditResult, ral.Diags) {
	var result EditResult
	in, err := manifest.ReadPart(DesiredName, []byte(text))
	bad, _ := errors.AsType[ral.Diags](err)
	if in == nil {
		return result, bad
	}
	rows := slices.Clone(d.rows)
	for _, it := range in.Items {
		e, wrong := s.editedResource(ctx, takeRow(&rows, it.Decl), it, in.Elements)
		if it.Incomplete { // what is about the whole may only follow from what was not read
			wrong = slices.DeleteFunc(wrong, func(d ral.Diag) bool { return d.Attr == "" && d.Kind != ral.UnknownAttribute })
		}
		bad = append(bad, wrong...)
		if e != nil {
			result.List = append(result.List, *e)
		}
	}
	for _, row := range rows {
		result.Missing = append(result.Missing, row.draft.Ref())
	}
	return result, bad
}

// takeRow takes the row that a declaration is about: the one of its provider, or
// the only one of its title; nil for none.
func takeRow(rows *[]written, d ral.Decl) *written {
	at := slices.IndexFunc(*rows, func(r written) bool { return r.is(d) && r.provider == d.Provider })
	if at < 0 {
		at = slices.IndexFunc(*rows, func(r written) bool { return r.is(d) })
	}
	if at < 0 {
		return nil
	}
	row := (*rows)[at]
	*rows = slices.Delete(*rows, at, at+1)
	return &row
}

func (r written) is(d ral.Decl) bool { return r.draft.Type.Name == d.Type && r.draft.Title == d.Title }

// editedResource is what a declaration makes of a draft, nil when that is nothing new.
func (s *Session) editedResource(ctx context.Context, row *written, it manifest.Item, elements map[string][]string) (*EditedResource, ral.Diags) {
	decl := it.Decl
	t := s.Env.Registry.Type(decl.Type)
	switch {
	case it.Container:
		return nil, ral.Diags{{Pos: decl.Pos, Message: decl.Ref() + " holds resources and is none: write what is in it"}}
	case t == nil:
		_, wrong := s.Env.Build(ctx, decl)
		return nil, wrong
	}
	isNew := row == nil
	if isNew {
		row = &written{draft: NewDraft(t, decl.Title, t.Provider(decl.Provider), nil), provider: decl.Provider}
	}
	becomes := row.draft.Clone()
	// Who leaves the default out means it, and goes on with what was read.
	named := decl.Provider != "" || s.Env.Elect(ctx, t).Winner != row.draft.Provider
	if row.provider != decl.Provider && named {
		becomes.Provider = t.Provider(decl.Provider)
	}
	bad := row.take(becomes, decl, elements)
	bad = append(bad, s.wrong(ctx, becomes, decl, elements)...)
	if isNew && len(bad) == 0 && becomes.Empty() {
		bad = ral.Diags{{Pos: decl.Pos, Resource: decl.Ref(), Message: "nothing is wanted of it: give it an attribute"}}
	}
	if !isNew && maps.Equal(becomes.texts, row.draft.texts) && becomes.Provider == row.draft.Provider {
		return nil, bad
	}
	return &EditedResource{
		Type: t, Title: decl.Title, Provider: row.draft.Provider, Found: row.draft.Found, New: isNew, becomes: becomes,
	}, bad
}

// take puts what differs from what was written into a draft.
func (r *written) take(d *Draft, decl ral.Decl, elements map[string][]string) (bad ral.Diags) {
	for _, name := range r.names {
		if _, ok := decl.Get(name); !ok {
			d.Set(name, "")
		}
	}
	for _, a := range decl.Attrs {
		attr := d.Type.Attr(a.Name)
		if attr == nil || slices.ContainsFunc(a.Value.Elements(), value.Value.IsNil) {
			continue // not known, or with an element that was refused
		}
		if i := slices.IndexFunc(r.base, func(b ral.Attr) bool { return b.Name == a.Name }); i >= 0 && r.base[i].Value.Equal(a.Value) {
			continue
		}
		text, at, why := typedText(attr, a.Value)
		if why != "" {
			bad = append(bad, ral.Diag{Resource: decl.Ref(), Attr: a.Name, Pos: elementOf(elements, a.Pos, at), Message: why})
			continue
		}
		d.Set(a.Name, text)
	}
	return bad
}
