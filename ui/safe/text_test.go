package safe_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"ralsh/ui/safe"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]safe.Text{
		"":                      "",
		"nginx.service":         "nginx.service",
		"\x1b[31mred":           `\x1b[31mred`,
		"a\nb\tc\r":             `a\nb\tc\r`,
		"del\x7f nul\x00":       `del\x7f nul\x00`,
		"c1 \u009b31m":          `c1 \x9b31m`,
		"raw c1 \x9b31m":        "raw c1 \ufffd31m",
		"evil\u202etxt.exe":     `evil\u202etxt.exe`,
		"zero\u200bwidth\ufeff": `zero\u200bwidth\ufeff`,
		"\u2028line\u2029":      `\u2028line\u2029`,
		"tag\U000e0041":         `tag\U000e0041`,
		"bad \xff\xfe utf8":     "bad \ufffd\ufffd utf8",
		"日本 é":                  "日本 é",
		"\u0301alone":           `\u0301alone`,
		"e\u0301":               "e\u0301",
	} {
		if got := safe.Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
		if got := safe.CleanBytes([]byte(in)); got != want {
			t.Errorf("CleanBytes(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCleanOfPlainASCIIAllocatesNothing(t *testing.T) {
	s := strings.Repeat("libnginx-mod ", 20)
	var out safe.Text
	if n := testing.AllocsPerRun(100, func() { out = safe.Clean(s) }); n != 0 {
		t.Errorf("%v allocations for %d bytes", n, len(out))
	}
}

func TestLines(t *testing.T) {
	for in, want := range map[string][]safe.Text{
		"":            nil,
		"one":         {"one"},
		"one\ntwo\n":  {"one", "two"},
		"one\r\n\nx":  {"one", "", "x"},
		"a\tb\n\x1b":  {`a\tb`, `\x1b`},
		"\u0301\nxy":  {`\u0301`, "xy"},
		"\n":          {""},
		"progress\rx": {`progress\rx`},
	} {
		if d := cmp.Diff(want, safe.Lines(in)); d != "" {
			t.Errorf("Lines(%q): %s", in, d)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in        safe.Text
		width     int
		end, both safe.Text
	}{
		{"fips_enabled", 12, "fips_enabled", "fips_enabled"},
		{"fips_enabled", 6, "fips_…", "fip…ed"},
		{"fips_enabled", 1, "…", "…"},
		{"fips_enabled", 0, "", ""},
		{"日本語の名前", 6, "日本…", "日…前"},
		{"日本語の名前", 2, "…", "…"},
		{"cafe\u0301s here", 6, "cafe\u0301s…", "caf…re"},
		{"here, cafe\u0301", 6, "here,…", "her…fe\u0301"},
		{"a cafe\u0301s", 6, "a caf…", "a c…e\u0301s"},
		{"日日a", 3, "日…", "…a"},
	} {
		if got := c.in.Cut(c.width, safe.Ellipsis); got != c.end {
			t.Errorf("%q.Cut(%d) = %q, want %q", c.in, c.width, got, c.end)
		}
		if got := c.in.CutMiddle(c.width, safe.Ellipsis); got != c.both {
			t.Errorf("%q.CutMiddle(%d) = %q, want %q", c.in, c.width, got, c.both)
		}
	}
	if got := safe.Text("nginx_vhost").Cut(5, safe.ASCIIEllipsis); got != "ngin>" {
		t.Errorf("in ASCII: %q", got)
	}
}

func TestPad(t *testing.T) {
	if got := safe.Text("日本").Pad(6) + "|"; got != "日本  |" {
		t.Errorf("Pad: %q", got)
	}
	if got := safe.Text("7").PadLeft(3); got != "  7" {
		t.Errorf("PadLeft: %q", got)
	}
	if got := safe.Text("long").Pad(2); got != "long" {
		t.Errorf("Pad of what is longer: %q", got)
	}
	if got := safe.Blank(200).Width(); got != 200 {
		t.Errorf("Blank: %d", got)
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"plain", "\x1b]0;title\a", "\x9b31m", "\u009b", "\u202e", "\xff\xc3\x28", "a\u0301", "\u0301", "\n\t\r\v\x00\x7f",
		"\u2066x\u2069", "👨\u200d👩\u200d👧", "🇩🇪🇫🇷", "\ufeff", "1\ufe0f\u20e3", "\U000e0001", "\u180e", "日本",
	} {
		f.Add(s, 5)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		text := safe.Clean(s)
		check(t, text)
		for _, line := range safe.Lines(s) {
			check(t, line)
		}
		if again := safe.Clean(string(text)); again != text {
			t.Errorf("cleaned twice: %q, then %q", text, again)
		}
		width %= 300
		for _, cut := range []safe.Text{text.Cut(width, safe.Ellipsis), text.CutMiddle(width, safe.Ellipsis)} {
			check(t, cut)
			if w := cut.Width(); w > max(width, 0) {
				t.Errorf("%q cut to %d is %d cells: %q", text, width, w, cut)
			}
		}
	})
}

func check(t *testing.T, text safe.Text) {
	t.Helper()
	if !utf8.ValidString(string(text)) {
		t.Errorf("not UTF-8: %q", text)
	}
	for _, r := range text {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			t.Errorf("%U is left in %q", r, text)
		}
	}
}

// The fast path for hidden characters agrees with the Unicode tables.
func TestHiddenIsAsInUnicode(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		want := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == 0x034f
		text := "a" + string(r)
		if shown := safe.Clean(text) != safe.Text(text); shown != want || safe.Shows(text) == want {
			t.Errorf("%U is hidden: Clean says %v, Shows %v; want %v", r, shown, !safe.Shows(text), want)
		}
	}
}

