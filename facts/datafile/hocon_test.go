package datafile

import (
	"strings"
	"testing"
)

func TestHOCON(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `{}`},
		{"# only a comment\n// and one more", `{}`},
		{`{"a": {"b": [1, "x y", true]}}`, `{"a"=>{"b"=>["1", "x y", "true"]}}`},
		{"a : {\n  b = one two # c\n  c { d : 1 }\n}\ne.f = g\n", `{"a"=>{"b"=>"one two", "c"=>{"d"=>"1"}}, "e"=>{"f"=>"g"}}`},
		{"a { b : 1 }\na { c : 2 }\na.b : 3", `{"a"=>{"b"=>"3", "c"=>"2"}}`},
		{
			"facts : { blocklist : [ \"file system\", os.name,\n memory\n], ttls : [ { \"a b\" : 30 days } ], }",
			`{"facts"=>{"blocklist"=>["file system", "os.name", "memory"], "ttls"=>[{"a b"=>"30 days"}]}}`,
		},
		{"a = /x/y\nb = \"é\\n\"\nc = null", "{\"a\"=>\"/x/y\", \"b\"=>\"é\\n\", \"c\"=>nil}"},
		{"a : {\n", "line 2: a } is missing"},
		{"a : [1, 2", "line 1: a ] is missing"},
		{"a", "line 1: a : or = is missing"},
		{"a : \"x", "line 1: a quote is not closed"},
		{"a : \"\"\"x\"\"\"", "line 1: text in triple quotes is not supported"},
		{"a : ${b}", "line 1: '$' must be in quotes"},
		{"include \"x\"", "line 1: include is not supported"},
		{"include : x", `{"include"=>"x"}`},
		{"{}}", "line 1: unexpected text after the end: '}'"},
		{"a : 1 }", "line 1: a name is missing before '}'"},
		{"\n\n: 1", "line 3: a name is missing before ':'"},
		{strings.Repeat("a{", 200), "line 1: nested deeper than 100 levels"},
		{strings.Repeat("a.", 200) + "b=1", "line 1: nested deeper than 100 levels"},
		{"a : \"\xff\"", "it is not UTF-8 at byte 5"},
	} {
		v, err := HOCON(c.text)
		got := v.Inspect()
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%.60q: %s, want %s", c.text, got, c.want)
		}
	}
}
