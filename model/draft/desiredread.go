package draft

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// EditedResource is a resource that the edited text changes or adds.
type EditedResource struct {
	Type     *ral.Type
	Title    string
	Provider *ral.Provider // provider of the draft; for a new resource, the declared provider
	Found    *ral.Instance
	New      bool // the original text did not contain it

	becomes *Draft
}

// Ref returns the reference to the resource.
func (e EditedResource) Ref() string { return e.Type.Ref(e.Title) }

// Take changes a draft to the values that the text declares.
func (e EditedResource) Take(d *Draft) {
	if d.Provider != e.becomes.Provider {
		d.Provider, d.Found = e.becomes.Provider, nil
	}
	for name := range maps.Clone(d.texts) {
		d.Set(name, e.becomes.texts[name].text)
	}
	for name, t := range e.becomes.texts {
		d.Set(name, t.text)
	}
}

// EditResult is the result of reading an edited text.
type EditResult struct {
	List    []EditedResource // changed and new resources
	Missing []string         // resources that are missing from the text and stay unchanged
}

// Read reads the edited text. Every resource is built as for a plan. If the
// second result, the diagnostics with their positions, is not empty, the text
// must not be used.
func (d *Desired) Read(ctx context.Context, on Checker, text string) (EditResult, diagnostic.Diags) {
	var result EditResult
	in, err := manifest.ReadPart(DesiredName, []byte(text))
	bad, _ := errors.AsType[diagnostic.Diags](err)
	if in != nil && len(in.Items) == 0 && err == nil {
		bad = diagnostic.Diags{{Pos: DesiredName + ":1:1", Message: "the text declares no resources"}}
	}
	if in == nil || len(in.Items) == 0 && len(bad) > 0 {
		return result, bad
	}
	rows := slices.Clone(d.rows)
	for _, it := range in.Items {
		e, wrong := on.edited(ctx, takeRow(&rows, it.Decl), it, in.Elements)
		if it.Incomplete { // a diagnostic of the whole may only result from the missing part
			wrong = slices.DeleteFunc(wrong, func(d diagnostic.Diag) bool { return d.Attr == "" && d.Kind != diagnostic.UnknownAttribute })
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

// takeRow removes and returns the row of a declaration: the row with its
// provider, or the first row with its title, or nil.
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

// edited returns the draft's resource as declared in the text, nil if
// it did not change.
func (on Checker) edited(ctx context.Context, row *written, it manifest.Item, elements map[string][]string) (*EditedResource, diagnostic.Diags) {
	decl := it.Decl
	t := on.env.Registry.Type(decl.Type)
	switch {
	case it.Container:
		return nil, diagnostic.Diags{{Pos: decl.Pos, Message: decl.Ref() + " is a class or a defined type: write the resources in it instead"}}
	case t == nil:
		_, wrong := on.env.Build(ctx, decl)
		return nil, wrong
	}
	isNew := row == nil
	if isNew {
		row = &written{draft: New(t, decl.Title, t.Provider(decl.Provider), nil), provider: decl.Provider}
	}
	becomes := row.draft.Clone()
	// A missing provider means the default; the state that was read stays.
	named := decl.Provider != "" || on.env.Elect(ctx, t).Winner != row.draft.Provider
	if row.provider != decl.Provider && named {
		becomes.Provider = t.Provider(decl.Provider)
	}
	bad := row.take(becomes, decl, elements)
	bad = append(bad, on.wrong(ctx, becomes, decl, elements)...)
	if isNew && len(bad) == 0 && becomes.Empty() {
		bad = diagnostic.Diags{{Pos: decl.Pos, Resource: decl.Ref(), Message: "the resource declares no attributes: add an attribute"}}
	}
	if !isNew && maps.EqualFunc(becomes.texts, row.draft.texts, func(a, b typed) bool { return a.text == b.text }) && becomes.Provider == row.draft.Provider {
		return nil, bad
	}
	return &EditedResource{
		Type: t, Title: decl.Title, Provider: row.draft.Provider, Found: row.draft.Found, New: isNew, becomes: becomes,
	}, bad
}

// take sets the values that differ from the written values on a draft.
func (r *written) take(d *Draft, decl ral.Decl, elements map[string][]string) (bad diagnostic.Diags) {
	for _, name := range r.names {
		if _, ok := decl.Get(name); !ok {
			d.Set(name, "")
		}
	}
	for _, a := range decl.Attrs {
		attr := d.Type.Attr(a.Name)
		if attr == nil || slices.ContainsFunc(a.Value.Elements(), value.Value.IsNil) {
			continue // unknown, or with a rejected element
		}
		if i := slices.IndexFunc(r.base, func(b ral.Attr) bool { return b.Name == a.Name }); i >= 0 && r.base[i].Value.Equal(a.Value) {
			continue
		}
		text, at, why := notation.Exact(attr, a.Value)
		if why != "" {
			bad = append(bad, diagnostic.Diag{Resource: decl.Ref(), Attr: a.Name, Pos: elementOf(elements, a.Pos, at), Message: why})
			continue
		}
		d.Set(a.Name, text)
	}
	return bad
}

// wrong returns the diagnostics of a draft with their positions. They contain
// no secret.
func (on Checker) wrong(ctx context.Context, d *Draft, at ral.Decl, elements map[string][]string) (bad diagnostic.Diags) {
	decl := d.Decl()
	decl.Pos, decl.Provider = at.Pos, at.Provider
	for i := range decl.Attrs {
		decl.Attrs[i].Pos = placeOf(at, decl.Attrs[i].Name)
	}
	for _, a := range at.Attrs {
		if d.Type.Attr(a.Name) == nil {
			decl.Attrs = append(decl.Attrs, a)
		}
	}
	_, diags := on.env.Build(ctx, decl)
	for _, diag := range diags {
		if diag.Kind == diagnostic.Dropped {
			continue
		}
		if diag.Attr != "" {
			diag.Pos = elementOf(elements, placeOf(at, diag.Attr), ofElement(at, diag))
		}
		diag.Message = withoutSecrets(d, diag.Message)
		bad = append(bad, diag)
	}
	return bad
}

func placeOf(d ral.Decl, attr string) string {
	for _, a := range d.Attrs {
		if a.Name == attr && a.Pos != "" {
			return a.Pos
		}
	}
	return d.Pos
}

// ofElement returns the index of the list element that a diagnostic concerns,
// -1 for the whole value.
func ofElement(d ral.Decl, diag diagnostic.Diag) int {
	v, _ := d.Get(diag.Attr)
	if items := v.Items(); v.Kind() == value.List && diag.Index < len(items) && items[diag.Index].Text() == diag.Value.Reveal().Text() {
		return diag.Index
	}
	return -1
}

// withoutSecrets removes the secrets of a draft from a message.
func withoutSecrets(d *Draft, text string) string {
	for _, a := range d.Type.Order() {
		if secret, ok := d.Text(a.Name); ok && a.Sensitive {
			text = strings.ReplaceAll(text, secret, value.Redacted)
		}
	}
	return text
}

// elementOf returns the position of the element with index at, or that of the
// attribute if it is unknown or at is -1.
func elementOf(elements map[string][]string, attr string, at int) string {
	if list := elements[attr]; at >= 0 && at < len(list) {
		return list[at]
	}
	return attr
}
