package change

import (
	"context"

	"ralsh/model"
	"ralsh/ui/cli/usage"
)

// edited is the name of a text from the editor, in positions.
const edited = "edited.pp"

// edit lists or shows resources as code, opens it in the user's editor, and
// applies the result. A text that could not be applied as a whole is saved.
func (a resourceCommand) edit(ctx context.Context, f resourceFlags, args []string) error {
	switch {
	case a.Format != "puppet":
		return usage.Errorf("--edit and -o %s cannot be combined", a.Format)
	case (!a.InTerminal || !a.OutTerminal) && a.Getenv("VISUAL") == "" && a.Getenv("EDITOR") == "":
		return usage.Errorf("--edit needs a terminal, or a program in VISUAL or EDITOR")
	case len(args) > 2:
		return usage.Errorf("--edit and ATTRIBUTE=VALUE cannot be combined: ralsh resource %s %s --edit", args[0], args[1])
	}
	text, err := a.Capture(func() error { return a.resourceOf(ctx, f, args) })
	if err != nil {
		return err
	}
	quiet := a.Quiet
	a.Quiet = true
	s, err := a.Session(ctx)
	if a.Quiet = quiet; err != nil {
		return err
	}
	// An interrupt is for the editor.
	after, err := a.editText(context.WithoutCancel(ctx), s, text)
	switch {
	case err != nil:
		return err
	case after == text:
		a.Say("the text is unchanged; no changes were made")
		return nil
	}
	if err = ctx.Err(); err == nil {
		err = a.applyFiles(ctx, []source{{edited, after}}, applyFlags{runFlags: f.runFlags})
	}
	if err != nil {
		if path, lost := s.OwnFiles.KeepText(after); lost != nil {
			a.Say("cannot save the text: %s", lost)
		} else {
			a.Say("the text is saved in %s", path)
		}
	}
	return err
}

// editText opens a text in the user's editor, with the streams of the process.
func (a resourceCommand) editText(ctx context.Context, s *model.Session, text string) (string, error) {
	command, err := s.Editor(ctx)
	if err != nil {
		return "", err
	}
	run := s.OwnFiles.Edit(ctx, command, text)
	run.SetStdin(a.In)
	run.SetStdout(a.Sink.W)
	run.SetStderr(a.Err)
	err = run.Run()
	return run.Text, err
}