// A byte that is not UTF-8 does not join the characters next to it.
func TestGraphemes(t *testing.T) {
	for text, want := range map[string][]string{
		"e\u0301a": {"e\u0301", "a"}, "f\xe9": {"f", "\xe9"}, "\xe9\xe8e\u0301\xff": {"\xe9", "\xe8", "e\u0301", "\xff"},
		"\r\n": {"\r\n"}, "\ufffda": {"\ufffd", "a"}, "\u200d\xff": {"\u200d", "\xff"},
	} {
		if got := safe.Graphemes(text); !slices.Equal(got, want) {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestStart(t *testing.T) {
	for _, text := range []string{"", "abc", "日本", "a\nb", strings.Repeat("x", 500), strings.Repeat("日", 500), "a" + strings.Repeat("\u0301", 500), strings.Repeat("\x1b", 90) + "\xff"} {
		for _, cells := range []int{0, 1, 3, 40} {
			got, whole := safe.Start(text, cells), safe.Clean(text)
			if !strings.HasPrefix(string(whole), string(got)) {
				t.Errorf("Start(%q, %d) is no beginning: %q", text, cells, got)
			}
			if a, b := got.Cut(cells, "…"), whole.Cut(cells, "…"); a != b {
				t.Errorf("of %q %d cells are %q, want %q", text, cells, a, b)
			}
		}
	}
	if got := safe.Start(strings.Repeat("x", 1<<20), 100); len(got) > 1000 {
		t.Errorf("%d bytes for 100 cells", len(got))
	}
}

// Every character that LineWidth counts itself takes one cell, and joins no
// other one.
func TestLineWidth(t *testing.T) {
	counted := "…·¶›→←▾▸"
	for r := ' '; r < 0x7f; r++ {
		counted += string(r)
	}
	for r := rune(0x2500); r <= 0x259f; r++ {
		counted += string(r)
	}
	all := []rune(counted)
	for _, a := range all {
		for _, b := range all {
			if w := ansi.StringWidth(string([]rune{a, b})); w != 2 {
				t.Errorf("%q and %q have %d cells", a, b, w)
			}
		}
	}
	lines := []string{
		"", counted, "\x1b[1;38;5;4m│ web1\x1b[m ▌", "日本語", "│日本\x1b[m", "e\u0301", "#\ufe0f\u20e3", "▸\ufe0f", "\x1b", "\x1b[", "\x1b[2Jm", "\x1b[1", "\x1b]0;title\am",
		"\x1b[31", "a\x7fb", "\xff", "a\tb", "🇩🇪m", "\x1b[?25lm",
	}
	for _, line := range lines {
		if got, want := safe.LineWidth(line), ansi.StringWidth(line); got != want {
			t.Errorf("LineWidth(%q) = %d, want %d", line, got, want)
		}
	}
}
