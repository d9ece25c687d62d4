package tui

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// saver keeps the basket on the disk: it is written whenever it has changed, one
// write at a time. Nothing is written before what was there has been taken up.
type saver struct {
	ready bool
	busy  bool
	data  []byte       // what was written last, or is on its way
	disk  []byte       // what is there as far as is known
	write func() error // of the write under way, once
	err   error        // of the last write
	lost  []string
}

type (
	// basketLoadedMsg is the basket of the session before.
	basketLoadedMsg struct {
		basket model.Basket
		err    error
	}
	// basketSavedMsg is the end of a write.
	basketSavedMsg struct{ err error }
	// draftReadMsg is what the resource of a draft is now.
	draftReadMsg struct {
		draft *model.Draft
		found *ral.Found
	}
)

// loadBasket reads the basket of the session before.
func (a *app) loadBasket() tea.Cmd {
	session := a.sh.session
	if !session.KeepsBasket() {
		return nil
	}
	return func() tea.Msg {
		basket, err := session.LoadBasket()
		return basketLoadedMsg{basket, err}
	}
}

// readDraft looks what the resource of a draft is, as an editor would have.
func (a *app) readDraft(d *model.Draft) tea.Cmd {
	ctx, session, copied := a.sh.ctx, a.sh.session, d.Clone()
	return func() tea.Msg {
		found, err := readOne(ctx, session, copied)
		if err != nil {
			return nil
		}
		return draftReadMsg{d, found}
	}
}

// save writes the basket when it has changed since; while a write is under way
// the next one waits for its end.
func (a *app) save() tea.Cmd {
	data, changed := a.unsaved()
	if !changed || a.saver.busy {
		return nil
	}
	a.saver.data, a.saver.busy = data, true
	session, was := a.sh.session, a.saver.disk
	a.saver.write = sync.OnceValue(func() error { return session.SaveBasket(data, was) })
	write := a.saver.write
	return func() tea.Msg { return basketSavedMsg{write()} }
}

// unsaved is the basket as it should be on the disk, and whether it is not.
func (a *app) unsaved() (data []byte, changed bool) {
	if !a.saver.ready {
		return nil, false
	}
	var list []model.Staged
	for _, d := range a.sh.drafts.unsaved() {
		list = append(list, model.Staged{Draft: d, Out: a.sh.drafts.marks[d].out})
	}
	data, a.saver.lost = a.sh.session.EncodeBasket(list)
	return data, !bytes.Equal(data, a.saver.data)
}

func (a *app) saved(msg basketSavedMsg) tea.Cmd {
	a.saver.busy = false
	if errors.Is(msg.err, model.ErrBasketMoved) {
		return a.loadBasket()
	}
	before := a.saver.err
	if a.saver.err = msg.err; msg.err == nil {
		a.saver.disk = a.saver.data
	}
	if msg.err != nil && before == nil {
		return complain(safe.Clean("the basket could not be saved: " + msg.err.Error()))
	}
	return nil
}

// saveLast writes what is not yet written when the screens are left. A write
// that was asked for is ended, or done here: the program may have ended before
// it was begun.
func (a *app) saveLast() error {
	if a.saver.busy {
		if a.saver.err = a.saver.write(); a.saver.err == nil {
			a.saver.disk = a.saver.data
		}
	}
	data, changed := a.unsaved()
	if !changed && a.saver.err == nil {
		return nil
	}
	err := a.sh.session.SaveBasket(data, a.saver.disk)
	for tries := 0; errors.Is(err, model.ErrBasketMoved) && tries < 3; tries++ {
		err = a.saveBoth()
	}
	if err != nil {
		return fmt.Errorf("the basket could not be saved: %w", err)
	}
	return nil
}

// saveBoth takes in what another session has staged, and writes that too.
func (a *app) saveBoth() error {
	theirs, err := a.sh.session.LoadBasket()
	if err != nil {
		return err
	}
	a.takeUp(basketLoadedMsg{basket: theirs})
	data, _ := a.unsaved()
	return a.sh.session.SaveBasket(data, a.saver.disk)
}

// atRisk names what would be lost by leaving, and says how much it is: all
// drafts where they are not saved, or not for long, else the secrets, which never are.
func (a *app) atRisk() (said safe.Text, names []string) {
	if a.saver.ready && a.saver.err == nil && !a.opt.Fleeting {
		a.unsaved()
		return widget.CountOf(len(a.saver.lost), "secret"), a.saver.lost
	}
	for _, d := range a.sh.drafts.unsaved() {
		names = append(names, d.Type.Name+" "+d.Title)
	}
	return a.sh.drafts.said(), names
}
