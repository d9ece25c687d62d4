package widget_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

func TestFieldStory(t *testing.T) {
	for _, c := range []struct{ start, keys, want string }{
		{"", "a b", "ab|"},
		{"tomorrow", "left left x", "tomorrx|ow"},
		{"tomorrow", "home delete right backspace", "|morrow"},
		{"one two  ", "ctrl+w", "one |"},
		{"one two", "left ctrl+w", "one |o"},
		{"one", "ctrl+w ctrl+w y", "y|"},
		{"日本e\u0301", "backspace left x", "日x|本"},
		{"e", "\u0301 left", "|e\u0301"},
		{"x", "left left \u0301", `\u0301|x`},
		{"a", "\x1b", `a\x1b|`},
		{"keep", "ctrl+u end right delete backspace", "|"},
	} {
		f := widget.NewField(c.start, false)
		for _, key := range strings.Fields(c.keys) {
			text := key
			if len(key) > 1 && key[0] < 0x80 && key[0] != 0x1b {
				text = ""
			}
			f.Press(key, text)
		}
		view, caret := f.View(40, safe.Ellipsis)
		value := f.Value()
		if !strings.HasPrefix(string(view), "["+value) {
			t.Errorf("%q, %q: the view is %q", c.start, c.keys, view)
		}
		before, after, _ := strings.Cut(c.want, "|")
		if value != before+after || caret != 1+safe.Clean(before).Width() {
			t.Errorf("%q, %q: %q with the caret in cell %d, want %q", c.start, c.keys, value, caret, c.want)
		}
	}
}

func TestFieldPaste(t *testing.T) {
	f := widget.NewField("", false)
	f.Insert("two\nlines\x1b[2J\r\n")
	if got := f.Value(); got != `two\nlines\x1b[2J` {
		t.Errorf("%q", got)
	}
	if f.Press("f5", "") {
		t.Error("f5 is none of the field's keys")
	}
}

// A value is the typed text, even if parts of it are invisible.
func TestValueFieldKeepsControls(t *testing.T) {
	for _, c := range []struct{ start, paste, value, seen string }{
		{"", "one line\n", "one line", "one line"},
		{"", "two\r\nlines\x1b[2J\r\n", "two\nlines\x1b[2J\n", `two\nlines\x1b[2J\n`},
		{"a\tb\n", "", "a\tb\n", `a\tb\n`},
		{"\xff", "x", "\xffx", "\ufffdx"},
		{"\n", "\u0301", "\n\u0301", `\n\u0301`},
		{`\n`, "", `\n`, `\n`},
	} {
		f := widget.NewValueField(c.start, false)
		f.Insert(c.paste)
		view, caret := f.View(40, safe.Ellipsis)
		if got := f.Value(); got != c.value || view != "["+safe.Clean(c.seen).Pad(38)+"]" || caret != 1+len([]rune(c.seen)) {
			t.Errorf("%q, %q: %q, seen %q with the caret in cell %d", c.start, c.paste, got, view, caret)
		}
	}
	f := widget.NewValueField("a\nb", false)
	f.Press("left", "")
	f.Press("backspace", "")
	if f.Value() != "ab" {
		t.Errorf("%q", f.Value())
	}
}

func TestSecretFieldShowsNothing(t *testing.T) {
	f := widget.NewField("hunter2", true)
	f.Insert("3")
	view, caret := f.View(20, safe.Ellipsis)
	if view != "[hidden]" || caret != 7 {
		t.Errorf("%q, %d", view, caret)
	}
	if text := fmt.Sprintf("%v %+v %s %#v", f, f, f, f); strings.Contains(text, "hunter") {
		t.Error(text)
	}
	if f.Value() != "hunter23" {
		t.Error("the value is lost")
	}
}

func TestFieldWindow(t *testing.T) {
	f := widget.NewField("/usr/share/rubygems", false)
	for _, c := range []struct {
		key   string
		want  safe.Text
		caret int
	}{
		{"end", "[…ubygems ]", 9},
		{"home", "[/usr/sha…]", 1},
		{"right", "[/usr/sha…]", 2},
	} {
		f.Press(c.key, "")
		if view, caret := f.View(11, safe.Ellipsis); view != c.want || caret != c.caret {
			t.Errorf("%s: %q with the caret in cell %d, want %q and %d", c.key, view, caret, c.want, c.caret)
		}
	}
}

func TestFieldStaysInItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.SampledFrom([]func(string, bool) *widget.Field{widget.NewField, widget.NewValueField}).Draw(t, "kind")
		f := field(rapid.String().Draw(t, "text"), rapid.Bool().Draw(t, "secret"))
		for _, key := range rapid.SliceOf(rapid.SampledFrom([]string{"left", "right", "home", "backspace", "delete", "ctrl+w", "日", "\u0301", "a"})).Draw(t, "keys") {
			f.Press(key, key)
		}
		width := rapid.IntRange(0, 30).Draw(t, "width")
		view, caret := f.View(width, safe.Ellipsis)
		if safe.Clean(string(view)) != view || view.Width() > width || caret < 0 || width > 0 && caret >= width {
			t.Fatalf("%q is %d cells, caret in %d, of %d", view, view.Width(), caret, width)
		}
	})
}
