package export

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// Run returns a run as code that can be applied again: its applied
// declarations in order, with the relationships between them, including
// relationships through classes and defined types. apply rejects the code until
// the user replaces the secrets. Except in JSON, comments name the omitted parts:
// values that are not stored or not text, relationships to resources that the run
// did not change, and resources that differ from their declaration.
func Run(all []journal.Declaration, as Format) (string, error) {
	c := codeOf(all)
	resources := make([]manifest.Resource, len(c.all))
	for i, d := range c.all {
		resources[i] = c.resource(d)
		if as != Puppet {
			resources[i].MaskSecrets()
		}
	}
	switch as {
	case Puppet:
		return manifest.Puppet(resources...), nil
	case YAML:
		text, err := manifest.YAML(resources...)
		for _, r := range resources {
			text += omitted(r)
		}
		return text, err
	case JSON:
		return listJSON(resources)
	}
	return "", unknownFormat(as)
}

// runCode holds the declarations of a run that is written as code.
type runCode struct {
	all     []journal.Declaration
	applied map[string]bool
	// covered holds the pairs of a resource and a container that are written as
	// relationships to the resources in the container.
	covered map[[2]string]bool
}

func codeOf(all []journal.Declaration) runCode {
	c := runCode{all, make(map[string]bool), make(map[[2]string]bool)}
	for _, d := range all {
		if d.Refused == "" {
			c.applied[d.Decl.Ref()] = true
		}
	}
	for _, d := range all {
		if d.Refused != "" {
			continue
		}
		for _, rel := range d.Inherits {
			c.covered[[2]string{d.Decl.Ref(), rel.Of}] = true
			for _, ref := range rel.From {
				c.covered[[2]string{ref, rel.Of}] = true
			}
		}
	}
	return c
}

func (c runCode) resource(d journal.Declaration) manifest.Resource {
	r := manifest.Resource{
		Type: d.Decl.Type, Title: d.Decl.Title, Provider: d.Decl.Provider, LeftOut: d.Refused, Secrets: d.Secrets,
	}
	if r.LeftOut == "" && !isText(value.Str(r.Title)) {
		r.LeftOut = "the title is not UTF-8"
	}
	for _, lost := range d.Gone {
		r.Unknown = append(r.Unknown, manifest.Unknown{Name: lost.Name, Reason: lost.Reason})
	}
	omit := func(name, why string) { r.NotTaken = append(r.NotTaken, manifest.Unknown{Name: name, Reason: why}) }
	for _, a := range d.Decl.Attrs {
		switch {
		case manifest.IsRelationship(a.Name):
			var others []value.Value
			a.Value, others = c.within(a.Value)
			for _, other := range others {
				if !c.covered[[2]string{d.Decl.Ref(), refOf(other)}] {
					omit(a.Name, other.Text()+", which the run did not change")
				}
			}
		case !isText(a.Value):
			omit(a.Name, notText(a.Value))
			continue
		}
		if !a.Value.IsNil() {
			r.Attrs = append(r.Attrs, a)
		}
	}
	for _, rel := range d.Inherits {
		if rel.From == nil {
			omit(rel.Kind, fmt.Sprintf("%d resources through %s (too many to list)", rel.Count, rel.Of))
		}
		for _, ref := range rel.From {
			if c.applied[ref] {
				relate(&r, rel.Kind, ref)
			} else {
				omit(rel.Kind, ref+" through "+rel.Of+", which the run did not change")
			}
		}
	}
	return r
}

// relate adds a relationship, unless the resource has it; subscribe includes
// require.
func relate(r *manifest.Resource, kind, ref string) {
	typ, title, _ := ral.SplitRef(ref)
	for i := range r.Attrs {
		a := &r.Attrs[i]
		if a.Name != "require" && a.Name != "subscribe" {
			continue
		}
		at := slices.IndexFunc(a.Value.Elements(), func(v value.Value) bool { return refOf(v) == ref })
		switch {
		case at < 0:
		case a.Name == kind || a.Name == "subscribe":
			return
		default:
			a.Value = list(slices.Delete(slices.Clone(a.Value.Elements()), at, at+1))
		}
	}
	r.Attrs = slices.DeleteFunc(r.Attrs, func(a ral.Attr) bool { return a.Value.IsNil() })
	i := slices.IndexFunc(r.Attrs, func(a ral.Attr) bool { return a.Name == kind })
	if i < 0 {
		r.Attrs = append(r.Attrs, ral.Attr{Name: kind})
		i = len(r.Attrs) - 1
	}
	r.Attrs[i].Value = list(append(slices.Clone(r.Attrs[i].Value.Elements()), value.Ref(typ, title)))
}

// within splits references into references to applied resources, or nil, and the
// rest.
func (c runCode) within(v value.Value) (kept value.Value, others []value.Value) {
	var refs []value.Value
	for _, ref := range v.Elements() {
		if c.applied[refOf(ref)] {
			refs = append(refs, ref)
		} else {
			others = append(others, ref)
		}
	}
	return list(refs), others
}

func refOf(v value.Value) string {
	typ, title, _ := v.Target()
	return ral.Decl{Type: typ, Title: title}.Ref()
}

// list returns a list, or its only element; nil if it is empty.
func list(items []value.Value) value.Value {
	switch len(items) {
	case 0:
		return value.Value{}
	case 1:
		return items[0]
	}
	return value.ListOf(items...)
}

// isText reports whether code can hold every text of a value.
func isText(v value.Value) bool {
	for _, item := range v.Items() {
		if !isText(item) {
			return false
		}
	}
	for _, p := range v.Pairs() {
		if !isText(p.Key) || !isText(p.Value) {
			return false
		}
	}
	return v.Kind() != value.String || utf8.ValidString(v.Raw()) && !strings.Contains(v.Raw(), "\x00")
}

func notText(v value.Value) string {
	if v.Kind() != value.String {
		return "a value with binary data"
	}
	return fmt.Sprintf("%d bytes of binary data with the checksum {sha256}%x", len(v.Raw()), sha256.Sum256([]byte(v.Raw())))
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

// listJSON returns resources as the list that apply reads, without the omitted
// parts.
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
