package tui

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// saver keeps the basket on the disk: it is written whenever it has changed, one
// write at a time. Nothing is written before what was there has been taken up.
type saver struct {
	ready bool
	busy  bool
	seen  []stamp                // of the basket that was written last, or is on its way
	disk  []byte                 // what is there as far as is known
	write func() ([]byte, error) // the write under way, once: what was written
	err   error                  // of the last write

	retrying bool // a timer runs, at whose end a write that failed is tried again
	leaving  bool // the screens are left when the write under way has ended
}

// aboutBasket is what a basket that could not be saved is complained about.
const aboutBasket = "basket"

// stamp tells one state of a draft in the basket from all others of it.
type stamp struct {
	draft    *model.Draft
	version  int
	provider *ral.Provider
	out      bool
}

type (
	// basketLoadedMsg is the basket of the session before.
	basketLoadedMsg struct {
		basket model.Basket
		err    error
	}
	// basketSavedMsg is the end of a write.
	basketSavedMsg struct {
		data []byte
		err  error
	}
	// saveAgainMsg comes when a write that failed is to be tried again.
	saveAgainMsg struct{}
	// draftReadMsg is what the resource of a draft is now.
	draftReadMsg struct {
		draft *model.Draft
		found *ral.Instance
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
// the next one waits for its end. A basket can be large, so it is only looked at
// here, and made into text beside.
func (a *app) save() tea.Cmd {
	if !a.saver.ready || a.saver.busy {
		return nil
	}
	now := a.stamps()
	if slices.Equal(now, a.saver.seen) {
		return nil
	}
	a.saver.seen, a.saver.busy = now, true
	session, was, list := a.sh.session, a.saver.disk, a.staged()
	for i := range list {
		list[i].Draft = list[i].Draft.Clone()
	}
	a.saver.write = sync.OnceValues(func() ([]byte, error) {
		data, _ := session.EncodeBasket(list)
		if bytes.Equal(data, was) {
			return data, nil
		}
		return data, session.SaveBasket(data, was)
	})
	write := a.saver.write
	return func() tea.Msg {
		data, err := write()
		return basketSavedMsg{data, err}
	}
}

func (a *app) stamps() []stamp {
	var list []stamp
	for _, d := range a.sh.drafts.unsaved() {
		list = append(list, stamp{d, d.Version(), d.Provider, a.sh.drafts.marks[d].out})
	}
	return list
}

// staged is the basket as it should be on the disk.
func (a *app) staged() []model.Staged {
	var list []model.Staged
	for _, d := range a.sh.drafts.unsaved() {
		list = append(list, model.Staged{Draft: d, Out: a.sh.drafts.marks[d].out})
	}
	return list
}

func (a *app) saved(msg basketSavedMsg) tea.Cmd {
	a.saver.busy = false
	if errors.Is(msg.err, model.ErrBasketMoved) {
		return a.loadBasket()
	}
	before := a.saver.err
	var cmds []tea.Cmd
	if a.saver.err = msg.err; msg.err == nil {
		a.saver.disk = msg.data
	}
	switch {
	case msg.err != nil && before == nil:
		cmds = append(cmds, a.say(sayMsg{text: safe.Clean("the basket could not be saved: " + msg.err.Error()), bad: true, about: aboutBasket}))
	case msg.err == nil && before != nil:
		a.notes.settle(aboutBasket)
		cmds = append(cmds, a.show(frame.Message{Text: "the basket is saved now"}))
	}
	return tea.Batch(append(cmds, a.retryLater(), a.left())...)
}

// saveLast writes what is not yet written when the screens are left. A write
// that was asked for is ended, or done here: the program may have ended before
// it was begun.
func (a *app) saveLast() error {
	if !a.saver.ready {
		return nil
	}
	if a.saver.busy {
		var data []byte
		if data, a.saver.err = a.saver.write(); a.saver.err == nil {
			a.saver.disk = data
		}
	}
	data, _ := a.sh.session.EncodeBasket(a.staged())
	if bytes.Equal(data, a.saver.disk) && a.saver.err == nil {
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
	data, _ := a.sh.session.EncodeBasket(a.staged())
	return a.sh.session.SaveBasket(data, a.saver.disk)
}

// atRisk names what would be lost by leaving, and says how much it is: all
// drafts where they are not saved, or not for long, else the secrets, which never are.
func (a *app) atRisk() (said safe.Text, names []string) {
	if a.saver.ready && a.saver.err == nil && !a.opt.Temporary {
		_, lost := a.sh.session.EncodeBasket(a.staged())
		return widget.CountOf(len(lost), "secret"), lost
	}
	for _, d := range a.sh.drafts.unsaved() {
		names = append(names, d.Type.Name+" "+d.Title)
	}
	return a.sh.drafts.said(), names
}
