package tui

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/diagnostic"
)

func TestMarks(t *testing.T) {
	bad := func(pos, text string) diagnostic.Diag { return diagnostic.Diag{Pos: pos, Message: text} }
	for name, c := range map[string]struct {
		text string
		bad  diagnostic.Diags
		want string
	}{
		"above its line":          {"a\nb\nc\n", diagnostic.Diags{bad("d.pp:2:5", "wrong")}, "a\n#! 3:5 wrong\nb\nc\n"},
		"counted with the marks":  {"a\nb\n", diagnostic.Diags{bad("d.pp:2:1", "two"), bad("d.pp:1:9", "one")}, "#! 2:9 one\na\n#! 4:1 two\nb\n"},
		"two of one line":         {"a\nb\n", diagnostic.Diags{bad("d.pp:2:7", "late"), bad("d.pp:2:1", "soon")}, "a\n#! 4:1 soon\n#! 4:7 late\nb\n"},
		"at the end":              {"a\n", diagnostic.Diags{bad("d.pp:9:1", "ends here")}, "#! 2:2 ends here\na\n"},
		"at the end, with blanks": {"a\nbc\n\n \n", diagnostic.Diags{bad("d.pp:4:2", "ends here")}, "a\n#! 3:3 ends here\nbc\n\n \n"},
		"names another line":      {"a\nb\n", diagnostic.Diags{bad("d.pp:1:1", "x"), bad("d.pp:2:1", "as at desired.pp:1:4; no")}, "#! 2:1 x\na\n#! 4:1 as at line 2:4; no\nb\n"},
		"no newline at the end":   {"a\nb", diagnostic.Diags{bad("d.pp:2:1", "x")}, "a\n#! 3:1 x\nb\n"},
		"without a place":         {"a\n", diagnostic.Diags{bad("", "x")}, "#! 2:1 x\na\n"},
		"cleaned, on one line":    {"a\n", diagnostic.Diags{bad("d.pp:1:1", "x\x1b[31m\ny")}, "#! 2:1 x\\x1b[31m y\na\n"},
	} {
		m := marksOf(c.bad)
		got := m.into(c.text)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if back := m.outOf(got); !sameText(back, c.text) {
			t.Errorf("%s: without the marks it is %q, it was %q", name, back, c.text)
		}
	}
}

// Lines of the user are kept, even if they look like marks.
func TestMarksLeaveOtherLines(t *testing.T) {
	m := marksOf(diagnostic.Diags{{Pos: "d.pp:1:1", Message: "wrong"}})
	text := m.into("#! 9:9 mine\n#!/bin/sh\na\n")
	if got, want := m.outOf(text+"#! 2:1 wronger\n"), "#! 9:9 mine\n#!/bin/sh\na\n#! 2:1 wronger\n"; got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
}
