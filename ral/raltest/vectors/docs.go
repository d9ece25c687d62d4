package vectors

import (
	"testing"

	"ralsh/ral/raltest/puppetlog"
	"ralsh/ral/typedoc"
)

// Docs runs the cases about documentation texts: their indentation, and the parts
// that are added to them.
func Docs(t *testing.T, c Case) map[string]any {
	text := ""
	if c.When.Text != nil {
		text = *c.When.Text
	}
	switch c.When.Op {
	case "":
		text = typedoc.Scrub(text)
	case "markdown_definitionlist":
		text = puppetlog.Definition(*c.When.Term, text)
	case "markdown_header":
		text = puppetlog.Header(text, c.When.Level)
	case "doctable":
		text = puppetlog.Table(c.When.Headers, c.When.Rows)
	case "attribute_doc":
		text = puppetlog.AttributeDoc(c.Given.Attribute.Attribute())
	case "provider_doc":
		own := one("widget")
		own.Providers = []ProviderDef{*c.Given.Provider}
		_, env, _ := registered(t, c, own)
		text = puppetlog.ProviderDoc(env.Registry.Type("widget").Providers()[0])
	}
	return map[string]any{"text": text}
}
