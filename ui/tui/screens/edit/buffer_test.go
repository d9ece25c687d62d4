package edit

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

func TestTextBuffer(t *testing.T) {
	for _, c := range []struct{ text, keys, want string }{
		{"a\nb\n", "down end x", "a\nbx\n"},
		{"a\nb\n", "end enter c", "a\nc\nb\n"},
		{"a\r\nb\r\n", "end enter c", "a\r\nc\r\nb\r\n"},
		{"a\r\nb", "down end enter c", "a\r\nb\r\nc"},
		{"a\nb", "down home backspace", "ab"},
		{"a\nb\n", "end delete", "ab\n"},
		{"a\nb", "down end delete", "a\nb"},
		{"a\nb", "backspace", "a\nb"},
		{"", "x enter y", "x\ny"},
		{"ab", "right tab", "a\tb"},
		{"a\nb", "end right x", "a\nxb"},
		{"a\nb", "down left x", "ax\nb"},
		{"\xff\x1b\n", "down a", "\xff\x1b\na"},
		{"caf\xe9\n", "end backspace e", "cafe\n"},
		{"caf\xe9\xe8\n", "end left e", "caf\xe9e\xe8\n"},
		{"long\na\nlong", "end down down x", "long\na\nlongx"},
	} {
		b := newTextBuffer(c.text)
		for key := range strings.FieldsSeq(c.keys) {
			switch {
			case key == "enter":
				b.insert("\n")
			case key == "tab":
				b.insert("\t")
			case len(key) == 1:
				b.press(key, key, 10)
			default:
				b.press(key, "", 10)
			}
		}
		if got := b.text(); got != c.want {
			t.Errorf("%q, %s: %q, want %q", c.text, c.keys, got, c.want)
		}
	}
}

// A pasted megabyte is inserted, and a key in it takes no longer.
func TestPasteAMegabyte(t *testing.T) {
	b := newTextBuffer("first\nlast\n")
	b.press("end", "", 10)
	unit := "some words of a line\n"
	text := strings.Repeat(unit, (1<<20)/len(unit))
	b.paste(strings.ReplaceAll(text, "\n", "\r"))
	if b.text() != "first"+text+"\nlast\n" {
		t.Errorf("it is %d bytes", len(b.text()))
	}
}

func TestLimitKeyInALongText(t *testing.T) {
	real.Limits(t)
	b := newTextBuffer(strings.Repeat("some words of a line\n", 50_000))
	b.move(20_000)
	begun := time.Now()
	for range 10 {
		b.press("a", "a", 10)
		_ = b.text()
	}
	real.Within(t, "a key in a megabyte", time.Since(begun)/10, 20*time.Millisecond)
}

// FuzzTextBuffer checks that the bytes stay the same without edits, and that
// typing and deleting a text changes nothing.
func FuzzTextBuffer(f *testing.F) {
	for _, seed := range []string{"", "a\nb\n", "a\r\nb", "\r\r\n\n", "\xff\xfe\x00", "e\u0301\n", "\u200d\n👨\u200d👩"} {
		f.Add(seed, 3, 2)
	}
	f.Fuzz(func(t *testing.T, text string, down, right int) {
		b := newTextBuffer(text)
		for range max(0, min(down, 20)) {
			b.press("down", "", 5)
		}
		for range max(0, min(right, 20)) {
			b.press("right", "", 5)
		}
		if got := b.text(); got != text {
			t.Fatalf("%q came back as %q", text, got)
		}
		b.insert("x")
		if got := b.text(); len(got) != len(text)+1 {
			t.Fatalf("%q with an x is %q", text, got)
		}
	})
}
