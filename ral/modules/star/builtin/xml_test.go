package builtin_test

import (
	"fmt"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"ralsh/ral/modules/star"
	"ralsh/ral/value"
)

// evaluated returns what an expression is, or why it is none.
func evaluated(t testing.TB, code string) string {
	t.Helper()
	d, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte("function('m::f', lambda: inspect(" + code + "))")})
	if err != nil {
		return err.Error()
	}
	v, err := d.Functions[0].Call(t.Context())
	if err != nil {
		return err.Error()
	}
	return v.Text()
}

const zonesXML = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment --><List xmlns="https://example.com/doc/" xmlns:x="urn:x">
  <Zone x:kind="a&amp;b"><Name>example.com.</Name><Id/></Zone>
  <x:Zone><Name>a<![CDATA[<b>]]>&#65;&lt;</Name>tail</x:Zone><?pi x?>
</List>`

func TestDecodeXML(t *testing.T) {
	doc := "xml.decode(" + starlark.String(zonesXML).String() + ")"
	for code, want := range map[string]string{
		doc + `.name`:         `"List"`,
		doc + `.attrs`:        `{}`,
		doc + `.text.strip()`: `""`,
		`[z.first("Name").text for z in ` + doc + `.all("Zone")]`: `["example.com.", "a<b>A<"]`,
		doc + `.first("Zone").attrs`:                              `{"kind"=>"a&b"}`,
		doc + `.first("Zone").first("Id").text`:                   `""`,
		doc + `.first("None") == None`:                            `true`,
		doc + `.all("None")`:                                      `[]`,
		`[n.name for n in ` + doc + `.children[0].children]`:      `["Name", "Id"]`,
		doc + `.children[1].text`:                                 `"tail"`,
		`xml.decode("<a", None) == None`:                          `true`,
		`xml.decode("<a", default = 7)`:                           `7`,
		`xml.decode("<a/>", default = 7).name`:                    `"a"`,
		`xml.decode("\ufeff<a/>", default = 7)`:                   `7`,
	} {
		if got := evaluated(t, code); got != want {
			t.Errorf("%s\nis %s\nwant %s", code, got, want)
		}
	}
}

func TestEncodeXML(t *testing.T) {
	const head = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"
	for code, want := range map[string]string{
		`xml.encode(("a", ""))`:                                              head + `<a></a>`,
		`xml.encode(("a", [("b", 7), ("c", True), ("d", [])]))`:              head + `<a><b>7</b><c>true</c><d></d></a>`,
		`xml.encode(("s:a", "<&>\"'\n", {"xmlns:s": "urn:s", "b": "<\">"}))`: head + `<s:a xmlns:s="urn:s" b="&lt;&#34;&gt;">&lt;&amp;&gt;&#34;&#39;&#xA;</s:a>`,
		`xml.encode(("a", [xml.decode("<b c='d'>e<f/></b>")]))`:              head + `<a><b c="d">e<f></f></b></a>`,
		`str(xml.encode(("a", [("b", secret("x"))])))`:                       "[redacted]",
		`xml.encode(("a", "", {"b": secret("x")})).reveal()`:                 head + `<a b="x"></a>`,
		`xml.encode("a")`:                    "xml.encode: a node must be (NAME, CONTENT), (NAME, CONTENT, ATTRS) or from xml.decode, not a string",
		`xml.encode(("a",))`:                 "xml.encode: a node must be (NAME, CONTENT)",
		`xml.encode((7, "a"))`:               "the name of a node must be a string, not a number",
		`xml.encode(("a b", ""))`:            `invalid element name "a b"`,
		`xml.encode(("a", "", {"b c": ""}))`: `invalid attribute name "b c"`,
		`xml.encode(("a", "", {"b": [1]}))`:  "a, b must be a string, a number or a list of nodes, not a list",
		`xml.encode(("a", "", "b"))`:         "the attributes of a must be a dict, not a string",
		`xml.encode(("a", None))`:            "a must be a string, a number or a list of nodes, not None",
		`xml.encode(("a", present))`:         "a must be a string, a number or a list of nodes",
		`xml.encode(("a", "\x01"))`:          "a: the string contains a character that XML does not allow",
		`xml.encode(("a", ["b"]))`:           "a node must be (NAME, CONTENT)",
		`_loop()`:                            "the document is deeper than 100 elements",
		`_wide()`:                            "the document is longer than 16777216 bytes",
	} {
		text := `
def _loop():
    l = []
    l.append(("a", l))
    return xml.encode(("a", l))

def _wide():
    l = [("a", "x" * 1000)]
    for _ in range(30):
        l = [("a", l), ("a", l)]
    return xml.encode(("a", l))

function("m::f", lambda: ` + code + `)`
		v, err := load(t, text).Functions[0].Call(t.Context())
		if got := v.Text() + fmt.Sprint(err); !strings.HasPrefix(got, want) && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\nis %s, %v\nwant %s", code, v, err, want)
		}
	}
}

// What is encoded is decoded as it was.
func FuzzXML(f *testing.F) {
	f.Add("a", "b", "c")
	f.Add("x-1", "\r\n\t <&>", `"'`)
	f.Fuzz(func(t *testing.T, name, text, attr string) {
		d := load(t, `
def _there_and_back(name, text, attr):
    node = xml.decode(xml.encode((name, text, {"k": attr})))
    again = xml.decode(xml.encode(node))
    return node.name == name and [node.text, again.text] == [text, text] and node.attrs == {"k": attr} and again.attrs == node.attrs

function("m::f", _there_and_back)`)
		v, err := d.Functions[0].Call(t.Context(), value.Str(name), value.Str(text), value.Str(attr))
		if err == nil && v.Text() != "true" {
			t.Errorf("%q %q %q: %s", name, text, attr, v)
		}
	})
}
