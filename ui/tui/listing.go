package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
)

type (
	// readingMsg is a group of what a reading of a type brought.
	readingMsg struct {
		reading *listings.Reading
		batch   batchMsg[listings.Update]
	}
	// listedMsg tells the screens that a listing has grown or ended.
	listedMsg listings.Change
)

// begin reads a type.
func (sh *shared) begin(l *listings.Listing) tea.Cmd {
	return sh.run(l.Begin(sh.ctx, sh.session, sh.now()))
}

// want reads a type, unless it is being read or has just been.
func (sh *shared) want(t *ral.Type) tea.Cmd {
	return sh.run(sh.listings.Want(sh.ctx, sh.session, t, sh.now()))
}

// readAgain reads a type because the user asks for it.
func (sh *shared) readAgain(t *ral.Type) tea.Cmd {
	return sh.run(sh.listings.Again(sh.ctx, sh.session, t, sh.now()))
}

// run runs a reading, nil for none, and brings the first of what it finds.
func (sh *shared) run(r *listings.Reading) tea.Cmd {
	if r == nil {
		return nil
	}
	return nextOf(r, newBatcher(r.Context(), r.Run))
}

// nextOf brings more of a reading.
func nextOf(r *listings.Reading, feed *batcher[listings.Update]) tea.Cmd {
	next := feed.next()
	return func() tea.Msg { return readingMsg{r, next().(batchMsg[listings.Update])} }
}

// listed hands on what a reading brought; what was given up brings nothing more.
func (a *app) listed(msg readingMsg) tea.Cmd {
	out, ok := msg.reading.Take(msg.batch.items, msg.batch.ended, a.sh.now())
	if !ok {
		return nil
	}
	var next tea.Cmd
	if !msg.batch.ended {
		next = nextOf(msg.reading, msg.batch.feed)
	}
	if out.Listing.Stage == listings.StageDone {
		a.sh.log.listed(out.Listing)
		a.sh.log.moved(out.Listing, a.sh.now())
	}
	return tea.Batch(next, a.tell(listedMsg(out)))
}
