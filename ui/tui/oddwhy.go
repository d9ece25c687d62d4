package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
)

// newFindings says why an instance is marked: all that is odd about it, in full, and
// where it was read; nil where nothing is odd. Who manages it is one answer away.
func newFindings(sh *shared, inst *ral.Instance) *menu {
	odd := inst.Findings()
	if len(odd) == 0 {
		return nil
	}
	var before []safe.Text
	copied := ""
	for _, text := range odd {
		before = append(before, safe.Lines(text)...)
		copied += text + "\n"
	}
	if inst.From != "" {
		before = append(before, safe.Clean("read from "+inst.From))
	}
	return newChoose(sh, "why", safe.Clean("what is odd about "+inst.Type.Name+" "+inst.Name), before, "",
		option{"providers and why", "who manages it, and why", func() tea.Cmd { return push(toProviders(inst.Type, inst.Provider)) }},
		option{"copy", "the findings, to the terminal's clipboard", func() tea.Cmd { return sent(copied, "the findings") }},
		option{"back", "", func() tea.Cmd { return pop(1) }})
}
