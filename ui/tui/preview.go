package tui

import (
	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// foot tells of the row under the cursor where there is no room beside the list.
func (s *instances) foot(width, height int) frame.Foot {
	at, ok := s.list.Cursor()
	if !ok || height < frame.FootHeight {
		return frame.Foot{}
	}
	if width >= millerWidth {
		return frame.Foot{} // it stands beside the list
	}
	inst := at.Instance
	var provider safe.Text
	if inst.Provider != nil {
		provider = safe.Clean(inst.Provider.Name)
	}
	lines := []frame.Line{frame.Title(safe.Clean(inst.Name), provider, false)}
	var told []safe.Text
	for _, column := range s.typ.Columns {
		if column == "" {
			continue
		}
		if is := s.value(inst, column); is != "" {
			told = append(told, safe.Clean(column+" "+is))
		}
	}
	if inst.From != "" {
		told = append(told, "read from "+safe.Clean(inst.From))
	}
	lines = append(lines, rowsOf(safe.Join(told, ", "), width, 1)...)
	for _, line := range s.remarks(at, width) {
		if len(lines) < 4 {
			lines = append(lines, line)
		}
	}
	return frame.Foot{Lines: lines}
}

// remarks are what moved in an instance, what is odd about it, who else knows it, and what this
// person may not do with it.
func (s *instances) remarks(e listings.Entry, width int) []frame.Line {
	if s.isStaged(e) {
		return append(s.stagedRemark(width), refused(s.sh, e.Instance.Provider, width)...)
	}
	lines := s.movedSince(e, width)
	for _, odd := range e.Findings() {
		lines = append(lines, findingRows(odd, width)...)
	}
	if !e.Instance.Local {
		lines = append(lines, rowsOf("It is known to the system, but is not in the files of this provider.", width, 2)...)
	}
	for _, other := range s.all(e.Instance.Name) {
		if other != e.Instance && other.Provider != nil && other.Provider != e.Instance.Provider {
			text := "Also known to " + safe.Clean(other.Provider.Name)
			if c := s.typ.Columns[0]; c != "" {
				text += " as " + safe.Clean(shown(other, c))
			}
			lines = append(lines, rowsOf(text+s.sh.spell("; {side-by-side} shows the two side by side."), width, 2)...)
			break
		}
	}
	return append(lines, refused(s.sh, e.Instance.Provider, width)...)
}

// movedSince is what a marked instance was when it was last seen.
func (s *instances) movedSince(e listings.Entry, width int) []frame.Line {
	was, marked := s.listing.Was(e.Instance)
	if !marked {
		return nil
	}
	lines := rowsOf("moved: "+movedWords(was, e.Instance), width, 2)
	first := lines[0].(frame.Row)
	first.Sign = frame.SignMoved
	lines[0] = first
	return lines
}

// preview is the row under the cursor beside the list.
func (s *instances) preview(width, height int) []frame.Line {
	at, ok := s.list.Cursor()
	if !ok {
		return nil
	}
	if s.isStaged(at) {
		return s.stagedPreview(at, width, height)
	}
	inst := at.Instance
	var provider safe.Text
	if inst.Provider != nil {
		provider = safe.Clean(inst.Provider.Name)
	}
	lines := []frame.Line{frame.Title(safe.Clean(inst.Name), provider, false)}
	label := 14
	for _, a := range s.typ.Properties() {
		if inst.Known(a.Name) {
			label = max(label, min(len(a.Name), 20))
		}
	}
	row := func(sign frame.Sign, name, text safe.Text) {
		lines = append(lines, frame.Row{Sign: sign, Cells: []frame.Cell{
			{At: frame.Slot{Col: frame.Margin, Width: label}, Text: name}, {At: frame.At(frame.Margin + label + 2), Text: text},
		}})
	}
	was, marked := s.listing.Was(inst)
	for i, a := range s.typ.Properties() {
		sign := frame.NoSign
		if marked && listings.Drifted(was, inst, i) {
			sign = frame.SignMoved
		}
		if inst.Known(a.Name) || sign != frame.NoSign {
			row(sign, safe.Clean(a.Name), safe.Clean(model.ShowFound(nil, a, inst)))
		}
	}
	row(frame.NoSign, "provider", provider)
	row(frame.NoSign, "source", safe.Clean(inst.From))
	remarks := s.remarks(at, width)
	if len(remarks) > 0 {
		if room := height - len(remarks) - 1; len(lines) > room {
			lines = lines[:max(1, room)]
		}
		lines = append(append(lines, nil), remarks...)
	}
	if links := s.leads(at, width); len(lines)+1+len(links) <= height {
		lines = append(append(lines, nil), links...)
	}
	return lines[:min(len(lines), height)]
}

// maxMatched is how many instances of a type are held against the one under the
// cursor while it moves; of more the screen of the instance tells.
const maxMatched = 1000

// leads are what an instance leads to among what was listed: nothing is looked at.
func (s *instances) leads(at listings.Entry, width int) []frame.Line {
	known := make(map[string]model.KnownInstances)
	for _, rel := range s.typ.Relations {
		t := s.sh.session.Env.Registry.Type(rel.Type)
		if t != nil && len(s.sh.listings.Of(t).Entries) <= maxMatched {
			known[t.Name] = s.sh.listings.Known(t)
		}
	}
	c := model.Connections{To: s.sh.session.Leads(s.sh.ctx, at.Instance, known)}
	if len(c.To) == 0 {
		return nil
	}
	lines := []frame.Line{frame.Title("connected", "", false)}
	for _, l := range c.To {
		lines = append(lines, linkRow(s.sh.mode, l, leadsBy(l), nameWidth(&c), width))
	}
	return lines
}
