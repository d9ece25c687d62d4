package ral

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/value"
)

// NameOf is what the only namevar would be for a title: /x for the title /x/.
// It is false for a type with several namevars, and for a title that the
// namevar refuses.
func (t *Type) NameOf(ctx context.Context, title string) (string, bool) {
	if len(t.namevars) != 1 || len(t.Titles) > 0 {
		return "", false
	}
	r := &Resource{Type: t, Title: title}
	b := builder{ctx: ctx, r: r}
	b.assign(t.namevars[0], value.Str(title), "", false)
	return r.Name(), b.diags.Err() == nil
}

// KeyOf is the Key of what has this title and says at besides. It is false where
// the title or a value is refused.
func (t *Type) KeyOf(ctx context.Context, title string, at ...Attr) ([]value.Value, bool) {
	b := builder{ctx: ctx, r: &Resource{Type: t, Title: title, Decl: Decl{Type: t.Name, Title: title, Attrs: at}}}
	b.title()
	b.given()
	b.defaults(slices.DeleteFunc(slices.Clone(t.defaulted), func(a *Attribute) bool { return !a.Namevar }))
	return b.r.Key(), b.diags.Err() == nil
}

// Identity distinguishes a resource from all others of its type: its name, or its
// key when it has none.
func (r *Resource) Identity() string {
	if !r.Type.composite() {
		return r.Name()
	}
	return joinedKey(r.Key())
}

// Identity is that of the resource which the instance is; its name when it is none
// that can be declared.
func (inst *Instance) Identity(ctx context.Context) string {
	if inst.Type.composite() {
		if key, ok := inst.Type.KeyOf(ctx, inst.Name, inst.Keys...); ok {
			return joinedKey(key)
		}
	}
	return inst.Name
}

// composite reports whether several namevars make up what a resource is.
func (t *Type) composite() bool { return len(t.namevars) > 1 && !t.PerProvider }

// keyMark goes before each part of a key, so that none is a name.
const keyMark = "\x00"

func joinedKey(key []value.Value) string {
	var b strings.Builder
	for _, v := range key {
		b.WriteString(keyMark + v.Text())
	}
	return b.String()
}
