package tui

import (
	"io"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/sessionlog"
	"ralsh/ui/words"
)

// textEditor edits drafts as text in the user's editor, repeatedly until the
// text is valid or the user gives up.
type textEditor struct {
	sh      *kit.Shared
	command []string
	desired *draft.Desired
	text    string // without the marks
	marks   marks
}

type (
	// runEditorMsg requests the root to lend the terminal to an editor.
	runEditorMsg struct{ editor *textEditor }
	// editorExitedMsg reports the exit of the editor, with the edited text.
	editorExitedMsg struct {
		editor *textEditor
		text   string
		err    error
	}
	// editorDoneMsg ends the editing with a result for the root.
	editorDoneMsg struct{ result tea.Msg }
	// editParsedMsg is the parsed text.
	editParsedMsg struct{ edited draft.EditResult }
)

// editText starts editing the drafts of the top screen as text.
func (a *app) editText() tea.Cmd {
	top, ok := a.top().(kit.Textual)
	if !ok {
		return nil
	}
	drafts, asIs := top.AsText()
	if len(drafts) == 0 {
		return kit.SayUnavailable("this screen has no drafts to edit as text")
	}
	a.editing = true
	desired := draft.WriteDesired(drafts, asIs)
	sh := a.sh
	return func() tea.Msg {
		command, err := sh.Session.Editor(sh.Ctx)
		if err != nil {
			return editorDoneMsg{kit.SayMsg{Text: safe.Clean(err.Error()), Bad: true, About: aboutText}}
		}
		return runEditorMsg{&textEditor{sh: sh, command: command, desired: desired, text: desired.Text}}
	}
}

// lend lends the terminal to the editor until it exits.
func (e *textEditor) lend() tea.Cmd {
	run := e.sh.Session.OwnFiles.Edit(e.sh.Ctx, e.command, e.marks.into(e.text))
	lend := e.sh.Lend
	if lend == nil {
		lend = tea.Exec
	}
	return lend(&editorRun{TextEdit: run, editor: e}, func(err error) tea.Msg { return editorExitedMsg{e, e.marks.outOf(run.Text), err} })
}

// exited handles the exit of the editor: the text is applied, is edited again
// with marks at the errors, or is rejected.
func (e *textEditor) exited(text string, err error) tea.Cmd {
	return func() tea.Msg {
		switch {
		case err != nil:
			return editorDoneMsg{e.stop(text, err.Error())}
		case blank(text):
			return editorDoneMsg{e.stop(e.text, "the text was rejected: it is empty")}
		case sameText(text, e.text) && len(e.marks) > 0:
			return editorDoneMsg{e.stop(text, "the text was rejected: it still contains "+string(words.CountOf(len(e.marks), "error")))}
		case sameText(text, e.desired.Text):
			return editorDoneMsg{kit.SayMsg{Text: "text unchanged", Sign: frame.SignCannot}}
		}
		result, bad := e.desired.Read(e.sh.Ctx, e.sh.Session.Drafts, text)
		if len(bad) > 0 {
			e.text, e.marks = text, marksOf(bad)
			return runEditorMsg{e}
		}
		return editorDoneMsg{editParsedMsg{result}}
	}
}

// aboutText is the subject of errors about a text, which a later valid text
// removes.
const aboutText = "text"

// applyText puts the values of the text into the drafts.
func (a *app) applyText(w draft.EditResult) tea.Cmd {
	a.notes.settle(aboutText)
	a.sh.Log.Open = len(a.notes.errors)
	changed, fresh := 0, 0
	for _, edited := range w.List {
		edited.Take(a.sh.Basket.Draft(edited.Type, edited.Title, edited.Provider, edited.Found))
		if edited.New {
			fresh++
		} else {
			changed++
		}
	}
	var text []string
	if changed > 0 || fresh == 0 {
		text = append(text, string(words.CountOf(changed, "draft"))+" changed")
	}
	if fresh > 0 {
		text = append(text, string(words.CountOf(fresh, "new draft")))
	}
	if n := len(w.Missing); n > 2 {
		text = append(text, string(words.Count(n))+" not in the text and unchanged")
	} else if n > 0 {
		text = append(text, strings.Join(w.Missing, ", ")+" not in the text and unchanged")
	}
	return tea.Batch(a.broadcast(kit.DraftedMsg{}), kit.Say("from the text: "+safe.Clean(strings.Join(text, ", "))))
}

