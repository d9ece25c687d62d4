package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// aboutApply is what the message about the end of an apply is about, until its
// result is seen.
const aboutApply = "apply"

// interrupted says on another screen that an apply took ctrl+c.
func (a *app) interrupted(s screen) tea.Cmd {
	run, ok := s.(runner)
	if !ok || s == a.top() {
		return nil
	}
	if run.stopping() {
		return a.show(frame.Message{Sign: frame.SignWorks, Text: "stopping " + safe.Clean(run.inHand()) + ": TERM, after 10 s KILL; then ralsh leaves"})
	}
	text := "the apply stops after this step, nothing more is begun; " + a.sh.spell("{interrupt} again: stop ") + safe.Clean(run.inHand()) + " and leave"
	return a.show(frame.Message{Sign: frame.SignWorks, Text: text})
}

// applied says on another screen how an apply ended. What needs somebody stays
// until the result is seen.
func (a *app) applied(run runner) tea.Cmd {
	a.notes.outlast(run)
	if run == a.top() || run.stopping() {
		return nil
	}
	a.notes.forget()
	said, needs := run.summary()
	text := "the apply ended: " + safe.Clean(said) + a.sh.spell(" {back} leads back to its result")
	if needs {
		return a.say(sayMsg{text: text, bad: true, about: aboutApply})
	}
	return a.show(frame.Message{Sign: frame.SignInSync, Text: text})
}
