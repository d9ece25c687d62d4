package rawtext

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// Every character of a text is visible, and characters that look alike have
// different tokens.
func TestTextLook(t *testing.T) {
	names := map[theme.Token]string{theme.Dim: "dim", theme.Info: "info", theme.Danger: "danger", theme.Trailing: "blank", theme.Change: "change", theme.Muted: "muted"}
	for _, c := range []struct{ text, want string }{
		{"UMASK=027 \n", "UMASK=027<blank:·><dim:¶>"},
		{"a b", "a b"},
		{"\tKEEP=14\n", "<dim:→>       KEEP=14<dim:¶>"},
		{"ab\tc\n", "ab<dim:→>     c<dim:¶>"},
		{"x\t\n", "x<change:→>      <dim:¶>"},
		{`done\n"` + "\n", `done<info:\n>"<dim:¶>`},
		{`C:\dir\`, `C:\dir\`},
		{"dos\r\n", `dos<danger:\r><dim:¶>`},
		{"a\rb\n", `a<danger:\r>b<dim:¶>`},
		{"\x1b[31m\n", `<danger:\x1b>[31m<dim:¶>`},
		{"\xff\xfe\n", `<danger:\xff\xfe><dim:¶>`},
		{"caf\xe9\xe8e\n", `caf<danger:\xe9\xe8>e<dim:¶>`},
		{"日本e\u0301x\n", "日本e\u0301x<dim:¶>"},
		{"\u202e\n", `<danger:\u202e><dim:¶>`},
	} {
		var got strings.Builder
		for _, s := range NewMarks(frame.Mode{}).Spans(LinesOf(c.text)[0], 40, safe.Ellipsis) {
			if s.Style == theme.Text {
				got.WriteString(string(s.Text))
				continue
			}
			got.WriteString("<" + names[s.Style] + ":" + string(s.Text) + ">")
		}
		if got.String() != c.want {
			t.Errorf("%q: %s, want %s", c.text, got.String(), c.want)
		}
	}
}

// A line that is cut shows no end of line before the cut, and in rows nothing
// is lost.
func TestTextLookOfALongLine(t *testing.T) {
	look, line := NewMarks(frame.Mode{}), Line{"Welcome to the host", "\n"}
	text := func(spans []frame.Span) (text string) {
		for _, s := range spans {
			text += string(s.Text)
		}
		return text
	}
	for cells, want := range map[int]string{8: "Welcome" + safe.Ellipsis, 20: "Welcome to the host¶", 19: "Welcome to the hos" + safe.Ellipsis} {
		if got := text(look.Spans(line, cells, safe.Ellipsis)); got != want {
			t.Errorf("%d cells: %q, want %q", cells, got, want)
		}
	}
	for cells, want := range map[int]string{8: "Welcome |to the h|ost¶", 19: "Welcome to the host|¶", 30: "Welcome to the host¶"} {
		var rows []string
		for _, row := range look.Rows(line, cells) {
			rows = append(rows, text(row))
		}
		if got := strings.Join(rows, "|"); got != want {
			t.Errorf("%d cells in rows: %q, want %q", cells, got, want)
		}
	}
}

// For any bytes, the lines together are these bytes, and the drawn text stays
// within its cells and is safe for a terminal.
func TestTextLookOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("\n\r\t \\nab\x1b\xcc\x81")))).Draw(t, "text"))
		width := rapid.IntRange(2, 30).Draw(t, "width")
		var back strings.Builder
		for _, line := range LinesOf(text) {
			back.WriteString(line.Text + line.End)
			used := 0
			for _, s := range NewMarks(frame.Mode{}).Spans(line, width, safe.Ellipsis) {
				used += s.Text.Width()
				if safe.Clean(string(s.Text)) != s.Text {
					t.Fatalf("%q draws %q", line.Text, s.Text)
				}
			}
			if used > width {
				t.Fatalf("%q takes %d cells of %d", line.Text, used, width)
			}
		}
		if back.String() != text {
			t.Fatalf("%q came back as %q", text, back.String())
		}
	})
}
