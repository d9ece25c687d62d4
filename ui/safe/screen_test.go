package safe

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// screened returns what a Screen makes of parts.
func screened(t testing.TB, clipboard bool, parts ...string) string {
	t.Helper()
	var out strings.Builder
	s := NewScreen(&out, clipboard)
	for _, p := range parts {
		if n, err := s.Write([]byte(p)); n != len(p) || err != nil {
			t.Fatal(n, err)
		}
	}
	return out.String()
}

func TestScreen(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text", "a\tb\r\nä日本🙂", "a\tb\r\nä日本🙂"},
		{"colours", "\x1b[1;38;2;1;2;3;4:3mx\x1b[m", "\x1b[1;38;2;1;2;3;4:3mx\x1b[m"},
		{"the cursor", "\x1b[H\x1b[3;4H\x1b[5G\x1b[2`\x1b7\x1b8\x1bM\x1b[2 q", "\x1b[H\x1b[3;4H\x1b[5G\x1b[2`\x1b7\x1b8\x1bM\x1b[2 q"},
		{"erasing and scrolling", "\x1b[2J\x1b[K\x1b[3X\x1b[1;9r\x1b[2S", "\x1b[2J\x1b[K\x1b[3X\x1b[1;9r\x1b[2S"},
		{"modes", "\x1b[?1049h\x1b[?25l\x1b[?2026h\x1b[?1002;1006h\x1b[?5W", "\x1b[?1049h\x1b[?25l\x1b[?2026h\x1b[?1002;1006h\x1b[?5W"},
		{"one mode of two", "\x1b[?25;12h", "\x1b[?25h"},
		{"other modes", "\x1b[?3h\x1b[?12h\x1b[20h\x1b[?1047h", ""},
		{"device attributes", "\x1b[c\x1b[>c\x1b[=c\x1b[0c", ""},
		{"reports", "\x1b[5n\x1b[6n\x1b[?6n\x1b[x\x1b[21t\x1b[?2026$p\x1b[?u\x1b[14t", ""},
		{"keyboards", "\x1b[>1u\x1b[<1u\x1b[>4;2m\x1b[>4m", ""},
		{"printing", "\x1b[5i\x1b[4i\x1b[?5i", ""},
		{"a reset", "\x1bc\x1b[!p\x1b#8", ""},
		{"other character sets", "\x1b(0\x0eq\x0f\x1bN\x1b~", "q"},
		{"a title", "\x1b]0;rm -rf\x07\x1b]2;x\x1b\\\x1b[22;0t", ""},
		{"a link", "\x1b]8;;http://x.example\x07text\x1b]8;;\x07", "text"},
		{"the clipboard", "\x1b]52;c;YWJj\x07", ""},
		{"the terminal's colours", "\x1b]11;?\x07\x1b]4;1;red\x07\x1b]104\x07", ""},
		{"a question of a setting", "\x1bP$qm\x1b\\\x1bP+q544e\x1b\\", ""},
		{"an application command", "\x1b_Gi=1;AAAA\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\", ""},
		{"controls of eight bits", "\u009b31m\u0090x\u009c", "31mx"},
		{"a bell and others", "a\x07\x00\x05\x11\x7fb", "ab"},
		{"characters that hide", "a\u202eb\u200bc\u2066", "abc"},
		{"a huge repetition", "x\x1b[99999999b\x1b[3b", "x\x1b[3b"},
		{"more parameters than a sequence has", "\x1b[" + strings.Repeat("1;", 400) + "1m!", "!"},
		{"broken UTF-8", "a\xffb", "ab"},
		{"a sequence that ends nowhere", "\x1b[12;", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := screened(t, false, c.in); got != c.want {
				t.Errorf("%q becomes\n%q, want\n%q", c.in, got, c.want)
			}
			if again := screened(t, false, c.want); again != c.want {
				t.Errorf("a second time it becomes %q", again)
			}
			for i := range c.in {
				if got := screened(t, false, c.in[:i], c.in[i:]); got != c.want {
					t.Errorf("split at %d it becomes %q", i, got)
				}
			}
		})
	}
}

