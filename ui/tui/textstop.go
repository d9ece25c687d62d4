package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

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
		return sayMsg{text: safe.Clean(why + ": nothing is taken"), bad: true, about: aboutText}
	}
	msg := stoppedMsg{editor: e, text: text, why: safe.Clean(why + ": nothing is taken")}
	file, err := e.sh.session.KeepText(text)
	if err == nil {
		msg.kept = "the text is kept in " + safe.Clean(file)
	} else {
		msg.kept = "the text could not be kept: " + safe.Clean(err.Error())
	}
	return msg
}

// cutOff keeps what was typed when ralsh is told to end while the editor is open:
// nobody is there to take it.
func (e *textEditor) cutOff(text string) {
	msg, untaken := e.stop(text, "ralsh was told to end while the text was edited").(stoppedMsg)
	if !untaken {
		return
	}
	e.sh.log.add(logEntry{when: e.sh.now(), sign: frame.SignNeeds, about: "text", what: msg.why, lines: []safe.Text{msg.kept}})
	e.sh.parting = append(e.sh.parting, msg.kept)
}

// untaken tells where the text is, and asks what is to become of it.
func (a *app) untaken(msg stoppedMsg) tea.Cmd {
	e := msg.editor
	a.sh.log.add(logEntry{when: a.sh.now(), sign: frame.SignNeeds, about: "text", what: msg.why, lines: []safe.Text{msg.kept}})
	before := []safe.Text{msg.why, msg.kept}
	for _, m := range e.marks {
		before = append(before, safe.Clean("line "+itoa(m.line)+": "+m.message))
	}
	return a.menu(newChoose(a.sh, "text", "the text was not taken", before, "the drafts are as before",
		option{"edit on", "the text as it was left", func() tea.Cmd {
			e.text = msg.text
			return tea.Sequence(pop(1), func() tea.Msg { return runEditorMsg{e} })
		}},
		option{"leave it", "where it is kept", func() tea.Cmd { return pop(1) }},
	))
}
