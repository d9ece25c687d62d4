package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// aboutModules is what errors are about that reading the modules again makes good.
const aboutModules = "modules"

// modulesSaid says how many plugins cannot be used, and why the first one cannot;
// with several the why of the message lists all.
func (sh *shared) modulesSaid(err error) tea.Cmd {
	if err != nil {
		return func() tea.Msg {
			return sayMsg{text: "the modules are as they were: " + safe.Clean(err.Error()), bad: true, about: aboutModules}
		}
	}
	env := sh.session.Modules()
	if env == nil {
		return nil
	}
	var all []safe.Text
	for _, text := range env.FailureReport() {
		all = append(all, safe.Clean(firstLine(text)))
	}
	if len(all) == 0 {
		return func() tea.Msg { return settledMsg{aboutModules} }
	}
	text := widget.CountOf(len(all), "plugin") + " cannot be used"
	if len(all) > 1 {
		text += sh.spell(" ({why} lists them)")
	}
	return func() tea.Msg { return sayMsg{text: text + ": " + all[0], bad: true, about: aboutModules, all: all} }
}
