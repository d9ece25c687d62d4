package manifest

import (
	"slices"

	"github.com/goccy/go-yaml"

	"ralsh/ral/value"
)

// YAML writes resources as one document, type to title to attributes, ensure
// first (semantics.md Z12). When several share a title the later one is named
// with its provider, so that none is lost.
func YAML(resources ...Resource) (string, error) {
	var doc yaml.MapSlice
	for _, r := range resources {
		i := slices.IndexFunc(doc, func(item yaml.MapItem) bool { return item.Key == r.Type })
		if i < 0 {
			doc = append(doc, yaml.MapItem{Key: r.Type, Value: yaml.MapSlice{}})
			i = len(doc) - 1
		}
		titles := doc[i].Value.(yaml.MapSlice)
		title := value.Str(r.Title).Plain()
		if slices.ContainsFunc(titles, func(item yaml.MapItem) bool { return item.Key == title }) {
			title = r.Title + " (" + r.Provider + ")"
		}
		doc[i].Value = append(titles, yaml.MapItem{Key: title, Value: r.yamlAttrs()})
	}
	out, err := yaml.Marshal(doc)
	return string(out), err
}

func (r Resource) yamlAttrs() yaml.MapSlice {
	var attrs yaml.MapSlice
	for _, a := range r.Attrs {
		attrs = append(attrs, yaml.MapItem{Key: a.Name, Value: a.Value.Plain()})
	}
	if r.Provider != "" {
		attrs = append(attrs, yaml.MapItem{Key: "provider", Value: r.Provider})
	}
	return attrs
}
