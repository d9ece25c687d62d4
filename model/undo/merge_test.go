package undo

import (
	"testing"
)

func TestUnmerge(t *testing.T) {
	for name, c := range map[string]struct{ before, left, now, want string }{
		"a line was added":                   {"a\nb\n", "a\nx\nb\n", "0\na\nx\nb\nc\n", "0\na\nb\nc\n"},
		"it was moved since":                 {"a\nb\n", "a\nx\nb\n", "x\na\nb\n", "a\nb\n"},
		"it is there twice":                  {"a\nb\n", "a\nx\nb\n", "x\na\nx\nb\n", "x\na\nb\n"},
		"and nothing tells which":            {"a\nb\n", "a\nx\nb\n", "x\nc\nx\n", ""},
		"it was taken out since":             {"a\nb\n", "a\nx\nb\n", "a\nb\nc\n", ""},
		"a line was removed":                 {"a\nx\nb\n", "a\nb\n", "a\nb\nc\n", "a\nx\nb\nc\n"},
		"only what was above is there":       {"a\nx\nb\n", "a\nb\n", "a\nc\n", "a\nx\nc\n"},
		"only what was below is there":       {"a\nx\nb\n", "a\nb\n", "c\nb\n", "c\nx\nb\n"},
		"neither is there":                   {"a\nx\nb\n", "a\nb\n", "c\nd\n", ""},
		"the last line was removed":          {"a\nx\n", "a\n", "a\nc\n", "a\nx\nc\n"},
		"a line was replaced":                {"a\nx\nb\n", "a\ny\nb\n", "c\ny\nd\n", "c\nx\nd\n"},
		"the replaced one was changed":       {"a\nx\nb\n", "a\ny\nb\n", "a\nz\nb\n", ""},
		"two places":                         {"a\nx\nb\nc\n", "a\nb\nd\nc\n", "0\na\nb\nd\nc\n", "0\na\nx\nb\nc\n"},
		"the only line":                      {"", "x\n", "x\ny\n", "y\n"},
		"the last line, without an end":      {"a\nb", "a\nb\nx\n", "a\nb\nx\ny\n", "a\nb\ny\n"},
		"what the run did not touch differs": {"a\nx\nb\n", "a\nb\n", "A\nb\n", "A\nx\nb\n"},
	} {
		got, ok := unmerge(c.before, c.left, c.now)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", name, got, ok, c.want)
		}
	}
}
