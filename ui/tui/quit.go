package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// quit leaves at once unless something typed would be lost, which the basket
// does not keep, or the host is being changed. A basket that could not be saved is
// tried again first; pressed once more it waits for that no longer.
func (a *app) quit() tea.Cmd {
	if a.running() != "" {
		return a.cannot(a.sh.Spell("{quit}"), kit.StillRuns)
	}
	if !a.saver.leaving && a.sh.Basket.Retry() {
		a.saver.leaving = true
		return nil
	}
	return a.leave()
}

// left leaves when that waited for the basket to be saved.
func (a *app) left() tea.Cmd {
	if !a.saver.leaving {
		return nil
	}
	return a.leave()
}

// leave asks about what would be lost, or leaves.
func (a *app) leave() tea.Cmd {
	a.saver.leaving = false
	said, names := a.atRisk()
	if len(names) > 0 && a.small() {
		return a.cannot(a.sh.Spell("{quit}"), "loses "+said+"; ctrl+c twice leaves")
	}
	if len(names) > 0 && a.here().Kind != kit.RouteQuit {
		return a.place(newLeave(a.sh, said, names), kit.Route{Kind: kit.RouteQuit})
	}
	return tea.Quit
}

// aboutApply is what the message about the end of an apply is about, until its
// result is seen.
const aboutApply = "apply"

// interrupted says on another screen that an apply took ctrl+c.
func (a *app) interrupted(s kit.Screen) tea.Cmd {
	run, ok := s.(kit.Runner)
	if !ok || s == a.top() {
		return nil
	}
	if run.Stopping() {
		return a.show(frame.Message{Sign: frame.SignWorks, Text: "stopping " + safe.Clean(run.InHand()) + ": TERM, after 10 s KILL; then ralsh leaves"})
	}
	text := "the apply stops after this step, nothing more is begun; " + a.sh.Spell("{interrupt} again: stop ") + safe.Clean(run.InHand()) + " and leave"
	return a.show(frame.Message{Sign: frame.SignWorks, Text: text})
}

// applied says on another screen how an apply ended. What needs someone stays
// until the result is seen.
func (a *app) applied(run kit.Runner) tea.Cmd {
	a.notes.outlast(run)
	if run == a.top() || run.Stopping() {
		return nil
	}
	a.notes.forget()
	said, needs := run.Summary()
	text := "the apply ended: " + safe.Clean(said) + a.sh.Spell(" {back} leads back to its result")
	if needs {
		return a.say(kit.SayMsg{Text: text, Bad: true, About: aboutApply})
	}
	return a.show(frame.Message{Sign: frame.SignInSync, Text: text})
}

// endWork waits for an apply that outlives the screens. Nothing shows it any more,
// so it is said what is waited for, and that a second signal stops it.
func (a *app) endWork(opt Options) {
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

// lastWords is the result of an apply that no one saw: the program was left
// before it had ended.
func lastWords(stack []layer) string {
	for _, s := range stack {
		if run, ok := s.Screen.(kit.Runner); ok && run.Unseen() != "" {
			return run.Unseen()
		}
	}
	return ""
}

// newLeave asks before what was typed is lost.
func newLeave(sh *kit.Shared, said safe.Text, lost []string) *kit.Menu {
	var before []safe.Text
	for i, name := range lost {
		if i == 5 {
			before = append(before, "and more")
			break
		}
		before = append(before, safe.Clean(name))
	}
	m := kit.NewMenu(sh, "quit", said+" would be lost", before, "nothing of it was applied",
		kit.Option{Name: "stay", What: "keep what was typed", Do: func() tea.Cmd { return kit.Pop(1) }},
		kit.Option{Name: "leave", What: "and lose it", Do: func() tea.Cmd { return tea.Quit }},
	)
	m.Asks = true
	return m
}
