package model

import (
	"context"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// wrong returns the diagnostics of a draft with their positions. They contain
// no secret.
func (on Checker) wrong(ctx context.Context, d *Draft, at ral.Decl, elements map[string][]string) (bad ral.Diags) {
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
		if diag.Kind == ral.Dropped {
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
func ofElement(d ral.Decl, diag ral.Diag) int {
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
