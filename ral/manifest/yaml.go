package manifest

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// YAML writes resources as a document: type to title to attributes, ensure first
// (semantics.md Z12). If several resources share a title, later titles include their
// provider. Resources that cannot be declared are comments at the end.
func YAML(resources ...Resource) (string, error) {
	var doc []value.Pair
	left := ""
	for _, r := range resources {
		if r.LeftOut != "" {
			left += r.leftOut() + "\n"
			continue
		}
		i := slices.IndexFunc(doc, func(p value.Pair) bool { return p.Key.Raw() == r.Type })
		if i < 0 {
			doc = append(doc, value.Pair{Key: value.Str(r.Type), Value: value.MapOf()})
			i = len(doc) - 1
		}
		titles := doc[i].Value.Pairs()
		title := r.Title
		if _, taken := doc[i].Value.Lookup(title); taken {
			title = r.Title + " (" + r.Provider + ")"
		}
		doc[i].Value = value.MapOf(append(titles, value.Pair{Key: value.Str(title), Value: r.yamlAttrs()})...)
	}
	return Document(value.MapOf(doc...)) + left, nil
}

// YAMLSecrets returns a comment for each secret that YAML omits, with its resource if
// there are several.
func YAMLSecrets(resources ...Resource) string {
	text := ""
	for _, r := range resources {
		of := ""
		if len(resources) > 1 {
			of = oneLine(ral.Decl{Type: r.Type, Title: r.Title}.Ref()) + ": "
		}
		for _, secret := range r.Redacted {
			text += "# " + of + secret.redacted() + "\n"
		}
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

// TitlesYAML writes resources of a type: title to attributes.
func TitlesYAML(resources ...Resource) (string, error) {
	var doc []value.Pair
	for _, r := range resources {
		doc = append(doc, value.Pair{Key: value.Str(r.Title), Value: r.yamlAttrs()})
	}
	return Document(value.MapOf(doc...)), nil
}

func (r Resource) yamlAttrs() value.Value {
	attrs := slices.Clone(r.Attrs)
	if r.Provider != "" {
		attrs = append(attrs, ral.Attr{Name: "provider", Value: value.Str(r.Provider)})
	}
	Sort(attrs)
	var pairs []value.Pair
	for _, a := range attrs {
		pairs = append(pairs, value.Pair{Key: value.Str(a.Name), Value: textKeys(a.Value)})
	}
	return value.MapOf(pairs...)
}

// textKeys returns the value with a string in place of every other key of a map, as Puppet
// writes them for Hiera.
func textKeys(v value.Value) value.Value {
	switch v.Kind() {
	case value.Map:
		var pairs []value.Pair
		for _, p := range v.Pairs() {
			pairs = append(pairs, value.Pair{Key: value.Str(p.Key.Text()), Value: textKeys(p.Value)})
		}
		return value.MapOf(pairs...)
	case value.List:
		var items []value.Value
		for _, item := range v.Items() {
			items = append(items, textKeys(item))
		}
		return value.ListOf(items...)
	}
	return v
}
