package ral

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ralsh/ral/deferred"
	"ralsh/ral/diagnostic"
	"ralsh/ral/nearest"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// Build checks a declaration and builds a resource from it: it splits the title into
// namevars, selects the provider, validates and munges values in canonical order, sets
// defaults, and checks attributes together (semantics.md T25). It returns all
// diagnostics; the first error is the error that Puppet would raise. The Resource is
// nil only if its type is unknown.
//
// Build takes a few microseconds and does not access the host once the type's providers
// have been elected: the editor calls it for each keystroke.
func (e *Builder) Build(ctx context.Context, d Decl) (*Resource, diagnostic.Diags) {
	return e.BuildShared(ctx, &d)
}

// BuildShared is Build without a copy of the declaration: the resource refers to it.
func (e *Builder) BuildShared(ctx context.Context, d *Decl) (*Resource, diagnostic.Diags) {
	t := e.Registry.Type(d.Type)
	if d.Container || t == nil && d.Limit != "" {
		t = e.containerType(d.Type)
	}
	if t == nil {
		return nil, diagnostic.Diags{e.unknownType(*d)}
	}
	if d.Limit == "" && d.Deferred == nil {
		return e.BuildOf(ctx, t, d)
	}
	b := e.construct(ctx, t, d)
	if d.Limit == "" {
		b.defaults(t.defaulted)
		if name := e.LackingFunction(*d); name != "" {
			b.add(diagnostic.Diag{Kind: diagnostic.InvalidResource, Message: "no function is called " + name})
		}
	}
	b.redact()
	return b.r, b.diags
}

// BuildOf is Build for a type of the registry, if the declaration has neither
// deferred values nor a limit.
func (e *Builder) BuildOf(ctx context.Context, t *Type, d *Decl) (*Resource, diagnostic.Diags) {
	b := e.construct(ctx, t, d)
	b.defaults(t.defaulted)
	b.whole()
	b.redact()
	return b.r, b.diags
}

// construct builds a resource with the declared values, without defaults.
func (e *Builder) construct(ctx context.Context, t *Type, d *Decl) construction {
	b := construction{ctx: ctx, by: e, r: &Resource{Type: t, Title: d.Title, Decl: d, Files: e.Files, vals: newValues(t, len(d.Attrs))}}
	b.title()
	b.provider()
	b.given()
	b.setTitle()
	b.unknown()
	return b
}

// Assign sets further attributes of a resource that was built, and then checks
// across attributes (semantics.md A25).
func (e *Builder) Assign(ctx context.Context, r *Resource, attrs []Attr) diagnostic.Diags {
	b := construction{ctx: ctx, by: e, r: r}
	own := *r.Decl
	own.Attrs = append(slices.Clip(own.Attrs), attrs...)
	r.Decl = &own
	for _, a := range attrs {
		if own := r.Type.Attr(a.Name); own != nil {
			b.assign(own, a.Value, a.Pos, false)
		}
	}
	b.defaults(r.Type.defaulted) // diagnostics that depend on a computed value
	b.whole()
	b.redact()
	return b.diags
}

// Replace replaces desired values of the resource.
func (r *Resource) Replace(ctx context.Context, attrs []Attr) error {
	b := construction{ctx: ctx, r: r}
	for _, attr := range attrs {
		a := r.Type.Attr(attr.Name)
		b.validateAndMunge(assignment{a: a, secret: a.Sensitive || attr.Value.IsSecret()}, a.elements(attr.Value, nil))
	}
	return b.diags.Err()
}

// BuildAs builds the resource of a provider's type that represents a resource of a
// different type.
func BuildAs(ctx context.Context, p *Provider, r *Resource, attrs []Attr) (*Resource, diagnostic.Diags) {
	b := construction{ctx: ctx, r: &Resource{
		Type: p.ty, Title: r.Title, Provider: p, ProviderGiven: true, Peers: r.Peer, Files: r.Files,
		Decl: &Decl{Type: p.ty.Name, Title: r.Title, Provider: p.Name, Attrs: attrs}, vals: newValues(p.ty, len(attrs)),
	}}
	b.title()
	b.given()
	b.unknown()
	b.defaults(p.ty.defaulted)
	b.whole()
	b.redact()
	return b.r, b.diags
}