// A host may set the clipboard where that is allowed, and never read it.
func TestScreenClipboard(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\x1b]52;c;YWJj\x1b\\", "\x1b]52;c;YWJj\a"},
		{"\x1b]52;c;?\x07", ""},
		{"\x1b]52;p;YWJj\x07", ""},
		{"\x1b]52;c;YW\x1b[cJj\x07", "\x1b]52;c;YW\aJj"},
		{"\x1b]52;c;" + strings.Repeat("A", maxClipboard+4) + "\x07", ""},
	} {
		if got := screened(t, true, c.in); got != c.want {
			t.Errorf("%.40q becomes %.40q, want %.40q", c.in, got, c.want)
		}
	}
}

// A Screen lets ScreenReset through, so every terminal for one has it.
func TestScreenReset(t *testing.T) {
	if got := screened(t, false, ScreenReset); got != ScreenReset {
		t.Errorf("it becomes %q", got)
	}
}

// FuzzScreen holds that only sequences of the list come out, wherever the input is split.
func FuzzScreen(f *testing.F) {
	f.Add([]byte("\x1b[?1049h\x1b[1;31mx\x1b]52;c;YQ==\x07\x1bP$qm\x1b\\ä\xc3"), uint(3))
	f.Add([]byte("\x1b[\x1b[31;?25h\x9b5n\x1b[?1000;5l"), uint(1))
	f.Fuzz(func(t *testing.T, in []byte, at uint) {
		for _, clipboard := range []bool{false, true} {
			whole := screened(t, clipboard, string(in))
			cut := int(at % uint(len(in)+1))
			if parts := screened(t, clipboard, string(in[:cut]), string(in[cut:])); parts != whole {
				t.Errorf("in one part %q, in two %q", whole, parts)
			}
			if again := screened(t, clipboard, whole); again != whole {
				t.Errorf("%q becomes %q the second time", whole, again)
			}
			allowed(t, whole, clipboard)
		}
	})
}

// allowed reads what a Screen wrote with another decoder.
func allowed(t *testing.T, text string, clipboard bool) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%q is not UTF-8", text)
	}
	for state := byte(0); text != ""; {
		seq, _, n, next := ansi.DecodeSequence(text, state, nil)
		state, text = next, text[n:]
		switch {
		case n == 0:
			t.Fatalf("nothing is read from %q", text)
		case seq[0] >= ' ' && seq[0] != 0x7f, strings.ContainsAny(seq[:1], "\b\t\n\r") && n == 1:
		case seq == "\x1b7", seq == "\x1b8", seq == "\x1bM":
		case clipboard && strings.HasPrefix(seq, "\x1b]52;c;") && !strings.Contains(seq, "?"):
		case !strings.HasPrefix(seq, "\x1b["):
			t.Errorf("%q is let through", seq)
		case strings.Trim(seq[2:len(seq)-1], "0123456789;:?") != "" && !strings.HasSuffix(seq, " q"):
			t.Errorf("%q is let through", seq)
		case !strings.ContainsRune(plainCSI+"hlqW", rune(seq[len(seq)-1])):
			t.Errorf("%q is let through", seq)
		case strings.HasPrefix(seq, "\x1b[?") && !strings.ContainsAny(seq[len(seq)-1:], "hlW"):
			t.Errorf("%q is let through", seq)
		}
	}
}

// BenchmarkScreen measures one frame of 120x36 with colours.
func BenchmarkScreen(b *testing.B) {
	frame := bytes.Repeat([]byte("\x1b[3;1H\x1b[38;2;1;2;3mtext of a row\x1b[m  12 "), 400)
	s := NewScreen(discard{}, false)
	b.SetBytes(int64(len(frame)))
	for b.Loop() {
		_, _ = s.Write(frame)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
