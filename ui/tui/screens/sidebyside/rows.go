package sidebyside

import (
	"cmp"
	"slices"
	"strings"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// lines compares the properties. differ names the properties with different
// values.
func (s *Screen) lines(slots []frame.Slot, wide bool) (lines []kit.PageLine, differ []string) {
	for i, a := range s.typ.Properties() {
		if i == 1 {
			lines = append(lines, s.named(slots))
		}
		var values, texts []string
		comparable, cannot := true, false
		for _, inst := range s.founds {
			text := notation.ShowFound(a, inst)
			switch lacks := inst.Provider.Lacks(a); {
			case len(lacks) > 0:
				text, comparable, cannot = lackingText(inst.Provider, lacks, wide), false, true
			case inst.Known(a.Name):
				values = append(values, inst.Get(a.Name).Reveal().Inspect())
			default:
				comparable = false
			}
			texts = append(texts, text)
		}
		sign := frame.NoSign
		if cannot {
			sign = frame.SignCannot
		}
		if comparable {
			sign = frame.SignInSync
			if len(slices.Compact(values)) > 1 {
				sign = frame.SignChanges
				differ = append(differ, a.Name)
			}
		}
		lines = append(lines, sideLine(slots, a.Name, sign, texts))
	}
	if len(s.typ.Properties()) < 2 {
		lines = append(lines, s.named(slots))
	}
	lines = append(lines, s.params(slots, wide)...)
	var from, with, took, wins []string
	for _, inst := range s.founds {
		from = append(from, inst.From)
		command, in := s.listedBy(inst.Provider)
		with, took = append(with, command), append(took, in)
		text := "-"
		if c := s.sh.Listings.Of(s.typ).Choice; c != nil {
			if candidate, ok := c.Election.Candidate(inst.Provider); ok {
				text = string(words.Count(candidate.Score))
			}
		}
		wins = append(wins, text)
	}
	return append(lines, sideLine(slots, "read from", frame.NoSign, from), sideLine(slots, "read with", frame.NoSign, with),
		sideLine(slots, "read in", frame.NoSign, took), sideLine(slots, "score", frame.NoSign, wins)), differ
}

// named returns the row of the name, which all instances have in common.
func (s *Screen) named(slots []frame.Slot) kit.PageLine {
	return sideLine(slots, "name", frame.SignInSync, slices.Repeat([]string{s.title}, len(s.founds)))
}

// lackingText returns which features a provider lacks for an attribute, shorter
// on a narrow screen.
func lackingText(p *ral.Provider, lacks []string, wide bool) string {
	needs := "needs " + strings.Join(lacks, ", ")
	if wide {
		return needs + "; " + p.Name + " lacks it"
	}
	return needs + ", not supported"
}

// listedBy returns the command and the duration of the listing of a provider,
// or "-".
func (s *Screen) listedBy(p *ral.Provider) (command, took string) {
	for _, src := range s.sh.Listings.Of(s.typ).Sources {
		if src.Provider == p && src.Done {
			return cmp.Or(string(src.Command), "-"), string(words.Took(src.Took))
		}
	}
	return "-", "-"
}

func sideLine(slots []frame.Slot, name string, sign frame.Sign, texts []string) kit.PageLine {
	cells := []safe.Text{safe.Clean(name)}
	for _, t := range texts {
		cells = append(cells, safe.Clean(t))
	}
	row := frame.Row{Sign: sign, Cells: frame.Cells(slots, cells...)}
	for i := range row.Cells {
		switch {
		case i == 0:
			row.Cells[i].Style = theme.Muted
		case sign == frame.SignChanges: // neither value is wrong
			row.Cells[i].Style = theme.Change
		case row.Cells[i].Text == "-":
			row.Cells[i].Style = theme.Dim
		}
	}
	return kit.PageLine{ID: name, Line: row}
}
