package ral

import (
	"context"
	"fmt"

	"ralsh/ral/value"
)

// Build checks a declaration and makes a resource of it: title to namevars,
// provider, values in canonical order through validate and munge, defaults,
// then the check across attributes (semantics.md T25). All findings are
// returned; the first error is the one Puppet would raise. The Resource is nil
// only when its type is unknown.
//
// Build is cheap, a few microseconds, and touches no machine once the type's
// providers have been elected: it runs on each keystroke.
func (e *Env) Build(ctx context.Context, d Decl) (*Resource, Diags) {
	t := e.Registry.Type(d.Type)
	if d.Container {
		t = e.containerType(d.Type)
	}
	if t == nil {
		return nil, Diags{e.unknownType(d)}
	}
	expected := len(d.Attrs) + 1 + t.defaulted
	b := builder{
		ctx: ctx, env: e, r: &Resource{Type: t, Title: d.Title, Decl: d, vals: newValues(t, expected)},
		room: make([]value.Value, 0, expected),
	}
	b.title()
	b.provider()
	b.given()
	b.called()
	b.unknown()
	b.defaults()
	if b.diags.Err() == nil && t.Validate != nil {
		if err := t.Validate(b.r); err != nil {
			b.add(Diag{Kind: InvalidResource, Message: err.Error()})
		}
	}
	return b.r, b.diags
}

func (e *Env) unknownType(d Decl) Diag {
	return Diag{
		Kind: UnknownType, Pos: d.Pos, Nearest: Nearest(d.Type, e.Registry.Names()),
		Message: "no type is called " + d.Type, Value: value.Str(d.Type),
	}
}

type builder struct {
	ctx    context.Context
	env    *Env
	r      *Resource
	diags  Diags
	titled []Attr // what the title's pattern gives
	room   []value.Value
}

// space is an empty list with room for n values; the short lists of a resource
// stand side by side.
func (b *builder) space(n int) []value.Value {
	used := len(b.room)
	if n == 0 || n > cap(b.room)-used {
		return make([]value.Value, 0, n)
	}
	b.room = b.room[:used+n]
	return b.room[used : used : used+n]
}

// called gives the resource the title that its namevars make.
func (b *builder) called() {
	t := b.r.Type
	if t.TitleOf == nil {
		return
	}
	if title := t.TitleOf(b.r); title != b.r.Decl.Title {
		b.r.Declared = b.r.Decl.Title
		b.r.Title, b.r.Decl.Title = title, title
	}
}

func (b *builder) add(d Diag) {
	if b.r.Type.TitleOf != nil {
		b.r.Title = b.r.Type.TitleOf(b.r)
	}
	d.Resource = b.r.Ref()
	if d.Pos == "" {
		d.Pos = b.r.Decl.Pos
	}
	b.diags = append(b.diags, d)
}

func (b *builder) unknown() {
	t := b.r.Type
	if b.r.Decl.Container {
		return
	}
	for _, a := range b.r.Decl.Attrs {
		if t.Attr(a.Name) != nil || a.Name == "provider" {
			continue
		}
		var names []string
		for _, known := range t.order {
			names = append(names, known.Name)
		}
		b.add(Diag{
			Kind: UnknownAttribute, Attr: a.Name, Pos: a.Pos, Nearest: Nearest(a.Name, names),
			Message: "no parameter named '" + a.Name + "'",
		})
	}
}

func (b *builder) provider() {
	t, name := b.r.Type, b.r.Decl.Provider
	if v, ok := b.r.Decl.Get("provider"); ok {
		name = v.Text()
	}
	if _, given := b.r.Decl.Get("provider"); name == "" && !given {
		b.r.Provider = b.env.Elect(b.ctx, t).Winner
		return
	}
	b.r.Chosen = true
	if b.r.Provider = t.Provider(name); b.r.Provider != nil {
		return
	}
	var names []string
	for _, p := range t.providers {
		names = append(names, p.Name)
	}
	b.add(Diag{
		Kind: UnknownProvider, Attr: "provider", Nearest: Nearest(name, names), Allowed: names,
		Message: fmt.Sprintf("Invalid %s provider '%s'", t.Name, name),
	})
}

func (b *builder) given() {
	for _, a := range b.r.Type.order {
		for _, titled := range b.titled {
			if titled.Name == a.Name {
				b.assign(a, titled.Value, "", false)
			}
		}
		for _, given := range b.r.Decl.Attrs {
			if given.Name == a.Name || given.Name == "name" && b.r.Type.Attr("name") == a {
				b.assign(a, given.Value, given.Pos, false)
			}
		}
	}
}

func (b *builder) defaults() {
	for _, a := range b.r.Type.order {
		if b.r.vals.of(a) != nil || b.diags.Of(a.Name) != nil || b.r.Audits(a) {
			continue
		}
		v := a.Default
		if a.DefaultFunc != nil {
			var err error
			if v, err = a.DefaultFunc(Hook{b.ctx, a, b.r}); err != nil {
				b.add(Diag{Kind: Invalid, Step: Defaulting, Attr: a.Name, Message: err.Error()})
				continue
			}
		}
		if v.Truthy() {
			b.assign(a, v, "", true)
		}
	}
}

// NameOf is what the only namevar would be for a title: /x for the title /x/.
// It is false for a type with several namevars, and for a title that the
// namevar refuses.
func (t *Type) NameOf(ctx context.Context, title string) (string, bool) {
	if len(t.namevars) != 1 || len(t.Titles) > 0 {
		return "", false
	}
	r := &Resource{Type: t, Title: title, vals: newValues(t, 1)}
	b := builder{ctx: ctx, r: r}
	b.assign(t.namevars[0], value.Str(title), "", false)
	return r.Name(), b.diags.Err() == nil
}
