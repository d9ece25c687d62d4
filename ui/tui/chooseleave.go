package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
)

// newLeave asks before what was typed is lost.
func newLeave(sh *shared, said safe.Text, lost []string) *menu {
	var before []safe.Text
	for i, name := range lost {
		if i == 5 {
			before = append(before, "and more")
			break
		}
		before = append(before, safe.Clean(name))
	}
	m := newChoose(sh, "quit", said+" would be lost", before, "nothing of it was applied",
		option{"stay", "keep what was typed", func() tea.Cmd { return pop(1) }},
		option{"leave", "and lose it", func() tea.Cmd { return tea.Quit }},
	)
	m.asks = true
	return m
}
