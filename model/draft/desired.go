package draft

import (
	"slices"

	"ralsh/model/export"
	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// DesiredName is the name of the text: of the file for the editor, and in the
// positions of diagnostics.
const DesiredName = "desired.pp"

// Desired is the desired state of drafts as text, with the data to read the
// text back into them.
type Desired struct {
	Text string
	rows []written
}

// written is a draft as written in the text.
type written struct {
	draft    *Draft // a copy
	provider string // as written
	names    []string
	base     []ral.Attr // what the text declares; nil if it cannot be read back
}

const desiredHead = `# The desired state as Puppet code. ralsh reads it when you close the editor, and
# does not apply it yet. Values that you do not change, resources that you remove
# from this file, and secrets, which are not shown, stay as they are.

`

// WriteDesired writes drafts as Puppet code. If asIs is set, each includes the
// current values that can be declared. Secrets are omitted, and unknown values
// are comments.
func WriteDesired(drafts []*Draft, asIs bool) *Desired {
	d := &Desired{}
	text := []byte(desiredHead)
	for i, draft := range drafts {
		r := writable(draft, asIs)
		row := written{draft: draft.Clone(), provider: r.Provider}
		for _, a := range r.Attrs {
			row.names = append(row.names, a.Name)
		}
		code := r.AppendPuppet(nil)
		if in, err := manifest.ReadPart(DesiredName, code); err == nil && len(in.Items) > 0 {
			row.base = in.Items[0].Decl.Attrs
		}
		if i > 0 {
			text = append(text, '\n')
		}
		text = append(text, code...)
		d.rows = append(d.rows, row)
	}
	d.Text = string(text)
	return d
}

// writable returns the resource to write for a draft.
func writable(d *Draft, asIs bool) manifest.Resource {
	wants := manifest.Declared(d.Decl(), d.Type)
	for i := range wants.Attrs {
		if a := d.Type.Attr(wants.Attrs[i].Name); a != nil && a.Kind == ral.Meta {
			wants.Attrs[i].Value = asRefs(wants.Attrs[i].Value)
		}
	}
	if !asIs || d.Found == nil {
		return wants
	}
	r := manifest.FromInstance(d.Found, false)
	r.Title = d.Title
	if wants.Provider != "" {
		r.Provider = wants.Provider
	}
	selected := func(name string) bool {
		_, ok := d.Text(name)
		return ok
	}
	r.Attrs = slices.DeleteFunc(r.Attrs, func(a ral.Attr) bool { return selected(a.Name) })
	r.Unknown = slices.DeleteFunc(r.Unknown, func(u manifest.Unknown) bool { return selected(u.Name) })
	r.Redacted = slices.DeleteFunc(r.Redacted, func(u manifest.Unknown) bool { return selected(u.Name) })
	r.Attrs = append(r.Attrs, wants.Attrs...)
	r.Redacted = append(r.Redacted, wants.Redacted...)
	return r
}

func asRefs(v value.Value) value.Value {
	items := slices.Clone(v.Items())
	for i, item := range items {
		if ref, err := ral.ParseRef(item); err == nil {
			items[i] = ref
		}
	}
	if len(items) == 0 {
		return v
	}
	return value.ListOf(items...)
}

// Copy returns the desired state of a draft as code.
func Copy(d *Draft, as export.Format) (string, error) {
	return export.Resource(writable(d, false), as)
}
