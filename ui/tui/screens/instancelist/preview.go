package instancelist

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// foot describes the row under the cursor if a pane next to the list does not
// fit.
func (s *Screen) foot(width, height int) frame.Foot {
	at, ok := s.List.Cursor()
	if !ok || height < frame.FootHeight {
		return frame.Foot{}
	}
	if width >= kit.MillerWidth {
		return frame.Foot{} // the pane next to the list shows it
	}
	inst := at.Instance
	var provider safe.Text
	if inst.Provider != nil {
		provider = safe.Clean(inst.Provider.Name)
	}
	lines := []frame.Line{frame.Title(safe.Clean(inst.Name), provider, false)}
	var text []safe.Text
	for _, column := range s.typ.Columns {
		if column == "" {
			continue
		}
		if is := s.value(inst, column); is != "" {
			text = append(text, safe.Clean(column+" "+is))
		}
	}
	if inst.From != "" {
		text = append(text, "read from "+safe.Clean(inst.From))
	}
	lines = append(lines, kit.RowsOf(safe.Join(text, ", "), width, 1)...)
	for _, line := range s.remarks(at, width) {
		if len(lines) < 4 {
			lines = append(lines, line)
		}
	}
	return frame.Foot{Lines: lines}
}

// remarks returns the drift and the findings of an instance, other providers
// that have it, and why this user cannot change it.
func (s *Screen) remarks(e listings.Entry, width int) []frame.Line {
	if s.isStaged(e) {
		return append(s.stagedRemark(width), kit.RefusedRows(s.Sh, e.Instance.Provider, width)...)
	}
	lines := s.movedSince(e, width)
	if s.outdated(e) {
		lines = append(lines, kit.WholeRows(frame.SignUnknown, "Old values: the last reading failed.", width)...)
	}
	for _, finding := range e.Findings() {
		lines = append(lines, kit.WholeRows(frame.SignNeeds, safe.Clean(finding), width)...)
	}
	if !e.Instance.Local {
		lines = append(lines, kit.RowsOf("The system knows the instance, but the files of this provider do not contain it.", width, 2)...)
	}
	for _, text := range s.alsoKnown(e) {
		lines = append(lines, kit.RowsOf(text, width, 2)...)
	}
	return append(lines, kit.RefusedRows(s.Sh, e.Instance.Provider, width)...)
}

// movedSince returns the drift of a marked instance.
func (s *Screen) movedSince(e listings.Entry, width int) []frame.Line {
	was, marked := s.listing.Was(e.Instance)
	if !marked {
		return nil
	}
	lines := kit.RowsOf("changed: "+words.Drift(was, e.Instance), width, 2)
	first := lines[0].(frame.Row)
	first.Sign = frame.SignMoved
	lines[0] = first
	return lines
}

// preview returns the details of the row under the cursor. While the cursor
// moves, it returns the details of the row on which it last rested.
func (s *Screen) preview(width, height int) []frame.Line {
	if at, ok := s.List.Cursor(); !s.rest.Moving || !ok || s.about.Instance == nil {
		s.about = at
	}
	at := s.about
	if at.Instance == nil {
		return nil
	}
	d := instanceDetail{
		sh: s.Sh, inst: at.Instance, draft: s.draftOf(at), there: !s.isStaged(at), findings: at.Findings(), read: s.listing.Ended,
		refused: s.Sh.Session.User.Refused(at.Instance.Provider), reading: &s.reading, width: width, height: height,
	}
	if was, marked := s.listing.Was(at.Instance); marked {
		d.was = was
	}
	if d.old = s.outdated(at); d.old {
		d.remarks = append(d.remarks, "Old values: the last reading failed.")
	}
	if !d.there {
		d.remarks = []safe.Text{"Not created yet: the basket contains its draft." + s.Sh.Spell("  {open} edits the draft, {basket} shows the basket")}
	}
	if !at.Instance.Local && d.there {
		d.remarks = append(d.remarks, "The system knows the instance, but the files of this provider do not contain it.")
	}
	d.remarks = append(d.remarks, s.alsoKnown(at)...)
	return d.lines()
}

// draftOf returns the draft of a row, or nil.
func (s *Screen) draftOf(e listings.Entry) *draft.Draft {
	if d := s.staged.drafts[e.Instance]; d != nil {
		return d
	}
	return s.Sh.Basket.Find(s.typ, e.Instance.Name, e.Instance.Provider)
}

// alsoKnown returns which other provider has the name, and its state there.
func (s *Screen) alsoKnown(e listings.Entry) []safe.Text {
	for _, other := range s.known(e) {
		if other == e.Instance || other.Provider == nil || other.Provider == e.Instance.Provider {
			continue
		}
		text := "Also listed by " + safe.Clean(other.Provider.Name)
		if c := s.typ.Columns[0]; c != "" {
			text += " as " + safe.Clean(kit.ShownValue(other, c))
		}
		return []safe.Text{text + s.Sh.Spell("; {side-by-side} shows the two side by side.")}
	}
	return nil
}

// readCursor starts computing the details of the row under the cursor if the screen
// has a pane for them.
func (s *Screen) readCursor() tea.Cmd {
	at, ok := s.List.Cursor()
	if !ok || s.plainList() || s.rest.Moving {
		return nil
	}
	return s.reading.begin(s.Sh, at.Instance, s.draftOf(at), s.roomy())
}