// whole checks the attributes together, if each is valid.
func (b *construction) whole() {
	if t := b.r.Type; b.diags.Err() == nil && t.Validate != nil {
		b.validated(t.Validate(b.r))
	}
	if p := b.r.Provider; b.diags.Err() == nil && p != nil && p.Validate != nil {
		b.validated(p.Validate(b.r))
	}
}

func (e *Builder) unknownType(d Decl) diagnostic.Diag {
	text, nearest := e.Registry.NoType(d.Type)
	return diagnostic.Diag{Kind: diagnostic.UnknownType, Pos: d.Pos, Nearest: nearest, Message: text, Value: value.Str(d.Type)}
}

// validated adds the result of Validate.
func (b *construction) validated(err error) {
	if diags, ok := errors.AsType[diagnostic.Diags](err); ok {
		for _, d := range diags {
			b.add(d)
		}
	} else if err != nil {
		b.add(diagnostic.Diag{Kind: diagnostic.InvalidResource, Message: err.Error(), Cause: err})
	}
}

// redact removes the resource's secrets from the messages of hooks.
func (b *construction) redact() {
	if len(b.diags) == 0 {
		return
	}
	var red redact.Redactor
	b.r.TeachSecrets(&red, nil)
	for i := range b.diags {
		b.diags[i].Message = red.Text(b.diags[i].Message)
	}
}

// Builder builds resources from declarations.
type Builder struct {
	Registry *Registry
	// Files opens the URLs of sources. It may be nil.
	Files FileServer
	// Functions are the functions that deferred values call. It may be nil.
	Functions deferred.Functions
	// DefaultProvider returns the provider of a declaration without a provider, or nil.
	DefaultProvider func(context.Context, *Type) *Provider

	mu         sync.Mutex
	containers map[string]*Type
}

// containerType returns the type of a class, a stage or a defined type: a name
// and the metaparameters. Its other parameters do not concern the host.
func (e *Builder) containerType(name string) *Type {
	name = strings.ToLower(name)
	e.mu.Lock()
	defer e.mu.Unlock()
	if t := e.containers[name]; t != nil {
		return t
	}
	t := NewRegistry().compile(Type{
		Name:       name,
		Doc:        "Holds other resources.",
		Attributes: []*Attribute{{Name: "name", Kind: Param, Namevar: true}},
	})
	if e.containers == nil {
		e.containers = make(map[string]*Type)
	}
	e.containers[name] = t
	return t
}

// LackingFunction returns the first function that a declaration calls and e does
// not have, or "".
func (e *Builder) LackingFunction(d Decl) string {
	if d.Deferred == nil {
		return ""
	}
	for _, a := range *d.Deferred {
		for _, name := range deferred.Called(a.Value) {
			if e.Functions == nil || !e.Functions.Has(name) {
				return name
			}
		}
	}
	return ""
}

// construction is the construction of a resource.
type construction struct {
	ctx    context.Context
	by     *Builder
	r      *Resource
	diags  diagnostic.Diags
	titled []Attr // from the title pattern
}

// setTitle sets the title that is made from the namevars.
func (b *construction) setTitle() {
	titler := b.r.Type.hooks.titler
	if titler == nil {
		return
	}
	if title := titler.TitleOf(b.r); title != b.r.Decl.Title {
		b.r.Declared = b.r.Decl.Title
		own := *b.r.Decl
		own.Title, b.r.Title = title, title
		b.r.Decl = &own
	}
}

func (b *construction) add(d diagnostic.Diag) {
	if titler := b.r.Type.hooks.titler; titler != nil {
		b.r.Title = titler.TitleOf(b.r)
	}
	d.Resource = b.r.Ref()
	if d.Pos == "" {
		d.Pos = b.r.Decl.Pos
	}
	b.diags = append(b.diags, d)
}

