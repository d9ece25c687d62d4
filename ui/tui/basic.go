package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
)

// basic is what a screen without a filter, a field or work of its own has.
type basic struct{}

func (basic) start() tea.Cmd                { return nil }
func (basic) update(tea.Msg) tea.Cmd        { return nil }
func (basic) typing() bool                  { return false }
func (basic) press(tea.KeyPressMsg) tea.Cmd { return nil }
func (basic) chip() safe.Text               { return "" }
func (basic) close()                        {}
