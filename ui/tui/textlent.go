package tui

import (
	"io"

	"github.com/charmbracelet/x/term"

	"ralsh/model"
)

// editorRun is a run of the editor while the terminal is lent to it.
type editorRun struct {
	*model.TextEdit
	editor *textEditor
	in     io.Reader
}

// SetStdin is the terminal to read from.
func (e *editorRun) SetStdin(r io.Reader) {
	e.in = r
	e.TextEdit.SetStdin(r)
}

// Run runs the editor. Whoever wants to know is told; the terminal is as it was
// before, also after an editor that died without leaving it so.
func (e *editorRun) Run() error {
	if lend := e.editor.sh.lendTerminal; lend != nil {
		defer lend()()
	}
	defer asBefore(e.in)()
	err := e.TextEdit.Run()
	if e.editor.sh.ctx.Err() != nil {
		e.editor.cutOff(e.editor.marks.outOf(e.Text))
	}
	return err
}

// asBefore gives a terminal the modes back that it has now.
func asBefore(in io.Reader) (back func()) {
	tty, ok := in.(term.File)
	if !ok {
		return func() {}
	}
	modes, err := term.GetState(tty.Fd())
	if err != nil { // it is no terminal
		return func() {}
	}
	return func() { _ = term.Restore(tty.Fd(), modes) }
}
