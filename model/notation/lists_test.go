package notation

import (
	"strings"
	"testing"

	"ralsh/ral/value"
)

func TestParseList(t *testing.T) {
	for text, want := range map[string]string{
		"a, b":                               "a|b",
		"[a,b]":                              "a|b",
		"[]":                                 "",
		"":                                   "",
		"a,,b,":                              "a|b",
		`'a','b'`:                            "a|b",
		`"a, b",c`:                           "a, b|c",
		`command="a,b",no-pty`:               `command="a,b"|no-pty`,
		`command="echo \"x,y\", z" , no-pty`: `command="echo \"x,y\", z"|no-pty`,
		`from="a,b",from="c"`:                `from="a,b"|from="c"`,
		`it's,o'neil`:                        `it's|o'neil`,
		`'a, "b'`:                            `a, "b`,
		`"a, \"b\", it's",c`:                 `a, "b", it's|c`,
		`"C:\dir, a"`:                        `C:\dir, a`,
		`5" disk,b`:                          `5" disk|b`,
		`"a","b`:                             `"a"|"b`,
	} {
		if text == `"a","b` {
			want = `a|"b` // an unterminated quote is a quote
		}
		if got := joined(parseList(text)); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// A typed list is parsed into the same list, whatever its elements contain.
func FuzzListText(f *testing.F) {
	f.Add("a", `command="a,b"`)
	f.Add("|/bin/x y, z", "b")
	f.Add(`5" disk, b`, " c ")
	f.Add(`5" disk`, `6" disk`)
	f.Add(`it's, "so"`, `ends with \`)
	f.Add("[a", "b]")
	f.Fuzz(func(t *testing.T, one, other string) {
		if one == "" || other == "" {
			return
		}
		for _, parts := range [][]string{{one}, {one, other}, {other, one, other}} {
			if got := joined(parseList(listText(parts))); got != strings.Join(parts, "|") {
				t.Errorf("%q is typed %s and read as %s", parts, listText(parts), got)
			}
		}
	})
}

func joined(list value.Value) string {
	var parts []string
	for _, item := range list.Items() {
		parts = append(parts, item.Raw())
	}
	return strings.Join(parts, "|")
}
