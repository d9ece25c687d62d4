package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// quit quits immediately unless unsaved edits would be lost or the host is
// being changed. It first retries to save a basket that could not be saved. If
// quit is called again, it no longer waits for that.
func (a *app) quit() tea.Cmd {
	if a.running() != "" {
		return a.cannot(a.sh.Spell("{quit}"), kit.StillRuns)
	}
	if !a.saver.leaving && a.sh.Basket.Retry() {
		a.saver.leaving = true
		return nil
	}
	return a.confirmQuit()
}

// resumeQuit continues a quit that waited for the basket to be saved.
func (a *app) resumeQuit() tea.Cmd {
	if !a.saver.leaving {
		return nil
	}
	return a.confirmQuit()
}

// confirmQuit asks for confirmation if edits would be discarded, or quits.
func (a *app) confirmQuit() tea.Cmd {
	a.saver.leaving = false
	text, names := a.atRisk()
	if len(names) > 0 && a.small() {
		return a.cannot(a.sh.Spell("{quit}"), "would discard "+text+"; ctrl+c twice quits")
	}
	if len(names) > 0 && a.here().Kind != kit.RouteQuit {
		return a.place(newQuitMenu(a.sh, text, names), kit.Route{Kind: kit.RouteQuit})
	}
	return tea.Quit
}

// aboutApply is the subject of the message about the end of an apply, which
// stays until its result is seen.
const aboutApply = "apply"

// interrupted reports on other screens that an apply handled ctrl+c.
func (a *app) interrupted(s kit.Screen) tea.Cmd {
	run, ok := s.(kit.Runner)
	if !ok || s == a.top() {
		return nil
	}
	if run.Stopping() {
		return a.show(frame.Message{Sign: frame.SignWorks, Text: "stopping " + safe.Clean(run.InHand()) + ": TERM, then KILL after 10 s; then ralsh quits"})
	}
	text := "the apply stops after the current step; " + a.sh.Spell("{interrupt} again stops ") + safe.Clean(run.InHand()) + " and quits"
	return a.show(frame.Message{Sign: frame.SignWorks, Text: text})
}

// applied reports on other screens how an apply ended. If it needs attention,
// the message stays until the result is seen.
func (a *app) applied(run kit.Runner) tea.Cmd {
	a.notes.outlast(run)
	if run == a.top() || run.Stopping() {
		return nil
	}
	a.notes.forget()
	said, needs := run.Summary()
	text := "the apply ended: " + safe.Clean(said) + a.sh.Spell(" {back} shows its result")
	if needs {
		return a.say(kit.SayMsg{Text: text, Bad: true, About: aboutApply})
	}
	return a.show(frame.Message{Sign: frame.SignInSync, Text: text})
}

// endWork waits for an apply that outlives the screens. It prints the current
// step, and that a second signal stops it.
func (a *screens) endWork(opt Options) {
	ended := make(chan struct{})
	go func() {
		a.sh.Work.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return
	default:
	}
	for _, s := range a.stack {
		if run, ok := s.Screen.(kit.Runner); ok && run.Running() != "" && !run.Stopping() && opt.Say != nil {
			opt.Say("%s: finishing %s; no further changes will be started (ctrl+c again, or TERM, stops it)", run.Running(), run.InHand())
		}
	}
	select {
	case <-ended:
		return
	case <-opt.Kill:
	}
	for _, s := range a.stack {
		if run, ok := s.Screen.(kit.Runner); ok {
			run.StopNow()
		}
	}
	<-ended
}

// lastWords returns the result of an apply that ended after the screens were
// closed.
func lastWords(stack []layer) string {
	for _, s := range stack {
		if run, ok := s.Screen.(kit.Runner); ok && run.Unseen() != "" {
			return run.Unseen()
		}
	}
	return ""
}

// newQuitMenu returns the question whether to lose unsaved edits.
func newQuitMenu(sh *kit.Shared, text safe.Text, lost []string) *kit.Menu {
	var before []safe.Text
	for i, name := range lost {
		if i == 5 {
			before = append(before, "and more")
			break
		}
		before = append(before, safe.Clean(name))
	}
	m := kit.NewMenu(sh, "quit", text+" not applied", before, "quitting discards them",
		kit.Option{Name: "stay", What: "keep the edits", Do: func() tea.Cmd { return kit.Pop(1) }},
		kit.Option{Name: "quit", What: "and discard the edits", Do: func() tea.Cmd { return tea.Quit }},
	)
	m.Asks = true
	return m
}
