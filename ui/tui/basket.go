package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/basket"
	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// saver is the state of saving the basket.
type saver struct {
	sh       *kit.Shared
	retrying bool // a timer for the next attempt of a failed write is running
	leaving  bool // quit once the current write has ended
}

const (
	// aboutBasket is the subject of errors about saving the basket.
	aboutBasket = "basket"
	// retryAfter is the delay before a failed write is tried again.
	retryAfter = 30 * time.Second
)

type (
	// readinessMsg reports which drafts are not ready.
	readinessMsg struct{ readiness basket.Readiness }
	// basketLoadedMsg is the basket of the previous session, or of a second
	// open session.
	basketLoadedMsg struct {
		saved basket.Saved
		err   error
	}
	// basketSavedMsg is the end of a write.
	basketSavedMsg struct{ written basket.Written }
	// saveAgainMsg is the timer after which a failed write is tried again.
	saveAgainMsg struct{}
	// draftReadMsg is the current state of the resource of a draft.
	draftReadMsg struct {
		draft *draft.Draft
		found *ral.Instance
	}
)

// checkReadiness checks which drafts are ready whenever the basket has changed,
// because line 1 counts them on every screen.
func (a *saver) checkReadiness() tea.Cmd {
	selection, changed := a.sh.Basket.StartCheck()
	if !changed {
		return nil
	}
	ctx := a.sh.Ctx
	return func() tea.Msg { return readinessMsg{selection.Check(ctx)} }
}

func (a *saver) load() tea.Cmd {
	if !a.sh.Basket.CanSave() {
		return nil
	}
	return func() tea.Msg {
		saved, err := a.sh.Basket.Load()
		return basketLoadedMsg{saved, err}
	}
}

// readDraft reads the resource of a draft, as an editor would.
func (a *saver) readDraft(d *draft.Draft) tea.Cmd {
	ctx, session, copied := a.sh.Ctx, a.sh.Session, d.Clone()
	return func() tea.Msg {
		found, err := kit.ReadDraft(ctx, session, copied)
		if err != nil {
			return nil
		}
		return draftReadMsg{d, found}
	}
}

// save saves the basket if it has changed since the last write.
func (a *saver) save() tea.Cmd {
	write := a.sh.Basket.StartSave(a.sh.Ctx)
	if write == nil {
		return nil
	}
	return func() tea.Msg { return basketSavedMsg{write()} }
}

func (a *app) saved(msg basketSavedMsg) tea.Cmd {
	before := a.sh.Basket.SaveError()
	if changed := a.sh.Basket.EndSave(msg.written); changed {
		return a.saver.load()
	}
	var cmds []tea.Cmd
	switch err := a.sh.Basket.SaveError(); {
	case err != nil && before == nil:
		cmds = append(cmds, a.say(kit.SayMsg{Text: safe.Clean("cannot save the basket: " + err.Error()), Bad: true, About: aboutBasket}))
	case err == nil && before != nil:
		a.notes.settle(aboutBasket)
		cmds = append(cmds, a.show(frame.Message{Text: "the basket is saved now"}))
	}
	return tea.Batch(append(cmds, a.saver.retryLater(), a.resumeQuit())...)
}

// retryLater tries a failed write again after a delay.
func (a *saver) retryLater() tea.Cmd {
	if a.sh.Basket.SaveError() == nil || a.retrying {
		return nil
	}
	a.retrying = true
	return a.sh.Wait(retryAfter, saveAgainMsg{})
}

// last saves unsaved changes when the screens are closed.
func (a *saver) last() error {
	if err := a.sh.Basket.Flush(a.sh.Ctx); err != nil {
		return fmt.Errorf("cannot save the basket: %w", err)
	}
	return nil
}

// atRisk returns the data that quitting would discard, and its size: all drafts
// if they are not saved, or only temporarily, otherwise the secrets, which are
// never saved.
func (a *app) atRisk() (text safe.Text, names []string) {
	if a.sh.Basket.Saves() && !a.opt.Temporary {
		lost := a.sh.Basket.Lost()
		return words.CountOf(len(lost), "secret"), lost
	}
	for _, d := range a.sh.Basket.Drafts() {
		names = append(names, d.Type.Name+" "+d.Title)
	}
	return kit.DraftCount(a.sh.Basket), names
}

// mergeBasket merges the saved basket into the current basket, and reports the
// changes.
func (a *app) mergeBasket(msg basketLoadedMsg) tea.Cmd {
	if msg.err != nil {
		a.sh.Basket.FailLoad(msg.err)
		return tea.Batch(kit.SayError(safe.Clean("cannot load the saved basket: "+msg.err.Error())), a.resumeQuit())
	}
	again := a.sh.Basket.Loaded()
	merged := a.sh.Basket.Merge(msg.saved)
	var cmds []tea.Cmd
	var untyped []string
	for _, d := range merged.Added {
		for _, name := range d.Missing() {
			untyped = append(untyped, name+" of "+d.Ref())
		}
		cmds = append(cmds, a.saver.readDraft(d))
	}
	var text []safe.Text
	if n := len(merged.Added); again && n > 0 {
		text = append(text, "staged "+words.Count(n)+" more "+kit.Plural(n, "draft", "drafts"))
	} else if n > 0 {
		cmds = append(cmds, kit.Say("restored "+words.CountOf(n, "staged change")+"; "+a.sh.Spell("{basket} shows ")+kit.Plural(n, "it", "them")))
	}
	if n := merged.Removed; n > 0 {
		text = append(text, "removed "+words.CountOf(n, "draft")+" from the basket")
	}
	if len(merged.Changed) > 0 {
		text = append(text, "changed "+safe.Clean(kit.FewNames(merged.Changed)))
	}
	if len(text) > 0 {
		cmds = append(cmds, kit.Say("a different session has "+safe.Join(text, " and ")+a.sh.Spell("; {basket} shows all")))
	}
	if len(merged.Kept) > 0 {
		cmds = append(cmds, kit.SayError("two sessions changed "+safe.Clean(kit.FewNames(merged.Kept))+"; the basket contains the version of this session"))
	}
	if len(untyped) > 0 {
		cmds = append(cmds, kit.SayError(safe.Clean("type these secrets again, because ralsh does not save secrets: "+kit.FewNames(untyped))))
	}
	if rejected := msg.saved.Rejected; len(rejected) > 0 {
		cmds = append(cmds, kit.SayError(safe.Clean("not restored from the saved basket: "+strings.Join(rejected, "; ")+". A copy of the basket is in "+msg.saved.Aside)))
	}
	return tea.Batch(append(cmds, a.broadcast(kit.DraftedMsg{}))...)
}
