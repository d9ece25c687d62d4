package kit

import (
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// lastRow is below the last row of any terminal, which takes it for that.
const lastRow = 9999

// LendTo lends the terminal to a program until it ends, and sends the message of done.
func (sh *Shared) LendTo(run tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
	lend := sh.Lend
	if lend == nil {
		lend = tea.Exec
	}
	return lend(&lentProgram{ExecCommand: run, lend: sh.LendTerminal}, done)
}

// lentProgram is a program that has the terminal: an interrupt is meant for it.
type lentProgram struct {
	tea.ExecCommand
	lend func() (back func())
	out  io.Writer
}

// SetStdout sets the terminal.
func (p *lentProgram) SetStdout(w io.Writer) {
	p.out = w
	p.ExecCommand.SetStdout(w)
}

// Run runs the program, below the current text of the terminal: the cursor is
// anywhere.
func (p *lentProgram) Run() error {
	if p.out != nil {
		fmt.Fprint(p.out, ansi.CursorPosition(1, lastRow)+"\r\n")
	}
	if p.lend != nil {
		defer p.lend()()
	}
	return p.ExecCommand.Run()
}
