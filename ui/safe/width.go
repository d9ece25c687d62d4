package safe

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Ellipsis marks where a text was cut. ASCIIEllipsis does where the terminal
// has no UTF-8; it is the > of less(1).
const (
	Ellipsis      = "…"
	ASCIIEllipsis = ">"
)

const spaces Text = "                                                                                "

// ASCII says whether each byte is one printable cell.
func (t Text) ASCII() bool {
	for i := 0; i < len(t); i++ {
		if t[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Width is how many terminal cells the text takes.
func (t Text) Width() int {
	if t.ASCII() {
		return len(t)
	}
	return ansi.StringWidth(string(t))
}

// Cut shortens the text to at most width cells; if anything is lost the mark, of one cell
// or empty, is its last cell.
func (t Text) Cut(width int, mark string) Text {
	if width <= 0 {
		return ""
	}
	if t.fits(width) {
		return t
	}
	if mark == "" {
		return t.head(width)
	}
	return t.head(width-1) + Text(mark)
}

// fits reports whether the text takes at most width cells. It looks no further
// than those: a cell takes a byte at least.
func (t Text) fits(width int) bool { return len(t) <= width || len(t.head(width)) == len(t) }

// CutMiddle shortens the text to at most width cells and keeps both its ends,
// which is where paths differ.
func (t Text) CutMiddle(width int, mark string) Text {
	if width <= 0 {
		return ""
	}
	if t.Width() <= width {
		return t
	}
	left := width / 2
	return t.head(left) + Text(mark) + t.tail(width-left-1)
}

// Arrow separates the value that is from the value that should be.
const Arrow = " → "

// ASCIIArrows writes each Arrow in ASCII, with one cell where two are wider than the
// room that the text was laid out for.
func (t Text) ASCIIArrows(width int) Text {
	if t.ASCII() {
		return t
	}
	if wide := Text(strings.ReplaceAll(string(t), Arrow, " -> ")); wide.fits(width) {
		return wide
	}
	return Text(strings.ReplaceAll(string(t), Arrow, " > "))
}

// IsPath reports whether the text is one path, maybe with a line of it behind a colon.
func (t Text) IsPath() bool {
	return strings.HasPrefix(string(t), "/") && !strings.ContainsAny(string(t), " ,") && !strings.Contains(string(t), ":/")
}

// Shorten is CutMiddle, but a path loses its start, because its end is what differs.
func (t Text) Shorten(width int, mark string) Text {
	if width <= 0 || t.Width() <= width || !t.IsPath() {
		return t.CutMiddle(width, mark)
	}
	return Text(mark) + t.tail(width-1)
}

// Pad fills the text with blanks on the right up to width cells.
func (t Text) Pad(width int) Text { return t + Blank(width-t.Width()) }

// PadLeft fills the text with blanks on the left up to width cells.
func (t Text) PadLeft(width int) Text { return Blank(width-t.Width()) + t }

// Blank is that many blanks; none if n is negative.
func Blank(n int) Text {
	switch {
	case n <= 0:
		return ""
	case n <= len(spaces):
		return spaces[:n]
	}
	return Text(strings.Repeat(" ", n))
}

// Join puts texts together with another between them.
func Join(parts []Text, between Text) Text {
	var all Text
	for i, part := range parts {
		if i > 0 {
			all += between
		}
		all += part
	}
	return all
}

// Graphemes splits the text into what a reader takes for characters.
func (t Text) Graphemes() []Text { return graphemes(t) }

// Graphemes is the same for foreign text; each is to be cleaned before it is shown.
func Graphemes(s string) []string { return graphemes(s) }

func graphemes[T ~string](text T) []T {
	parts := make([]T, 0, len(text))
	for rest := string(text); rest != ""; {
		first := FirstGrapheme(rest)
		parts = append(parts, T(first))
		rest = rest[len(first):]
	}
	return parts
}

// FirstGrapheme is what a reader takes for the first character of foreign text. A byte
// that is not UTF-8 is one of its own, though the library joins it to the letter
// before it.
func FirstGrapheme(s string) string {
	cluster, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	for i := 0; i < len(cluster); {
		r, size := utf8.DecodeRuneInString(cluster[i:])
		if r == utf8.RuneError && size == 1 {
			return cluster[:max(1, i)]
		}
		i += size
	}
	return cluster
}

func (t Text) head(width int) Text {
	// What follows an ASCII character may join it, so the last one is left to the loop.
	end := 0
	for end < min(width, len(t))-1 && t[end] < 0x80 && t[end+1] < 0x80 {
		end++
	}
	used := end
	for end < len(t) {
		cluster, w := ansi.FirstGraphemeCluster(string(t[end:]), ansi.GraphemeWidth)
		if used+w > width {
			break
		}
		used, end = used+w, end+len(cluster)
	}
	return t[:end]
}

func (t Text) tail(width int) Text {
	parts := t.Graphemes()
	used, from := 0, len(t)
	for i := len(parts) - 1; i >= 0; i-- {
		if used += parts[i].Width(); used > width {
			break
		}
		from -= len(parts[i])
	}
	return t[from:]
}
