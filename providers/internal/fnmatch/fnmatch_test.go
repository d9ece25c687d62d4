package fnmatch

import (
	"path"
	"strings"
	"testing"
)

// The expected results are those of File.fnmatch of Ruby 3.1.
func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		dots, want    bool
	}{
		{"*", "a", false, true},
		{"*", "", false, true},
		{"*", ".a", false, false},
		{"*", ".a", true, true},
		{".*", ".a", false, true},
		{"?a", ".a", false, false},
		{"*.tmp", "a.tmp", false, true},
		{"*.tmp", "a.tmpx", false, false},
		{"a*b*c", "aXbYbZc", false, true},
		{"a*b*c", "aXbYbZ", false, false},
		{"[0-9]pub*", "3public", false, true},
		{"[!0-9]x", "ax", false, true},
		{"[^0-9]x", "3x", false, false},
		{"[a-]", "-", false, true},
		{"[]a]", "a", false, false},
		{"[a", "a", false, false},
		{`\*`, "*", false, true},
		{`\*`, "a", false, false},
		{`[\]]`, "]", false, true},
		{"tmpfile?", "tmpfile1", false, true},
		{"tmpfile?", "tmpfile", false, false},
		{"?", "é", false, true},
		{"", "", false, true},
		{"", "a", false, false},
		{"{a,b}", "a", false, false},
	} {
		if got := Match(c.pattern, c.name, c.dots); got != c.want {
			t.Errorf("%q with %q (dots %v) is %v", c.pattern, c.name, c.dots, got)
		}
	}
	if !Any([]string{"x", "a*"}, "ab", false) || Any(nil, "a", false) {
		t.Error("one of some")
	}
}

// FuzzMatch compares Match with path.Match where both have the same rules.
func FuzzMatch(f *testing.F) {
	for _, s := range [][2]string{{"a*b", "ab"}, {"[a-c]?", "bx"}, {`\a`, "a"}, {"**", "x"}, {"[a-", "a"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		got := Match(pattern, name, true)
		want, err := path.Match(pattern, name)
		if err != nil || strings.ContainsAny(pattern, "![]\\") || strings.Contains(name+pattern, "/") {
			return
		}
		if got != want {
			t.Errorf("%q with %q is %v", pattern, name, got)
		}
	})
}
