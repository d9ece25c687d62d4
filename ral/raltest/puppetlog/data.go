package puppetlog

import (
	"regexp"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/manifest"
)

// Data returns a resource in the JSON form of Puppet's catalogs. known means that
// ralsh has the type.
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

// Tags returns the tags that every resource has: its type, the type's parts, and its
// title if that is a valid tag (semantics.md M6).
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

// HieraYAML returns a resource in Puppet's YAML form for Hiera: aligned names, values
// as in code.
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
