package widget_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ralsh/ral/raltest/real"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// drawn formats lines as a screen does, with numbers in four cells.
func drawn(lines []widget.DiffLine) string {
	var rows []frame.Line
	for _, l := range lines {
		rows = append(rows, frame.Row{Cells: l.Cells(10, 4)})
	}
	f := frame.Draw(frame.Mode{}, 80, 10+len(lines), frame.Content{Body: []frame.Block{frame.One(rows)}})
	out := strings.Split(ansi.Strip(f.String()), "\n")[1 : 1+len(lines)]
	for i := range out {
		out[i] = strings.TrimRight(out[i], " ") // the rest of a tint
	}
	return strings.Join(out, "\n")
}

func TestPair(t *testing.T) {
	for _, c := range []struct {
		is, should safe.Text
		want       string
	}{
		{"/bin/sh", "/bin/bash", "          - /bin/sh\n          + /bin/bash\n                 ++"},
		{"/bin/bash", "/bin/sh", "          - /bin/bash\n                 --\n          + /bin/sh"},
		{"99999", "90", "          - 99999\n          + 90"},
		{"absent", "present: 1.22.1-9+deb12u10; also installs nginx-common", "          - absent\n          + present: 1.22.1-9+deb12u10; also installs nginx-common"},
		{`""`, "Deploy account", "          - \"\"\n          + Deploy account"},
		{"日本の部屋", "日本の家屋", "          - 日本の部屋\n                  --\n          + 日本の家屋\n                  ++"},
		{"cafe house", "cafe\u0301 house", "          - cafe house\n          + cafe\u0301 house\n               +"},
		{"", "x", "          -\n          + x"},
	} {
		if d := cmp.Diff(c.want, drawn(widget.Pair(c.is, c.should))); d != "" {
			t.Errorf("%s -> %s: %s", c.is, c.should, d)
		}
	}
}

func numbered(n int, change map[int]string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		line, changed := change[i]
		if !changed {
			line = fmt.Sprintf("# line %d\n", i)
		}
		b.WriteString(line)
	}
	return b.String()
}

func TestContents(t *testing.T) {
	is := numbered(37, map[int]string{8: "SHELL=/bin/sh\n"})
	should := numbered(37, map[int]string{8: "SHELL=/bin/bash\n", 20: "", 30: "# line 30\nnew\nnew\n"})
	hunks, note := widget.Contents(is, should, 1, 0)
	if note != "" {
		t.Fatal(note)
	}
	var got strings.Builder
	for _, h := range hunks {
		got.WriteString("\n" + string(h.Head) + "\n" + drawn(h.Lines))
	}
	want := `
@@ line 8 of 38
       7    # line 7
       8  - SHELL=/bin/sh
       8  + SHELL=/bin/bash
                       ++
       9    # line 9
@@ without line 20
      19    # line 19
      20  - # line 20
      20    # line 21
@@ lines 30-31 of 38
      29    # line 30
      30  + new
      31  + new
      32    # line 31`
	if d := cmp.Diff(want, got.String()); d != "" {
		t.Error(d)
	}
	for _, l := range hunks[2].Lines {
		if l.Side == widget.Both && l.Old == 31 && l.New != 32 {
			t.Errorf("both numbers: %+v", l)
		}
	}
}

