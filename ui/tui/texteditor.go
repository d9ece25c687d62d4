package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// textual is a screen whose drafts can be edited as text: the drafts, none of
// them begun by asking, and whether they stand on what there is.
type textual interface {
	asText() (drafts []*model.Draft, asIs bool)
}

// textEditor is what goes to and fro between the drafts and the person's
// editor until it can be taken or nothing is left to do.
type textEditor struct {
	sh      *shared
	command []string
	desired *model.Desired
	text    string // without the mistakes
	marks   marks
}

type (
	// runEditorMsg asks the root to lend the terminal to an editor.
	runEditorMsg struct{ editor *textEditor }
	// editorExitedMsg says that the editor was left, and with what.
	editorExitedMsg struct {
		editor *textEditor
		text   string
		err    error
	}
	// editParsedMsg is what a text came to.
	editParsedMsg struct{ edited model.EditResult }
)

// editText begins to edit the drafts of the top screen as text.
func (a *app) editText() tea.Cmd {
	top, ok := a.top().(textual)
	if !ok {
		return nil
	}
	if a.running() != "" {
		return sayUnavailable("an apply is running; it needs the terminal")
	}
	drafts, asIs := top.asText()
	if len(drafts) == 0 {
		return sayUnavailable("there is nothing to write as text here")
	}
	desired := model.WriteDesired(drafts, asIs)
	sh := a.sh
	return func() tea.Msg {
		command, err := sh.session.Editor(sh.ctx)
		if err != nil {
			return sayMsg{text: safe.Clean(err.Error()), bad: true, about: aboutText}
		}
		return runEditorMsg{&textEditor{sh: sh, command: command, desired: desired, text: desired.Text}}
	}
}

// lend gives the editor the terminal, and takes it back when it ends.
func (e *textEditor) lend() tea.Cmd {
	run := e.sh.session.EditText(e.sh.ctx, e.command, e.marks.into(e.text))
	lend := e.sh.lend
	if lend == nil {
		lend = tea.Exec
	}
	return lend(&editorRun{TextEdit: run, editor: e}, func(err error) tea.Msg { return editorExitedMsg{e, e.marks.outOf(run.Text), err} })
}

// left goes on once the editor was left: the text is taken, it comes back with
// what is wrong, or nothing is taken.
func (e *textEditor) left(text string, err error) tea.Cmd {
	return func() tea.Msg {
		switch {
		case err != nil:
			return e.stop(text, err.Error())
		case blank(text):
			return e.stop(e.text, "the text is empty")
		case sameText(text, e.text) && len(e.marks) > 0:
			return e.stop(text, "it was left with "+string(widget.CountOf(len(e.marks), "mistake"))+" in it")
		case sameText(text, e.desired.Text):
			return sayMsg{text: "the text was not changed: nothing is taken", sign: frame.SignCannot}
		}
		result, bad := e.desired.Read(e.sh.ctx, e.sh.session, text)
		if len(bad) > 0 {
			e.text, e.marks = text, marksOf(bad)
			return runEditorMsg{e}
		}
		return editParsedMsg{result}
	}
}

// aboutText is what errors are about that a text taken later makes good.
const aboutText = "text"

// take puts what the text says into the drafts.
func (a *app) take(w model.EditResult) tea.Cmd {
	a.notes.settle(aboutText)
	a.sh.log.open = len(a.notes.errors)
	changed, fresh := 0, 0
	for _, edited := range w.List {
		edited.Take(a.sh.basket.Draft(edited.Type, edited.Title, edited.Provider, edited.Found))
		if edited.New {
			fresh++
		} else {
			changed++
		}
	}
	var said []string
	if changed > 0 || fresh == 0 {
		said = append(said, string(widget.CountOf(changed, "draft"))+" changed")
	}
	if fresh > 0 {
		said = append(said, string(widget.CountOf(fresh, "new draft")))
	}
	if n := len(w.Missing); n > 2 {
		said = append(said, string(widget.Count(n))+" not in the text and left as before")
	} else if n > 0 {
		said = append(said, strings.Join(w.Missing, ", ")+" not in the text and left as before")
	}
	return tea.Batch(a.tell(draftedMsg{}), say("taken from the text: "+safe.Clean(strings.Join(said, ", "))))
}

// sameText reports whether two texts differ in nothing but newlines at their ends.
func sameText(a, b string) bool { return strings.TrimRight(a, "\n") == strings.TrimRight(b, "\n") }

// blank reports whether a text holds nothing but comments.
func blank(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}
