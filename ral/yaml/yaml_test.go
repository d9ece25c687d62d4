package yaml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ralsh/ral/yaml"
)

// text returns a node as "LINE:COLUMN value".
func text(n *yaml.Node) string {
	at := fmt.Sprintf("%d:%d ", n.Line, n.Column)
	if n.Tag != "" {
		at += n.Tag + " "
	}
	if n.Anchored {
		at += "& "
	}
	var parts []string
	for i := range n.Items {
		part := text(&n.Items[i])
		if n.Kind == yaml.Map {
			part = text(&n.Keys[i]) + ": " + part
		}
		parts = append(parts, part)
	}
	switch {
	case n.Kind == yaml.Map:
		return at + "{" + strings.Join(parts, ", ") + "}"
	case n.Kind == yaml.List:
		return at + "[" + strings.Join(parts, ", ") + "]"
	case n.Kind == yaml.Alias:
		return at + "*"
	case n.Merge:
		return at + "merge"
	case n.Plain:
		return at + fmt.Sprintf("%T %s", n.Value, n.Text)
	}
	return at + fmt.Sprintf("%T %q", n.Value, n.Text)
}

func TestParse(t *testing.T) {
	few := yaml.Limits{Values: 20, TooMany: "too many", Depth: 5, TooDeep: "too deep"}
	for _, c := range []struct {
		text   string
		limits yaml.Limits
		want   string
	}{
		{"", few, ""},
		{"%YAML 1.2\n---\na", few, "3:1 string a"},
		{"[~, 1, -1, 1.5, true, x, 'x', \"x\"]", few, `1:1 [1:2 <nil> , 1:5 uint64 1, 1:8 int64 -1, 1:12 float64 1.5, 1:17 bool true, 1:23 string x, 1:26 string "x", 1:31 string "x"]`},
		{"- |\n  a\n  b\n", few, `1:1 [1:3 string "a\nb\n"]`},
		{"- !!str 5\n- !x &a b\n- *a\n", few, "1:1 [1:3 !!str uint64 5, 2:3 !x & string b, 2:3 !x string b]"},
		{"- &a b\n- *a\n", few, "1:1 [1:6 string b, 1:6 string b]"},
		{"- &a b\n- *a\n", yaml.Limits{}, "1:1 [1:6 string b, 2:3 *]"},
		{"- *a", few, "1:3 the alias *a names no anchor before it"},
		{"- &a [*a]", few, "1:6 too deep"},
		{"- &a [x,x,x,x,x]\n- &b [*a,*a,*a,*a]\n", few, "1:9 too many"},
		{"a: 1\na: 2", few, `2:1 invalid YAML: mapping key "a" already defined at [1:1]`},
		{"a: 1\n---\nb", yaml.Limits{Documents: 1}, "1:2 {1:1 string a: 1:4 uint64 1}"},
		{"{<<: {a: 1}}", few, "1:1 {1:2 merge: 1:6 {1:7 string a: 1:10 uint64 1}}"},
		{"a: b: c", few, "1:4 invalid YAML: mapping value is not allowed in this context"},
	} {
		docs, err := yaml.Parse([]byte(c.text), c.limits)
		var got []string
		for i := range docs {
			got = append(got, text(&docs[i]))
		}
		if bad, ok := errors.AsType[*yaml.Error](err); ok {
			got = []string{fmt.Sprintf("%d:%d %s", bad.Line, bad.Column, bad.Message)}
		} else if err != nil {
			t.Error(err)
		}
		if strings.Join(got, " | ") != c.want {
			t.Errorf("%q is\n%s, want\n%s", c.text, strings.Join(got, " | "), c.want)
		}
	}
	if docs, err := yaml.Parse([]byte("a: 1\na: 2"), yaml.Limits{Twice: true}); err != nil || len(docs[0].Keys) != 2 {
		t.Error(docs, err)
	}
}
