package tui

import (
	"io"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// textEditor is what goes to and fro between the drafts and the person's
// editor until it can be taken or nothing is left to do.
type textEditor struct {
	sh      *kit.Shared
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
	top, ok := a.top().(kit.Textual)
	if !ok {
		return nil
	}
	if a.running() != "" {
		return kit.SayUnavailable("an apply is running; it needs the terminal")
	}
	drafts, asIs := top.AsText()
	if len(drafts) == 0 {
		return kit.SayUnavailable("there is nothing to write as text here")
	}
	desired := model.WriteDesired(drafts, asIs)
	sh := a.sh
	return func() tea.Msg {
		command, err := sh.Session.Editor(sh.Ctx)
		if err != nil {
			return kit.SayMsg{Text: safe.Clean(err.Error()), Bad: true, About: aboutText}
		}
		return runEditorMsg{&textEditor{sh: sh, command: command, desired: desired, text: desired.Text}}
	}
}

// lend gives the editor the terminal, and takes it back when it ends.
func (e *textEditor) lend() tea.Cmd {
	run := e.sh.Session.EditText(e.sh.Ctx, e.command, e.marks.into(e.text))
	lend := e.sh.Lend
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
			return kit.SayMsg{Text: "text unchanged", Sign: frame.SignCannot}
		}
		result, bad := e.desired.Read(e.sh.Ctx, e.sh.Session, text)
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
	var said []string
	if changed > 0 || fresh == 0 {
		said = append(said, string(widget.CountOf(changed, "draft"))+" changed")
	}
	if fresh > 0 {
		said = append(said, string(widget.CountOf(fresh, "new draft")))
	}
	if n := len(w.Missing); n > 2 {
		said = append(said, string(widget.Count(n))+" not in the text and unchanged")
	} else if n > 0 {
		said = append(said, strings.Join(w.Missing, ", ")+" not in the text and unchanged")
	}
	return tea.Batch(a.tell(kit.DraftedMsg{}), kit.Say("taken from the text: "+safe.Clean(strings.Join(said, ", "))))
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

// Run runs the editor and informs Lend; the terminal is as it was
// before, also after an editor that died without leaving it so.
func (e *editorRun) Run() error {
	if lend := e.editor.sh.LendTerminal; lend != nil {
		defer lend()()
	}
	defer asBefore(e.in)()
	err := e.TextEdit.Run()
	if e.editor.sh.Ctx.Err() != nil {
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

// stoppedMsg says that a text was not taken and that it is kept.
type stoppedMsg struct {
	editor *textEditor
	text   string
	why    safe.Text
	kept   safe.Text
}

// stop says why nothing is taken. A text that holds anything of the person's is
// kept, and can be edited on.
func (e *textEditor) stop(text, why string) tea.Msg {
	if sameText(text, e.desired.Text) {
		return kit.SayMsg{Text: safe.Clean(why + ": nothing is taken"), Bad: true, About: aboutText}
	}
	msg := stoppedMsg{editor: e, text: text, why: safe.Clean(why + ": nothing is taken")}
	file, err := e.sh.Session.KeepText(text)
	if err == nil {
		msg.kept = "the text is kept in " + safe.Clean(file)
	} else {
		msg.kept = "the text could not be kept: " + safe.Clean(err.Error())
	}
	return msg
}

// cutOff keeps what was typed when ralsh is asked to end while the editor is open:
// no one is there to take it.
func (e *textEditor) cutOff(text string) {
	msg, untaken := e.stop(text, "ralsh was told to end while the text was edited").(stoppedMsg)
	if !untaken {
		return
	}
	e.sh.Log.Add(kit.LogEntry{When: e.sh.Now(), Sign: frame.SignNeeds, About: "text", What: msg.why, Lines: []safe.Text{msg.kept}})
	e.sh.Parting = append(e.sh.Parting, msg.kept)
}

// untaken reports where the text is, and asks what is to become of it.
func (a *app) untaken(msg stoppedMsg) tea.Cmd {
	e := msg.editor
	a.sh.Log.Add(kit.LogEntry{When: a.sh.Now(), Sign: frame.SignNeeds, About: "text", What: msg.why, Lines: []safe.Text{msg.kept}})
	before := []safe.Text{msg.why, msg.kept}
	for _, m := range e.marks {
		before = append(before, safe.Clean("line "+strconv.Itoa(m.line)+": "+m.message))
	}
	return a.menu(kit.NewMenu(a.sh, "text", "the text was not taken", before, "the drafts are as before",
		kit.Option{Name: "edit on", What: "the text as it was left", Do: func() tea.Cmd {
			e.text = msg.text
			return tea.Sequence(kit.Pop(1), func() tea.Msg { return runEditorMsg{e} })
		}},
		kit.Option{Name: "leave it", What: "where it is kept", Do: func() tea.Cmd { return kit.Pop(1) }},
	))
}