func (b *construction) unknown() {
	t := b.r.Type
	if b.r.Decl.Container || b.r.Decl.Limit != "" {
		return
	}
	given := b.r.Decl.Attrs
	if b.r.Decl.Deferred != nil {
		given = slices.Concat(given, *b.r.Decl.Deferred)
	}
	for _, a := range given {
		if t.Attr(a.Name) != nil || a.Name == "provider" {
			continue
		}
		var names []string
		for _, known := range t.order {
			names = append(names, known.Name)
		}
		b.add(diagnostic.Diag{
			Kind: diagnostic.UnknownAttribute, Attr: a.Name, Pos: a.Pos, Nearest: Nearest(a.Name, names),
			Message: "no parameter named '" + a.Name + "'",
		})
	}
}

func (b *construction) provider() {
	t, name := b.r.Type, b.r.Decl.Provider
	if v, ok := b.r.Decl.Get("provider"); ok {
		name = v.Reveal().Text()
	}
	if _, given := b.r.Decl.Get("provider"); name == "" && !given {
		b.r.Provider = b.by.DefaultProvider(b.ctx, t)
		return
	}
	b.r.ProviderGiven = true
	if b.r.Provider = t.Provider(name); b.r.Provider != nil {
		return
	}
	var names []string
	for _, p := range t.providers {
		names = append(names, p.Name)
	}
	if b.r.Decl.Limit != "" {
		return
	}
	d := diagnostic.Diag{
		Kind: diagnostic.UnknownProvider, Attr: "provider", Nearest: Nearest(name, names), Allowed: names,
		Message: fmt.Sprintf("Invalid %s provider '%s'", t.Name, name),
	}
	if why := t.WithoutProvider(name); why != "" {
		d.Message, d.Nearest = why, ""
	}
	if why := b.by.Registry.Excluded(t.Name + "/" + name); why != "" {
		d.Message, d.Nearest = d.Message+": "+why, ""
	}
	b.add(d)
}

// given assigns the values from the title pattern and the declaration, in the
// order of the type's attributes.
func (b *construction) given() {
	t := b.r.Type
	var room [16]turn
	turns := room[:0]
	for i, titled := range b.titled {
		if a := t.byName[titled.Name]; a != nil {
			turns = append(turns, turn{a.index, &b.titled[i], ""})
		}
	}
	for i, given := range b.r.Decl.Attrs {
		if a := t.Attr(given.Name); a != nil {
			turns = append(turns, turn{a.index, &b.r.Decl.Attrs[i], given.Pos})
		}
	}
	slices.SortStableFunc(turns, func(x, y turn) int { return x.attr - y.attr })
	for _, g := range turns {
		b.assign(t.order[g.attr], g.of.Value, g.pos, false)
	}
}

// turn is a value to be assigned, ordered by the index of its attribute.
type turn struct {
	attr int
	of   *Attr
	pos  string
}

func (b *construction) defaults(of []*Attribute) {
	for _, a := range of {
		if b.r.vals.has(a) || b.diags.Of(a.Name) != nil || b.r.Audits(a) || b.r.Decl.Defers(a.Name) {
			continue
		}
		if a.preset != nil && (b.r.Provider == nil || len(b.r.Provider.missing(a.Features)) == 0) {
			b.r.vals.presets |= a.presetBit
			continue
		}
		v := a.Default
		if a.DefaultFunc != nil {
			var err error
			if v, err = a.DefaultFunc(Hook{b.ctx, a, b.r}); err != nil {
				b.defaultFailed(a, err)
				continue
			}
		}
		if v.Truthy() {
			b.assign(a, v, "", true)
		}
	}
}

// defaultFailed records a failed default: a rejected value is an error; a
// panicking hook leaves the attribute unset.
func (b *construction) defaultFailed(a *Attribute, err error) {
	if broke, ok := errors.AsType[*PanicError](err); ok {
		b.add(diagnostic.Diag{Kind: diagnostic.Dropped, Broke: true, Phase: diagnostic.Defaulting, Attr: a.Name, Message: a.Name + " has no default: " + broke.Value, Cause: err})
		return
	}
	b.add(diagnostic.Diag{Kind: diagnostic.Invalid, Phase: diagnostic.Defaulting, Attr: a.Name, Message: err.Error(), Cause: err})
}

// Nearest returns the most similar name, or "" if no name is similar.
func Nearest(name string, among []string) string { return nearest.Of(name, among) }