// sameText reports whether two texts differ only in newlines at their ends.
func sameText(a, b string) bool { return strings.TrimRight(a, "\n") == strings.TrimRight(b, "\n") }

// blank reports whether a text contains only comments.
func blank(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// editorRun is a run of the editor while it uses the terminal.
type editorRun struct {
	*model.TextEdit
	editor *textEditor
	in     io.Reader
}

// SetStdin sets the terminal to read from.
func (e *editorRun) SetStdin(r io.Reader) {
	e.in = r
	e.TextEdit.SetStdin(r)
}

// Run runs the editor and calls LendTerminal. It restores the modes of the
// terminal, even if the editor was killed.
func (e *editorRun) Run() error {
	if lend := e.editor.sh.LendTerminal; lend != nil {
		defer lend()()
	}
	defer saveModes(e.in)()
	err := e.TextEdit.Run()
	if e.editor.sh.Ctx.Err() != nil {
		e.editor.cutOff(e.editor.marks.outOf(e.Text))
	}
	return err
}

// saveModes saves the modes of a terminal, and returns a function that restores
// them.
func saveModes(in io.Reader) (back func()) {
	tty, ok := in.(term.File)
	if !ok {
		return func() {}
	}
	modes, err := term.GetState(tty.Fd())
	if err != nil { // not a terminal
		return func() {}
	}
	return func() { _ = term.Restore(tty.Fd(), modes) }
}

// stoppedMsg reports that a text was rejected, and where it was saved.
type stoppedMsg struct {
	editor *textEditor
	text   string
	why    safe.Text
	kept   safe.Text
}

// stop returns the message that the text is rejected. If the user changed the
// text, it is saved and can be edited again.
func (e *textEditor) stop(text, why string) tea.Msg {
	if sameText(text, e.desired.Text) {
		return kit.SayMsg{Text: safe.Clean(why), Bad: true, About: aboutText}
	}
	msg := stoppedMsg{editor: e, text: text, why: safe.Clean(why)}
	file, err := e.sh.Session.OwnFiles.KeepText(text)
	if err == nil {
		msg.kept = "the text is saved in " + safe.Clean(file)
	} else {
		msg.kept = "cannot save the text: " + safe.Clean(err.Error())
	}
	return msg
}

// cutOff saves the text when ralsh has to end while the editor is open, because
// it can no longer be applied.
func (e *textEditor) cutOff(text string) {
	msg, untaken := e.stop(text, "ralsh was stopped while the editor was open").(stoppedMsg)
	if !untaken {
		return
	}
	e.sh.Log.Add(sessionlog.Entry{When: e.sh.Now(), Sign: frame.SignNeeds, About: "text", What: msg.why, Lines: []safe.Text{msg.kept}})
	e.sh.Parting = append(e.sh.Parting, msg.kept)
}

// textRejected reports where the text is saved, and offers to edit it again.
func (a *app) textRejected(msg stoppedMsg) tea.Cmd {
	e := msg.editor
	a.sh.Log.Add(sessionlog.Entry{When: a.sh.Now(), Sign: frame.SignNeeds, About: "text", What: msg.why, Lines: []safe.Text{msg.kept}})
	before := []safe.Text{msg.why, msg.kept}
	for _, m := range e.marks {
		before = append(before, safe.Clean("line "+strconv.Itoa(m.line)+": "+m.message))
	}
	return a.menu(kit.NewMenu(a.sh, "text", "text rejected", before, "the drafts are unchanged",
		kit.Option{Name: "edit", What: "continue with the rejected text", Do: func() tea.Cmd {
			e.text = msg.text
			return tea.Sequence(kit.Pop(1), func() tea.Msg { return runEditorMsg{e} })
		}},
		kit.Option{Name: "close", What: "keep the saved text", Do: func() tea.Cmd { return kit.Pop(1) }},
	))
}