func TestContentsTraps(t *testing.T) {
	for _, c := range []struct {
		name, is, should string
		want             safe.Text
	}{
		{"a NUL byte", "a\x00\n", "b\n", "not text: 3 bytes → 2 bytes"},
		{"large", strings.Repeat("x", 5<<20), "b", "larger than the limit for a comparison: 5,242,880 bytes → 1 byte"},
		{"many lines", strings.Repeat("\n", 300_000), "b", "larger than the limit for a comparison: 300,000 bytes → 1 byte"},
		{"the same", "a\n", "a\n", ""},
	} {
		hunks, note := widget.Contents(c.is, c.should, 3, 0)
		if note != c.want || len(hunks) != 0 {
			t.Errorf("%s: %q, %d hunks", c.name, note, len(hunks))
		}
	}
	hunks, _ := widget.Contents("a\nb", "a\nb\n", 1, 0)
	want := "       1    a\n       2  - b\n            \\ No newline at end of file\n       2  + b"
	if d := cmp.Diff(want, drawn(hunks[0].Lines)); d != "" {
		t.Error(d)
	}
	hunks, _ = widget.Contents("", "x\x1b[2J\n", 1, 0)
	if got := hunks[0].Lines[0].Text(); got != `x\x1b[2J` {
		t.Errorf("an escape in a file: %q", got)
	}
}

// A typed \t differs from a tab, which is shown as \t, and a typed \xe9 from
// the byte.
func TestContentsDistinguishWhatLooksAlike(t *testing.T) {
	for _, c := range []struct{ is, should, want string }{
		{"a\tb\n", "a\\tb\\ c\\\n", `a\tb|a\\tb\ c\`},
		{"caf\xe9\n", "caf\xe8\n", `caf\xe9|caf\xe8`},
		{"caf\xe9\n", "caf\\xe9\n", `caf\xe9|caf\\xe9`},
		{"end\n", "end \n", `end|end\x20`},
		{" \n", "  ", `\x20| \x20`},
		{"end \n", "end\\x20\n", `end\x20|end\\x20`},
		{"caf\xe9\n", "caf\uFFFD\n", "caf\\xe9|caf\uFFFD"},
	} {
		hunks, _ := widget.Contents(c.is, c.should, 1, 0)
		var text []string
		for _, line := range hunks[0].Lines {
			if line.Side != widget.Marks {
				text = append(text, string(line.Text()))
			}
		}
		if got := strings.Join(text, "|"); got != c.want {
			t.Errorf("%q to %q: %q, want %q", c.is, c.should, got, c.want)
		}
	}
}

// rewritten returns two texts of 50,000 lines without a common line. Comparing
// them completely takes minutes.
func rewritten() (is, should string) {
	var before, after strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&before, "old line %d\n", i)
		fmt.Fprintf(&after, "line %d, all new\n", i)
	}
	return before.String(), after.String()
}

func TestContentsOutOfTime(t *testing.T) {
	is, should := rewritten()
	hunks, note := widget.Contents(is, should, 3, 50*time.Millisecond)
	if note != "" || len(hunks) != 1 {
		t.Errorf("%q, %d hunks", note, len(hunks))
	}
}

func TestLimitContents(t *testing.T) {
	real.Limits(t)
	is, should := rewritten()
	begun := time.Now()
	widget.Contents(is, should, 3, 50*time.Millisecond)
	real.Within(t, "a comparison that ran out of its 50 ms", time.Since(begun), 5*time.Second)
}

// The lines of a difference contain both texts completely and in order.
func TestContentsLoseNothing(t *testing.T) {
	lines := rapid.SliceOf(rapid.SampledFrom([]string{"a", "b", "cde", "cdf", "日本", "", "e\u0301"}))
	rapid.Check(t, func(t *rapid.T) {
		is, should := lines.Draw(t, "is"), lines.Draw(t, "should")
		hunks, _ := widget.Contents(text(is), text(should), 3, 0)
		old, young := 0, 0
		for _, h := range hunks {
			for _, l := range h.Lines {
				if l.Old > 0 {
					if l.Old <= old || string(l.Text()) != is[l.Old-1] {
						t.Fatalf("old line %d is %q", l.Old, l.Text())
					}
					old = l.Old
				}
				if l.New > 0 {
					if l.New <= young || string(l.Text()) != should[l.New-1] {
						t.Fatalf("new line %d is %q", l.New, l.Text())
					}
					young = l.New
				}
			}
		}
		if text(is) != text(should) && len(hunks) == 0 {
			t.Fatal("they differ, and nothing says so")
		}
	})
}

func text(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
