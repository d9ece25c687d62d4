package safe

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestColours(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"\x1b[31mred\x1b[m on", "\x1b[31mred\x1b[m on\x1b[m"},
		{"\x1b[38;5;8mgrey", "\x1b[38;5;8mgrey\x1b[m"},
		{"\x1b[2Jgone\x1b[31mx", `\x1b[2Jgone` + "\x1b[31mx\x1b[m"},
		{"\x1b[>4;2m", `\x1b[>4;2m`},
		{"\x1b[1\x1b]52;c;YQ==\a", `\x1b[1\x1b]52;c;YQ==\x07`},
		{"\u202e\x1b[1mx", `\u202e` + "\x1b[1mx\x1b[m"},
		{"\x1b[" + strings.Repeat("1;", 40) + "1m", `\x1b[` + strings.Repeat("1;", 40) + "1m"},
	} {
		if got := Colours(c.in); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.in, got, c.want)
		}
	}
}

// FuzzColours holds that nothing but colours reaches the terminal.
func FuzzColours(f *testing.F) {
	f.Add("\x1b[31mred\x1b[2J\x9b5n\x1b[1;\x1b[m\xff")
	f.Fuzz(func(t *testing.T, line string) {
		got, text := Colours(line), ""
		for rest, state := got, byte(0); rest != ""; {
			seq, _, n, next := ansi.DecodeSequence(rest, state, nil)
			if n == 0 {
				t.Fatalf("nothing is read from %q", rest)
			}
			state, rest = next, rest[n:]
			if !isColour(seq) {
				text += seq
			}
		}
		if strings.Contains(text, "\x1b") || string(Clean(text)) != text && string(Clean(line)) != text {
			t.Errorf("%q lets %q through", line, text)
		}
	})
}
