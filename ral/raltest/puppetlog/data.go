package puppetlog

import (
	"regexp"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/manifest"
)

// Data is a resource in the JSON form that Puppet's catalogs have. known says
// that the type is one that the tool has.
func Data(r manifest.Resource, known bool) map[string]any {
	m := map[string]any{
		"type": ral.Capitalise(r.Type), "title": r.Title, "tags": Tags(r.Type, r.Title), "exported": false, "kind": "unknown",
	}
	if known {
		m["kind"] = "compilable_type"
	}
	if len(r.Attrs) > 0 {
		params := map[string]any{}
		for _, a := range r.Attrs {
			params[a.Name] = a.Value.Plain()
		}
		m["parameters"] = params
	}
	return m
}

// Tags are those that a resource has by itself: its type, the parts of that,
// and its title when it can be one (semantics.md M6).
func Tags(typ, title string) []string {
	typ = strings.ToLower(typ)
	tags := []string{typ}
	if parts := strings.Split(typ, "::"); len(parts) > 1 {
		tags = append(tags, parts...)
	}
	title = strings.ToLower(title)
	if tag.MatchString(title) && !slices.Contains(tags, title) {
		tags = append(tags, title)
	}
	return tags
}

var tag = regexp.MustCompile(`\A[[:alnum:]_][[:alnum:]_:.-]*\z`)

// HieraYAML is a resource in the form that Puppet calls YAML for Hiera: names
// aligned, values as in code.
func HieraYAML(r manifest.Resource) string {
	attrs := slices.Clone(r.Attrs)
	manifest.Sort(attrs)
	width := 0
	for _, a := range attrs {
		width = max(width, len(a.Name))
	}
	out := "  " + r.Title + ":\n"
	for _, a := range attrs {
		out += "    " + a.Name + strings.Repeat(" ", width-len(a.Name)) + ": " + a.Value.Literal() + "\n"
	}
	return out
}
