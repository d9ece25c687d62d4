package typelist

import (
	"slices"
	"strings"

	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// foot describes the default provider of the type under the cursor and the
// reasons of unsuitable providers, on a screen without a pane. It has the same
// height for each row, so that the list does not move with the cursor.
func (s *Screen) foot(l *listings.Listing, width, height int) []frame.Line {
	if height < frame.FootHeight {
		return nil
	}
	evidence := s.Sh.Spell("why: {why}")
	if from, to, of := s.List.Rows(); to-from+1 < of {
		evidence = kit.RowsText(from, to, of)
	}
	d := typeDetail{sh: s.Sh, l: l, width: width, now: s.Sh.Now()}
	head := d.head()
	head.Evidence = evidence
	lines := slices.Concat([]frame.Line{head}, d.summary(), d.winner())
	if l.Choice != nil {
		rest := slices.Concat(failureLines(l), d.wouldWin(), typeRemarks(l))
		room := frame.FootRows - len(lines) - min(len(rest), 1)
		lines = slices.Concat(lines, d.cannot(max(1, room)), rest)
	}
	for len(lines) < frame.FootRows {
		lines = append(lines, nil)
	}
	return lines[:frame.FootRows]
}

// cannot names the unsuitable providers with their first failed tests, in at
// most most rows.
func (d typeDetail) cannot(most int) []frame.Line {
	var all []string
	for _, s := range d.l.Choice.All {
		if s.Suitable() {
			continue
		}
		why := s.Reason()
		if !strings.HasPrefix(why, s.Provider.Name+" ") {
			why = s.Provider.Name + ": " + why
		}
		all = append(all, why)
	}
	if len(all) == 0 {
		return nil
	}
	rows := kit.SignedRows(frame.SignCannot, safe.Clean(strings.Join(all, "; ")), d.width)
	if len(rows) > most {
		rows = rows[:most]
		last := rows[most-1].(frame.Row)
		last.Evidence = d.sh.Spell("{why} show all")
		rows[most-1] = last
	}
	return rows
}

// failureLines returns the sources that failed, each on a line.
func failureLines(l *listings.Listing) []frame.Line {
	var lines []frame.Line
	for _, src := range l.Failed() {
		lines = append(lines, kit.SignedRow(frame.SignNeeds, safe.Clean(src.Provider.Name)+kit.SourcesFared(src)+": "+safe.Clean(words.FirstLine(src.Err.Error()))))
	}
	return lines
}

// typeRemarks returns remarks about a type: findings, and the number of
// instances by state.
func typeRemarks(l *listings.Listing) []frame.Line {
	var lines []frame.Line
	if n := l.WithFindings; n > 0 && l.Stage == listings.StageDone {
		i := slices.IndexFunc(l.Entries, func(e listings.Entry) bool { return e.HasFindings() })
		e := l.Entries[i]
		text := words.Count(n) + " of " + words.Count(len(l.Entries)) + " has a finding: "
		if n > 1 {
			text = words.Count(n) + " of " + words.Count(len(l.Entries)) + " have a finding; the first: "
		}
		lines = append(lines, kit.SignedRow(frame.SignNeeds, text+safe.Clean(e.Instance.Name+": "+e.Findings()[0])))
	}
	if text := statesText(l); l.Stage == listings.StageDone && text != "" {
		lines = append(lines, frame.Text(text))
	}
	return lines
}

// statesText counts the instances by the value of ensure, the most frequent
// first. It returns "" without values, and for many values.
func statesText(l *listings.Listing) safe.Text {
	// If all are present, this repeats the number of instances.
	if n := len(l.States); n == 0 || n > 4 || l.States[0] == (listings.Tally{Value: "present", Count: len(l.Entries)}) {
		return ""
	}
	text := words.CountOf(len(l.Entries), "instance") + " from " + kit.SourceNames(l.Sources) + ": "
	for i, s := range l.States {
		if i > 0 {
			text += ", "
		}
		text += words.Count(s.Count) + " " + safe.Clean(s.Value)
	}
	return text + atBoot(l) + "."
}

// atBoot counts the instances that start at boot, for types with that property.
func atBoot(l *listings.Listing) safe.Text {
	enable := l.Type.Attr("enable")
	if enable == nil || !slices.Contains(kit.AllowedWords(enable, nil), "true") {
		return ""
	}
	return "; " + words.Count(l.Enabled) + kit.Plural(l.Enabled, " starts", " start") + " at boot"
}
