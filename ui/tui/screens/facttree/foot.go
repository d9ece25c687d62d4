package facttree

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// foot describes the fact under the cursor on a screen without a pane: its
// value, how it was resolved, and which providers use it.
func (s *Screen) foot(at factNode, width, _ int) []frame.Line {
	title := safe.Clean(at.id())
	if at.trouble != nil {
		title = safe.Clean(at.trouble.Path)
	}
	lines := []frame.Line{frame.Title(title, "read "+kit.Clock(s.reads.Ended), false)}
	lines = append(lines, kit.RowsOf(s.about(at), width, 2)...)
	if who := s.usersText(at.id()); who != "" {
		lines = append(lines, kit.RowsOf("Used by  "+who, width, 1)...)
	}
	return lines
}

func (s *Screen) about(at factNode) safe.Text {
	value, from := at.texts()
	text := value
	if at.leaf != nil && at.leaf.Err == nil {
		text += ", " + safe.Clean(at.leaf.Value.Kind().String())
	}
	if from != "" {
		text += ".  From " + from
	}
	if at.leaf != nil && at.leaf.Note != "" {
		text += ": " + safe.Clean(at.leaf.Note)
	}
	if at.fact != nil {
		text += ".  " + at.tookAll()
		if how := at.fact.ResolvedBy(); how != "" {
			text += ", " + safe.Clean(how)
		} else if won, ok := at.fact.Winner(); ok {
			text += ", a " + safe.Clean(won.Kind.String()) + " fact"
		}
	}
	return text
}

// tookAll returns the duration of a fact; for a leaf, also the duration of the
// whole fact.
func (n factNode) tookAll() safe.Text {
	whole := words.Took(n.fact.Elapsed)
	if len(n.path) == 1 {
		return whole
	}
	text := "all of " + safe.Clean(n.fact.Name) + " " + whole
	if n.leaf != nil {
		text = words.Took(n.leaf.Elapsed) + ", " + text
	}
	return text
}

// valuelessNodes returns the facts and files without a value.
func (s *Screen) valuelessNodes() []factNode {
	var nodes []factNode
	for i := range s.trouble {
		nodes = append(nodes, factNode{path: []string{s.trouble[i].Path}, trouble: &s.trouble[i]})
	}
	return append(nodes, valueless(s.single())...)
}
