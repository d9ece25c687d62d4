package typelist

import (
	"slices"

	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// foot says the row under the cursor as sentences. It is as high for each row, so that the
// list stays where it is while the cursor moves.
func (s *Screen) foot(width, height int) frame.Foot {
	l, ok := s.list.Cursor()
	if !ok || height < frame.FootHeight {
		return frame.Foot{}
	}
	wide := width >= frame.SplitWidth
	evidence := s.sh.Spell("why: {why}")
	if !wide {
		if from, to, of := s.list.Rows(); to-from+1 < of {
			evidence = kit.RowsSaid(from, to, of)
		}
	}
	lines := []frame.Line{frame.Title(safe.Clean(l.Type.Name), evidence, false)}
	what := s.what(l, wide)
	if from := moduleOf(l.Type, wide); from != "" {
		lines = append(lines, frame.Text(from))
	}
	most := frame.FootRows
	if !wide {
		most -= 2
	}
	steady := func() frame.Foot {
		for len(lines) < most {
			lines = append(lines, nil)
		}
		return frame.Foot{Lines: lines}
	}
	if l.Choice == nil {
		lines = append(lines, kit.RowsOf(what, width, 2)...)
		return steady()
	}
	why := safe.Clean(l.Choice.Election.Why())
	if wide {
		lines = append(lines, kit.RowsOf(what, width, 2)...)
		lines = append(lines, kit.RowsOf(why, width, 1)...)
	} else {
		lines = append(lines, kit.RowsOf(what+" "+why, width, 2)...)
	}
	for _, line := range append(failureLines(l), typeRemarks(l)...) {
		if len(lines) < most {
			lines = append(lines, line)
		}
	}
	return steady()
}

// what is the type in a sentence, and below which folder its instances are: that
// is the first thing to know of a host that is one.
func (s *Screen) what(l *listings.Listing, wide bool) safe.Text {
	root := s.sh.Session.Root()
	if root != "/" && l.Type.NotListable == "" && l.Choice != nil && l.Choice.Election.Winner != nil {
		return safe.Clean(l.Type.Summary + " below " + root + ".")
	}
	if doc := kit.Paragraph(l.Type.Doc); wide && doc != "" {
		return safe.Clean(kit.Sentence(doc))
	}
	return safe.Clean(l.Type.Summary) + "."
}

// failureLines are the sources that did not list, one line each.
func failureLines(l *listings.Listing) []frame.Line {
	var lines []frame.Line
	for _, src := range l.Failed() {
		lines = append(lines, kit.SignedRow(frame.SignNeeds, safe.Clean(src.Provider.Name)+kit.SourcesFared(src)+": "+safe.Clean(kit.FirstLine(src.Err.Error()))))
	}
	return lines
}

// typeRemarks are what else there is to say of a type: who would be the default,
// what is odd, how many there are of each state.
func typeRemarks(l *listings.Listing) []frame.Line {
	var lines []frame.Line
	for _, s := range l.Choice.All {
		if !s.Suitable() && l.Choice.Election.WouldWin(s.Provider) {
			lines = append(lines, kit.SignedRow(frame.SignCannot, safe.Clean(s.Provider.Name+" would be the default, but is unsuitable: "+s.Reason())))
			break
		}
	}
	if n := l.WithFindings; n > 0 && l.Stage == listings.StageDone {
		i := slices.IndexFunc(l.Entries, func(e listings.Entry) bool { return e.HasFindings() })
		e := l.Entries[i]
		text := widget.Count(n) + " of " + widget.Count(len(l.Entries)) + " has a finding: "
		if n > 1 {
			text = widget.Count(n) + " of " + widget.Count(len(l.Entries)) + " have a finding; the first: "
		}
		lines = append(lines, kit.SignedRow(frame.SignNeeds, text+safe.Clean(e.Instance.Name+": "+e.Findings()[0])))
	}
	if said := statesSaid(l); l.Stage == listings.StageDone && said != "" {
		lines = append(lines, frame.Text(said))
	}
	return lines
}

// statesSaid counts the instances by the value of ensure, the most frequent first;
// "" where ensure tells nothing or has too many values.
func statesSaid(l *listings.Listing) safe.Text {
	// That all are present says no more than how many there are.
	if n := len(l.States); n == 0 || n > 4 || l.States[0] == (listings.Tally{Value: "present", Count: len(l.Entries)}) {
		return ""
	}
	text := widget.CountOf(len(l.Entries), "instance") + " from " + kit.SourceNames(l.Sources) + ": "
	for i, s := range l.States {
		if i > 0 {
			text += ", "
		}
		text += widget.Count(s.Count) + " " + safe.Clean(s.Value)
	}
	return text + atBoot(l) + "."
}

// atBoot counts what starts at boot, of types that say so.
func atBoot(l *listings.Listing) safe.Text {
	enable := l.Type.Attr("enable")
	if enable == nil || !slices.Contains(kit.AllowedWords(enable, nil), "true") {
		return ""
	}
	return "; " + widget.Count(l.Enabled) + kit.Plural(l.Enabled, " starts", " start") + " at boot"
}
