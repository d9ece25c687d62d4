package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/screenshots/draw"
)

func TestNormalise(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"times at the right stay there", "    group      412 ms", "    group        1 ms"},
		{"seconds too", "    group      12.4 s", "    group        1 ms"},
		{"a shorter time grows", "    group     0.96 ms", "    group        1 ms"},
		{"a rule of three grows", "    6 ts ──── 214 ms", "    6 ts ────── 1 ms"},
		{"a rule before words and a time", "    6 ─── 9 of 9  12 ms", "    6 ──── 9 of 9  1 ms"},
		{"a text that was cut before a wide time", "    rpm    -   exit 1, \"err…  104 ms", "    rpm    -   exit 1, \"err…    1 ms"},
		{"the margin never moves", "    read in 11 ms", "    read in 1 ms"},
		{"a column in the middle keeps the next", "    read in   11 ms   2.1 s", "    read in   1 ms     1 ms"},
		{"both in one sentence", "    waits 12.4 s, last 980.3 s", "    waits 1 ms, last 1 ms"},
		{"settings are no measures", "    deadline 30 s, 10 min", "    deadline 30 s, 10 min"},
		{"versions are no measures", "    ms 1.22.1 s6", "    ms 1.22.1 s6"},
		{"clocks", "    read 23:59:07, 08:15, 01:02:03.999", "    read 12:04:31, 12:04, 12:04:31.204"},
		{"days", "    when 2026-11-21 08:15", "    when 2027-03-04 12:04"},
		{"places are no clocks", "    /etc/passwd:20 1:10", "    /etc/passwd:20 1:10"},
		{"the work folder", "    /tmp/ralsh-987654/web1", "    /tmp/ralsh-000000/web1"},
		{"the work folder, cut", "    /tmp/rals…7654/web1", "    /tmp/rals…0000/web1"},
		{"the work folder, cut at its end", "    /tmp/ralsh-98765…", "    /tmp/ralsh-00000…"},
		{"times at the right of a pane", "│   group      412 ms │ a", "│   group        1 ms │ a"},
		{"times right behind a border", "│ a b   ││  12 ms │ c", "│ a b   ││   1 ms │ c"},
		{"times that leave no room", "│ a b     │0.34 ms │ c", "│ a b     │   1 ms │ c"},
		{"times in a rule", "─ a ────── 412 ms ────", "─ a ──────── 1 ms ────"},
		{"times in a border", "─ a ────── 412 ms ─╮", "─ a ──────── 1 ms ─╮"},
		{"what works in a pane", "│  O package │", "│  o package │"},
		{"the row with the cursor", "│\x1b[48;5;238m▌ a\x1b[m  │", "│\x1b[48;5;238m▌ a  \x1b[m│"},
		{"the row with the cursor, beside the title of a pane", "│\x1b[48;5;238m▌ a\x1b[m  ╭─ b ─╮", "│\x1b[48;5;238m▌ a  \x1b[m╭─ b ─╮"},
		{"the row with the cursor, beside a thumb", "│\x1b[48;5;238m▌ a\x1b[m ┃│ b", "│\x1b[48;5;238m▌ a \x1b[m┃│ b"},
		{"what comes and goes, up to the border", "│ 1 ms, all of it 1 ms  │", "│ 1 ms                  │"},
		{"lines of source", "    from a.go:12, b.go:3 c:4", "    from a.go:00, b.go:0 c:4"},
		{"masks keep the shape", "    kernel 6.1.0-abc", "    kernel 0.0.0-xxx"},
		{"a line of nothing else", "─────────────────────── read  213 ms", "───────────────────────── read  1 ms"},
		{"processes", "    process 99, and process 123456", "    process 4711, and process 4711"},
		{"what comes and goes", "    is sometimes there", "    is           there"},
		{"what works is still", "  O package    1 ms", "  o package    1 ms"},
		{"names are no signs", "    OK", "    OK"},
		{"styles stay", "    \x1b[1mgem\x1b[m     \x1b[2m 11 ms\x1b[m", "    \x1b[1mgem\x1b[m       \x1b[2m1\x1b[m \x1b[2mms\x1b[m"},
		{"faint spaces are spaces", "    a\x1b[2m    \x1b[mb", "    a    b"},
		{"reversed spaces are not", "    \x1b[7ma  \x1b[m", "    \x1b[7ma  \x1b[m"},
		{"wide characters count twice", "    日本    412 ms", "    日本      1 ms"},
	} {
		screen := draw.Screen(c.in, 40, 1)
		masks := []*regexp.Regexp{regexp.MustCompile(`\d\.\d\.\d-\w+`)}
		drops := []*regexp.Regexp{regexp.MustCompile(`sometimes`), regexp.MustCompile(`, all of.*$`)}
		normalise(screen, "/tmp/ralsh-987654", masks, drops)
		got := strings.TrimSuffix(draw.Text(screen), "\n")
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s:\n%s", c.name, d)
		}
		normalise(screen, "/tmp/ralsh-987654", masks, drops)
		if again := strings.TrimSuffix(draw.Text(screen), "\n"); again != got {
			t.Errorf("%s: once more, and it is %q, not %q", c.name, again, got)
		}
	}
}

// Two screens that differ only in their times become equal.
func TestNormaliseMeets(t *testing.T) {
	for _, runs := range [][]string{
		{"    group          1 ms", "    group         12 ms", "    group      1,012 ms"},
		{"    6 types ──────── 1 ms", "    6 types ────── 213 ms", "    6 types ─────── 11 ms"},
		{"    read in   9 ms   gem", "    read in   11 ms  gem"},
		{"│ a b   ││   9 ms │ c", "│ a b   ││0.34 ms │ c"},
		{"    a\x1b[2m      9 ms\x1b[m", "    a    \x1b[2m 11 ms\x1b[m"},
	} {
		want := ""
		for _, run := range runs {
			screen := draw.Screen(run, 40, 1)
			normalise(screen, pinnedDir, nil, nil)
			if got := draw.Text(screen); want == "" {
				want = got
			} else if got != want {
				t.Errorf("%q became %q, and %q became %q", run, got, runs[0], want)
			}
		}
	}
}
