package model

import (
	"encoding/json"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/journal"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// RunCode returns what a run applied as code that can be applied again: its
// declarations in order, with their relationships among each other. A secret is
// value.Redacted, which an apply refuses until it is replaced. Comments, which
// JSON does not have, name what is omitted: values that are not stored,
// relationships to resources that the run did not change, and resources that are
// not as declared.
func (s *Session) RunCode(rec *journal.Record, as Format) (string, error) {
	all := rec.Declarations(host.PeekState(s.journal))
	applied := make(map[string]bool)
	for _, d := range all {
		if d.Refused == "" {
			applied[d.Decl.Ref()] = true
		}
	}
	resources := make([]manifest.Resource, len(all))
	for i, d := range all {
		resources[i] = codeOf(d, applied)
	}
	switch as {
	case AsPuppet:
		return manifest.Puppet(resources...), nil
	case AsYAML:
		text, err := manifest.YAML(resources...)
		for _, r := range resources {
			text += omitted(r)
		}
		return text, err
	case AsJSON:
		return listJSON(resources)
	}
	return "", fmt.Errorf("no format is called %s; there are puppet, yaml and json", as)
}

func codeOf(d journal.Declaration, applied map[string]bool) manifest.Resource {
	r := manifest.Resource{
		Type: d.Decl.Type, Title: d.Decl.Title, Provider: d.Decl.Provider, LeftOut: d.Refused,
	}
	for _, name := range d.Secrets {
		// apply refuses the mask, so that no file is created without its content.
		r.Attrs = append(r.Attrs, ral.Attr{Name: name, Value: value.Str(value.Redacted)})
	}
	for _, lost := range d.Gone {
		r.Unknown = append(r.Unknown, manifest.Unknown{Name: lost.Name, Reason: lost.Reason})
	}
	for _, a := range d.Decl.Attrs {
		if slices.Contains(relationships(), a.Name) {
			var others []value.Value
			a.Value, others = within(a.Value, applied)
			for _, other := range others {
				r.NotTaken = append(r.NotTaken, manifest.Unknown{Name: a.Name, Reason: other.Text() + ", which the run did not change"})
			}
		}
		if !a.Value.IsNil() {
			r.Attrs = append(r.Attrs, a)
		}
	}
	return r
}

// within splits references: those to applied resources, nil if there are none,
// and the others.
func within(v value.Value, applied map[string]bool) (kept value.Value, others []value.Value) {
	var list []value.Value
	for _, ref := range v.Elements() {
		typ, title, _ := ref.Target()
		if applied[ral.Decl{Type: typ, Title: title}.Ref()] {
			list = append(list, ref)
		} else {
			others = append(others, ref)
		}
	}
	switch len(list) {
	case 0:
		return value.Value{}, others
	case 1:
		return list[0], others
	}
	return value.ListOf(list...), others
}

// omitted returns a comment for each attribute that YAML omits.
func omitted(r manifest.Resource) string {
	if r.LeftOut != "" {
		return ""
	}
	text, ref := "", ral.Decl{Type: r.Type, Title: r.Title}.Ref()
	for _, u := range slices.Concat(r.Unknown, r.NotTaken) {
		text += fmt.Sprintf("# %s: %s is left out: %s\n", ref, u.Name, u.Reason)
	}
	return text
}

// listJSON returns resources as the list that apply reads; what is omitted is
// not in it.
func listJSON(resources []manifest.Resource) (string, error) {
	type item struct {
		Type       string         `json:"type"`
		Title      string         `json:"title"`
		Provider   string         `json:"provider,omitempty"`
		Attributes map[string]any `json:"attributes"`
	}
	list := []item{}
	for _, r := range resources {
		if r.LeftOut != "" {
			continue
		}
		it := item{r.Type, r.Title, r.Provider, make(map[string]any)}
		for _, a := range r.Attrs {
			it.Attributes[a.Name] = a.Value.Plain()
		}
		list = append(list, it)
	}
	out, err := json.MarshalIndent(list, "", "  ")
	return string(out) + "\n", err
}
