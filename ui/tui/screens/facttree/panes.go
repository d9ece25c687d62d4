package facttree

import (
	"strings"

	"charm.land/lipgloss/v2/tree"

	"ralsh/facts"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// guided returns the name of a row, with guides for its depth and a mark if it
// is a group.
func (s *Screen) guided(n factNode) safe.Text {
	g := s.Sh.Mode.Glyphs()
	name := safe.Clean(n.path[len(n.path)-1])
	mark := ""
	switch {
	case n.leaves == 0 || n.trouble != nil:
	case s.unfolded(n.id()):
		mark = g.Open + " "
	default:
		mark = g.Closed + " "
	}
	if s.Sh.Mode.Plain {
		return safe.Blank(2*(len(n.path)-1)) + name
	}
	return safe.Clean(strings.Repeat(g.Guide+" ", len(n.path)-1)+mark) + name
}

// detail describes the fact under the cursor: its value, how it was resolved,
// which providers use it, and other errors and missing values.
func (s *Screen) detail(at factNode, width, height int) []frame.Line {
	title := safe.Clean(at.id())
	if at.trouble != nil {
		title = safe.Clean(at.trouble.Path)
	}
	lines := []frame.Line{frame.Title(title, "read "+kit.Clock(s.reads.Ended), false)}
	if height >= frame.AiryHeight-6 {
		lines = append(lines, nil)
	}
	lines = append(lines, s.valueRows(at, width)...)
	lines = append(lines, wonRows(at, width)...)
	lines = append(lines, s.userRows(at, width)...)
	return append(lines, s.lostRows(at, width)...)
}

// valueRows returns the value with its kind, and where it was read.
func (s *Screen) valueRows(n factNode, width int) []frame.Line {
	const most = 6
	value, from := n.texts()
	room := most * width
	rows := kit.ProseRows(value.Cut(room, s.Sh.Mode.Ellipsis()), width)
	if n.leaf != nil && n.leaf.Err == nil {
		last := rows[len(rows)-1].(frame.Row)
		last.Evidence = safe.Clean(n.leaf.Value.Kind().String())
		rows[len(rows)-1] = last
	}
	rows = append(rows, nil)
	if from != "" {
		text := "From " + from
		if n.leaf != nil && n.leaf.Note != "" {
			text += ": " + safe.Clean(n.leaf.Note)
		}
		rows = append(rows, kit.ProseRows(text, width)...)
	}
	if n.fact != nil {
		text := n.tookAll()
		if how := n.fact.ResolvedBy(); how != "" {
			text += ", " + safe.Clean(how)
		}
		rows = append(rows, kit.MutedRows(text, width)...)
	}
	return rows
}

// wonRows returns the resolutions in the order in which they were tried: the
// resolution with the highest weight and a value wins.
func wonRows(n factNode, width int) []frame.Line {
	if n.fact == nil || len(n.fact.Tried) == 0 {
		return nil
	}
	lines := []frame.Line{nil, frame.Title("resolutions", "weight", false)}
	for _, a := range n.fact.Tried {
		row := kit.SignedRows(frame.NoSign, safe.Clean(a.Label()), width-8)
		first := row[0].(frame.Row)
		first.Evidence = words.Count(a.Weight)
		if a.Outcome == facts.Won {
			first.Sign = frame.SignInSync
		} else {
			first.Muted = true
		}
		row[0] = first
		lines = append(lines, row...)
		if a.Why != "" && a.Why != n.lost() {
			lines = append(lines, mutedRows(a.Why, width)...)
		}
	}
	return lines
}

// userRows returns the types with providers that use the fact, as a tree.
func (s *Screen) userRows(n factNode, width int) []frame.Line {
	list := s.users(n.id())
	if len(list) == 0 {
		return nil
	}
	root := tree.New()
	if s.Sh.Mode.ASCII {
		root.Enumerator(asciiBranch).Indenter(asciiIndent)
	}
	for _, l := range list {
		of := tree.Root(string(safe.Clean(l.typ.Name)))
		for _, part := range kit.Wrap(safe.Clean(strings.Join(l.providers, "  ")), width-10) {
			of.Child(string(part))
		}
		root.Child(of)
	}
	lines := []frame.Line{nil, frame.Title("used by", s.Sh.Spell("{open} open"), false)}
	for row := range strings.SplitSeq(root.String(), "\n") {
		lines = append(lines, frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(1), Text: safe.Clean(row), Style: theme.Text}}})
	}
	return lines
}

// asciiBranch and asciiIndent draw a tree in ASCII.
func asciiBranch(children tree.Children, i int) string {
	if i == children.Length()-1 {
		return "`- "
	}
	return "|- "
}

func asciiIndent(children tree.Children, i int) string {
	if i == children.Length()-1 {
		return "   "
	}
	return "|  "
}

// lostRows reports errors in other files, and names the other facts without a
// value. The row of a fact shows the reason.
func (s *Screen) lostRows(at factNode, width int) []frame.Line {
	others, title := 0, safe.Text("without a value")
	var names []safe.Text
	var rows []frame.Line
	for _, n := range s.valuelessNodes() {
		if n.trouble != nil {
			title = "errors and missing values"
		}
		if n.id() == at.id() {
			continue
		}
		others++
		if n.trouble == nil {
			names = append(names, safe.Clean(n.id()))
			continue
		}
		rows = append(rows, kit.SignedRows(n.sign(), safe.Clean(n.trouble.Path), width)...)
		rows = append(rows, mutedRows(n.trouble.Fault(), width)...)
	}
	if others == 0 {
		return nil
	}
	if at.lost() != "" || at.trouble != nil {
		title += " too"
	}
	rows = append([]frame.Line{nil, frame.Title(title, words.Count(others), false)}, rows...)
	if len(names) > 0 {
		rows = append(rows, kit.MutedRows(safe.Join(names, ", "), width)...)
	}
	return rows
}

// mutedRows returns a reason below a row with a sign.
func mutedRows(why string, width int) []frame.Line {
	rows := kit.SignedRows(frame.NoSign, safe.Clean(why), width)
	for i, line := range rows {
		r := line.(frame.Row)
		r.Muted = true
		rows[i] = r
	}
	return rows
}
