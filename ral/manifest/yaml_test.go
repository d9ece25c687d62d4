package manifest_test

import (
	"testing"

	"github.com/goccy/go-yaml"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// A string written as YAML is read as the same string, whatever it looks like.
func TestYAMLKeepsText(t *testing.T) {
	for _, text := range []string{
		"", "a", "y", "N", "yes", "No", "null", "~", "1", "-1", "+1", "1.5", ".5", "1e3", "0x1f", "0b1", "1_000", "017", "12:30",
		"2024-01-02", "2024-01-02 03:04:05", "true", "off", "<<", "=", ":a", "a:", "a: b", "a #b", "#a", "- a", "-", "a - b", "?", "? a",
		"[a", "{a", "a]", "a}", "a,b", "&a", "*a", "!a", "|", ">", "@a", "`a", "%a", "'a'", `"a"`, `a"b`, `a\b`, "a\tb", " a", "a ", "a\n",
		"a\nb", "a\nb\n", "a\n\nb", " a\nb", "a \nb", "\na", "a\x00b", "a\x7fb", "a\u0085b", "a\u2028b", "日本", "é", "a\r\nb", ".inf", ".nan",
		"a: b\nc: d", "---", "...", "--- a", `- a"b`, `?"`, `? "b`, `: "b`, ` "a`, `#"`, `'"`, `["a"]`, `---"`,
	} {
		out, err := manifest.YAML(manifest.Resource{
			Type: "file", Title: "/x", Attrs: []ral.Attr{{Name: "content", Value: value.Str(text)}, {Name: "tag", Value: value.Strs(text, "z")}},
		})
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]map[string]map[string]any
		if err := yaml.Unmarshal([]byte(out), &doc); err != nil {
			t.Errorf("%q cannot be read: %v\n%s", text, err, out)
			continue
		}
		got := doc["file"]["/x"]
		list, _ := got["tag"].([]any)
		if got["content"] != text || len(list) != 2 || list[0] != text {
			t.Errorf("%q is read as %#v and %#v\n%s", text, got["content"], got["tag"], out)
		}
	}
}

// The keys of a map are strings, at every depth, as in the YAML that Puppet writes for Hiera.
func TestYAMLHasTextKeys(t *testing.T) {
	pair := func(key, v value.Value) value.Pair { return value.Pair{Key: key, Value: v} }
	inner := value.MapOf(pair(value.Int(5), value.Int(6)))
	val := value.MapOf(
		pair(value.Int(1), value.Str("a")), pair(value.Flt(1.5), value.Value{}), pair(value.Bool(true), value.Bool(false)),
		pair(value.Str("b"), value.ListOf(value.Int(4), inner)),
	)
	got, err := manifest.YAML(manifest.Resource{Type: "kk", Title: "x", Attrs: []ral.Attr{{Name: "val", Value: val}}})
	want := "---\nkk:\n  x:\n    val:\n      '1': a\n      '1.5':\n      'true': false\n      b:\n      - 4\n      - '5': 6\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}
