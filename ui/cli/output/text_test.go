package output

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	for text, want := range map[string][]string{
		"one two  three\n\n```puppet\nx { 'y':\n  z  => 'a long line',\n}\n```\nend": {
			"one two", "three", "", "    x { 'y':", "      z  => 'a long line',", "    }", "end",
		},
		"see:\n\n    x { 'y':\n      z  => 'a long line',\n    }\n\tand a tab": {"see:", "", "    x { 'y':", "      z  => 'a long line',", "    }", "\tand a tab"},
		"- one two three\n- four": {"- one", "  two", "  three", "- four"},
		"  - one two\n  kept too": {"  - one", "    two", "  kept", "  too"},
		"  \nend":                 {"", "end"},
	} {
		if diff := cmp.Diff(want, Wrap(text, 8)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
