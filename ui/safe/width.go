package safe

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Ellipsis marks where a text was cut. ASCIIEllipsis does so on a terminal
// without UTF-8; it is the > of less(1).
const (
	Ellipsis      = "…"
	ASCIIEllipsis = ">"
)

const spaces Text = "                                                                                "

// ASCII reports whether each byte takes a single printable cell.
func (t Text) ASCII() bool {
	for i := 0; i < len(t); i++ {
		if t[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Width returns the number of terminal cells.
func (t Text) Width() int {
	if t.ASCII() {
		return len(t)
	}
	return LineWidth(string(t))
}

// LineWidth returns the number of cells of a drawn line, which may contain SGR
// sequences. Most lines consist of characters with a single cell that never
// join. Counting them is much faster than finding clusters.
func LineWidth(line string) int {
	cells := 0
	for i := 0; i < len(line); {
		if n := sgr(line[i:]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		if !single(r) {
			return ansi.StringWidth(line)
		}
		cells++
		i += size
	}
	return cells
}

// sgr returns the length of the SGR sequence at the start of a line, or 0.
func sgr(line string) int {
	if !strings.HasPrefix(line, "\x1b[") {
		return 0
	}
	for i := len("\x1b["); i < len(line); i++ {
		switch c := line[i]; {
		case c == 'm':
			return i + 1
		case c < '0' || c > ';': // digits, : and ;
			return 0
		}
	}
	return 0
}

// single reports whether a character takes a single cell and joins no
// neighbour: printable ASCII, box drawing, blocks, and other characters that
// the screens draw.
func single(r rune) bool {
	switch {
	case r < 0x80:
		return r >= ' ' && r < 0x7f
	case r >= 0x2500 && r <= 0x259f:
		return true
	}
	switch r {
	case '…', '·', '¶', '›', '→', '←', '▾', '▸':
		return true
	}
	return false
}

// Cut shortens the text to at most width cells. If it cuts, the last cell is
// the mark, which takes a cell or is empty.
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

// fits reports whether the text takes at most width cells. Each cell takes at
// least a byte, so it reads at most width cells.
func (t Text) fits(width int) bool { return len(t) <= width || len(t.head(width)) == len(t) }

// CutMiddle shortens the text to at most width cells and keeps both ends,
// because that is where paths differ.
func (t Text) CutMiddle(width int, mark string) Text {
	if width <= 0 {
		return ""
	}
	if t.fits(width) {
		return t
	}
	left := width / 2
	return t.head(left) + Text(mark) + t.tail(width-left-1)
}

// Arrow separates the current value from the desired value.
const Arrow = " → "

// ASCIIArrows replaces each Arrow with " -> ", or with " > " if the text would
// then be wider than width cells.
func (t Text) ASCIIArrows(width int) Text {
	if t.ASCII() {
		return t
	}
	if wide := Text(strings.ReplaceAll(string(t), Arrow, " -> ")); wide.fits(width) {
		return wide
	}
	return Text(strings.ReplaceAll(string(t), Arrow, " > "))
}

// IsPath reports whether the text is a path, possibly with a colon and a line
// number.
func (t Text) IsPath() bool {
	return strings.HasPrefix(string(t), "/") && !strings.ContainsAny(string(t), " ,") && !strings.Contains(string(t), ":/")
}

// Shorten is CutMiddle, but cuts the start of a path, because paths differ at
// the end.
func (t Text) Shorten(width int, mark string) Text {
	if width <= 0 || !t.IsPath() || t.fits(width) {
		return t.CutMiddle(width, mark)
	}
	return Text(mark) + t.tail(width-1)
}

// Pad adds blanks on the right up to width cells.
func (t Text) Pad(width int) Text { return t + Blank(width-t.Width()) }

// PadLeft adds blanks on the left up to width cells.
func (t Text) PadLeft(width int) Text { return Blank(width-t.Width()) + t }

// Blank returns n blanks, or "" if n is negative.
func Blank(n int) Text {
	switch {
	case n <= 0:
		return ""
	case n <= len(spaces):
		return spaces[:n]
	}
	return Text(strings.Repeat(" ", n))
}

// Join concatenates texts with a separator.
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

// Graphemes splits the text into characters as a reader perceives them.
func (t Text) Graphemes() []Text { return graphemes(t) }

// Graphemes splits untrusted text as Text.Graphemes does. Each part must be
// cleaned before it is shown.
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

// FirstGrapheme returns the first perceived character of untrusted text. A byte
// that is not UTF-8 is a separate character, although the library joins it to
// the previous letter.
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
	// The loop handles the last ASCII character, because the next character may
	// join it.
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
	// Between two ASCII characters a cluster ends, so that of a long text only
	// its end is read.
	ascii := func(i int) bool { return i < 0 || t[i] < 0x80 }
	start := len(t)
	for start > max(0, len(t)-width) && ascii(start-1) && ascii(start-2) {
		start--
	}
	if start == max(0, len(t)-width) && ascii(start-1) {
		return t[start:]
	}
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
