package plantext

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kittest"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// The note of a tool is below the marks of the value if its row has no room
// for it.
func TestMarksAreDirectlyUnderTheirValue(t *testing.T) {
	c := transaction.Change{Attr: kittest.Property("shell", ""), Note: "/usr/sbin/nologinx is not there now, and nobody could log in with it"}
	c.Certainty = ral.Exact
	d := Change{change: c, pair: widget.Pair("/usr/sbin/nologin", "/usr/sbin/nologinx")}
	for width, sides := range map[int]bool{80: false, 60: false, 120: true} {
		p := NewPaper([]Step{{Step: &transaction.Step{}, Changes: []Change{d}}}, Options{Width: width, Sides: sides, Marks: true})
		p.change(&transaction.Step{}, d)
		rows := strings.Split(Text(p.lines, width), "\n")
		value, mark, note := -1, -1, -1
		for i, row := range rows {
			switch text := strings.TrimSpace(row); {
			case strings.Contains(text, "+ /usr/sbin/nol"):
				value = i
			case strings.Trim(text, "+") == "":
				if text != "" {
					mark = i
				}
			case note < 0 && strings.Contains(text, "is not"):
				note = i
			}
		}
		if value < 0 || mark != value+1 || note <= mark {
			t.Errorf("at %d: value in row %d, its marks in %d, the note in %d:\n%s", width, value, mark, note, strings.Join(rows, "\n"))
		}
	}
}

// The tint of a value ends before the note, because the note is not part of the
// value.
func TestNoteIsNoPartOfTheValue(t *testing.T) {
	c := transaction.Change{Attr: kittest.Property("shell", ""), Note: "it is not there"}
	c.Certainty = ral.Exact
	d := Change{change: c, pair: widget.Pair("/bin/sh", "/bin/zsh")}
	p := NewPaper([]Step{{Step: &transaction.Step{}, Changes: []Change{d}}}, Options{Width: 120})
	_, should := p.cells(d)
	last := should[len(should)-1]
	if note := last.More[len(last.More)-1]; strings.TrimSpace(string(note.Text)) != "it is not there" || note.Style != theme.Muted {
		t.Errorf("the last part of the row is %+v", note)
	}
}

// Unknown changes are counted for each step that they wait for.
func TestCertaintiesNameEachStep(t *testing.T) {
	change := func(c ral.Certainty, until int) transaction.Change {
		return transaction.Change{Attr: kittest.Property("shell", ""), Certainty: c, Until: until, Status: transaction.Planned}
	}
	p := &transaction.Plan{Steps: []*transaction.Step{
		{Changes: []transaction.Change{change(ral.Exact, 0), change(ral.UnknownUntil, 12)}},
		{Changes: []transaction.Change{change(ral.Exact, 0), change(ral.UnknownUntil, 3), change(ral.UnknownUntil, 12)}},
	}}
	for wide, want := range map[bool]safe.Text{
		true:  "2 exact, ? 1 unknown until step 3, ? 2 unknown until step 12",
		false: "2 exact, ? 1 unknown until 3, ? 2 unknown until 12",
	} {
		var parts []safe.Text
		for _, s := range Certainties(p, wide) {
			parts = append(parts, s.Text)
		}
		if got := safe.Join(parts, ", "); got != want {
			t.Errorf("wide %v: %q, want %q", wide, got, want)
		}
	}
}

// The result counts the lines of a text as the plan does, with and without a
// newline at its end.
func TestResultCountsLinesAsThePlanDoes(t *testing.T) {
	for text, want := range map[string]safe.Text{"one\ntwo": "7 bytes, 2 lines", "one\ntwo\n": "8 bytes, 2 lines", "one\n": "4 bytes, 1 line"} {
		ch := transaction.Change{Attr: kittest.Property("content", ""), Now: value.Str(text)}
		if got := nowText(&transaction.Step{}, ch); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
