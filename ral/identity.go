package ral

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/value"
)

// NameOf returns the value of the only namevar for a title: /x for the title
// /x/. It returns false for a type with several namevars, and for a title that
// the namevar rejects.
func (t *Type) NameOf(ctx context.Context, title string) (string, bool) {
	if len(t.namevars) != 1 || len(t.Titles) > 0 || t.hooks.splitter != nil {
		return "", false
	}
	r := &Resource{Type: t, Title: title, Decl: &Decl{Type: t.Name, Title: title}}
	b := construction{ctx: ctx, r: r}
	b.assign(t.namevars[0], value.Str(title), "", false)
	return r.Name(), b.diags.Err() == nil
}

// KeyOf returns the Key of a resource with this title and the attributes at. It
// returns false if the title or a value is rejected.
func (t *Type) KeyOf(ctx context.Context, title string, at ...Attr) ([]value.Value, bool) {
	b := construction{ctx: ctx, r: &Resource{Type: t, Title: title, Decl: &Decl{Type: t.Name, Title: title, Attrs: at}}}
	b.title()
	b.given()
	b.defaults(slices.DeleteFunc(slices.Clone(t.defaulted), func(a *Attribute) bool { return !a.Namevar }))
	return b.r.Key(), b.diags.Err() == nil
}

// Identity distinguishes a resource from all others of its type: its name, or its key
// if it has several namevars.
func (r *Resource) Identity() string {
	if !r.Type.composite() {
		return r.Name()
	}
	return joinedKey(r.Key())
}

// Identity returns the identity of the resource that the instance represents,
// or its name if it cannot be declared.
func (inst *Instance) Identity(ctx context.Context) string {
	if inst.Type.composite() {
		if key, ok := inst.Type.KeyOf(ctx, inst.Name, inst.Keys...); ok {
			return joinedKey(key)
		}
	}
	return inst.Name
}

// composite reports whether several namevars identify a resource together.
func (t *Type) composite() bool { return len(t.namevars) > 1 && !t.PerProvider }

// keyMark precedes each part of a key, so that a key differs from every name.
const keyMark = "\x00"

func joinedKey(key []value.Value) string {
	var b strings.Builder
	for _, v := range key {
		b.WriteString(keyMark + v.Text())
	}
	return b.String()
}
