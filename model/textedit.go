package model

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ralsh/model/draft"
	"ralsh/ral/host/attached"
	"ralsh/ral/manifest"
)

// TextEdit is a call of the user's editor on a text. The text is in a private
// file of the state directory, which Run removes before it returns. A front end
// that controls the terminal passes it with the methods that Bubble Tea requires.
type TextEdit struct {
	// Text is the text to edit and, after Run, the edited text.
	Text string

	files   OwnFiles
	ctx     context.Context // cancels the editor; Run has no context
	program []string
	in      io.Reader
	out     io.Writer
	err     io.Writer
}

// Edit prepares a call of an editor, as returned by Editor.
func (f OwnFiles) Edit(ctx context.Context, editor []string, text string) *TextEdit {
	return &TextEdit{Text: text, files: f, ctx: ctx, program: editor}
}

// SetStdin sets the terminal to read from.
func (e *TextEdit) SetStdin(r io.Reader) { e.in = r }

// SetStdout sets the terminal to write to.
func (e *TextEdit) SetStdout(w io.Writer) { e.out = w }

// SetStderr sets the standard error of the editor.
func (e *TextEdit) SetStderr(w io.Writer) { e.err = w }

// Run runs the editor and waits for it. Afterwards Text is the content of the
// file, even if the editor failed.
func (e *TextEdit) Run() (err error) {
	state, err := e.files.state()
	if err != nil {
		return err
	}
	scratch, err := state.Scratch(draft.DesiredName, []byte(e.Text))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, scratch.Remove()) }()
	args := append(append([]string{}, e.program[1:]...), scratch.Path())
	program := attached.NewInteractive(e.ctx, e.program[0], args...)
	program.SetStdin(e.in)
	program.SetStdout(e.out)
	program.SetStderr(e.err)
	if err = program.Run(); err != nil {
		err = fmt.Errorf("the editor %s failed: %w", e.program[0], err)
	}
	data, lost := scratch.Read(manifest.MaxInput)
	if lost != nil {
		return errors.Join(err, fmt.Errorf("cannot read the edited text: %w", lost))
	}
	e.Text = string(data)
	return err
}
