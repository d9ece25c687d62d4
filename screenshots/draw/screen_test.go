package draw

import (
	"image/color"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/google/go-cmp/cmp"
)

func TestScreenReadsStyles(t *testing.T) {
	d := Dark()
	for _, c := range []struct {
		sgr        string
		fore, back color.RGBA
		attrs      uint8
		underline  bool
	}{
		{"", d.Fore, d.Back, 0, false},
		{"0", d.Fore, d.Back, 0, false},
		{"1", d.Fore, d.Back, uv.AttrBold, false},
		{"2", blend(d.Fore, d.Back, 0.58), d.Back, uv.AttrFaint, false},
		{"3", d.Fore, d.Back, uv.AttrItalic, false},
		{"4", d.Fore, d.Back, 0, true},
		{"7", d.Back, d.Fore, uv.AttrReverse, false},
		{"8", d.Back, d.Back, uv.AttrConceal, false},
		{"9", d.Fore, d.Back, uv.AttrStrikethrough, false},
		{"30", d.Colour[0], d.Back, 0, false},
		{"31", d.Colour[1], d.Back, 0, false},
		{"37", d.Colour[7], d.Back, 0, false},
		{"31;39", d.Fore, d.Back, 0, false},
		{"90", d.Colour[8], d.Back, 0, false},
		{"97", d.Colour[15], d.Back, 0, false},
		{"42", d.Fore, d.Colour[2], 0, false},
		{"42;49", d.Fore, d.Back, 0, false},
		{"103", d.Fore, d.Colour[11], 0, false},
		{"38;5;3", d.Colour[3], d.Back, 0, false},
		{"38;5;196", rgb(0xff0000), d.Back, 0, false},
		{"48;5;244", d.Fore, rgb(0x808080), 0, false},
		{"38;2;1;2;3", rgb(0x010203), d.Back, 0, false},
		{"48;2;1;2;3", d.Fore, rgb(0x010203), 0, false},
		{"1;31;7", d.Back, d.Colour[1], uv.AttrBold | uv.AttrReverse, false},
		{"2;7", d.Back, blend(d.Fore, d.Back, 0.58), uv.AttrFaint | uv.AttrReverse, false},
		{"1;2;3;4;7;9;22;23;24;27;29", d.Fore, d.Back, 0, false},
	} {
		cell := Screen("\x1b["+c.sgr+"mA\x1b[mB", 2, 1).CellAt(0, 0)
		fore, back := d.ink(cell.Style)
		if cell.Content != "A" || fore != c.fore || back != c.back ||
			cell.Style.Attrs != c.attrs || (cell.Style.Underline != uv.UnderlineNone) != c.underline {
			t.Errorf("SGR %q: %q text %s ground %s attributes %b underline %d; want text %s ground %s attributes %b",
				c.sgr, cell.Content, Hex(fore), Hex(back), cell.Style.Attrs, cell.Style.Underline, Hex(c.fore), Hex(c.back), c.attrs)
		}
	}
}

func TestTextIsOneSpelling(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"blank ends are cut", "a  \nb", "a\nb\n\n"},
		{"a reset is a reset", "\x1b[1ma\x1b[0m", "\x1b[1ma\x1b[m\n\n\n"},
		{"nothing is said twice", "\x1b[31ma\x1b[31mb\x1b[39mc", "\x1b[31mab\x1b[mc\n\n\n"},
		{"a style goes on in the next line", "\x1b[2ma\nb\x1b[m", "\x1b[2ma\x1b[m\n\x1b[2mb\x1b[m\n\n"},
		{"what is outside is left out", "abcdefghij\n2\n3\n4", "abcdefgh\n2\n3\n"},
		{"wide characters take two cells", "日本語日本", "日本語日\n\n\n"},
	} {
		got := Text(Screen(c.in, 8, 3))
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s:\n%s", c.name, d)
		}
		if again := Text(Screen(got, 8, 3)); again != got {
			t.Errorf("%s: read again it is %q, not %q", c.name, again, got)
		}
	}
}
