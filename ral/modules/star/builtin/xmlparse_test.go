package builtin

import (
	"strings"
	"testing"
)

// What is no document, or would take too much, is refused with the reason.
func TestRefusedXML(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("<a>", n) + strings.Repeat("</a>", n) }
	for name, c := range map[string]struct{ text, want string }{
		"empty":              {"", "the document contains no element"},
		"text only":          {"hello", "the document contains text outside the root element"},
		"cut":                {"<a><b>", "unexpected EOF"},
		"cut in a tag":       {"<a><b", "unexpected EOF"},
		"another end":        {"<a></b>", "element <a> closed by </b>"},
		"two roots":          {"<a/><b/>", "<b> follows the root element"},
		"text after it":      {"<a/>x", "the document contains text outside the root element"},
		"HTML":               {"<!DOCTYPE html><html><br></html>", "a DTD is not allowed"},
		"a DTD":              {`<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, "a DTD is not allowed"},
		"a file":             {`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`, "a DTD is not allowed"},
		"an entity":          {"<a>&nbsp;</a>", "invalid character entity &nbsp;"},
		"a character":        {"<a>\x01</a>", "illegal character code"},
		"another encoding":   {`<?xml version="1.0" encoding="ISO-8859-1"?><a/>`, "ISO-8859-1"},
		"an attribute twice": {`<a b="1" b="2"/>`, "<a> has the attribute b twice"},
		"deep enough":        {deep(100), ""},
		"too deep":           {deep(101), "the document is deeper than 100 elements"},
		"endlessly deep":     {strings.Repeat("<a>", 1_000_000), "the document is deeper than 100 elements"},
		"many":               {"<a>" + strings.Repeat("<b/>", 199_999) + "</a>", ""},
		"too many":           {"<a>" + strings.Repeat("<b/>", 200_000) + "</a>", "the document contains more than 200000 elements"},
		"much":               {"<a>" + strings.Repeat("x<!---->", 1<<16) + "</a>", ""},
		"too much":           {"<a>" + strings.Repeat("x", 16<<20) + "</a>", "at most 16777216"},
	} {
		root, err := parseXML(c.text)
		if c.want == "" && (err != nil || root.name != "a") || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
