package kit

import tea "charm.land/bubbletea/v2"

// LendTo lends the terminal to a program until it ends, and sends the message of done.
func (sh *Shared) LendTo(run tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
	lend := sh.Lend
	if lend == nil {
		lend = tea.Exec
	}
	return lend(lentProgram{run, sh.LendTerminal}, done)
}

// lentProgram is a program that has the terminal: an interrupt is meant for it.
type lentProgram struct {
	tea.ExecCommand
	lend func() (back func())
}

// Run runs the program.
func (p lentProgram) Run() error {
	if p.lend != nil {
		defer p.lend()()
	}
	return p.ExecCommand.Run()
}
