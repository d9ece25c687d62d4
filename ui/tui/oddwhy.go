package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
)

// newWhyOf says why an instance is marked: all that is odd about it, in full, and
// where it was read. Who manages it is one answer away, and is all there is to
// say where nothing is odd.
func newWhyOf(sh *shared, inst *ral.Instance) screen {
	providers := newWhyBelow(sh, inst.Type, inst.Provider)
	odd := inst.Findings()
	if len(odd) == 0 {
		return providers
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
		option{"providers and why", "who manages it, and why", func() tea.Cmd { return push(providers) }},
		option{"copy", "the findings, to the terminal's clipboard", func() tea.Cmd { return sent(copied, "the findings") }},
		option{"back", "", func() tea.Cmd { return pop(1) }})
}
