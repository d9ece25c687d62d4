package tui

import (
	"cmp"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// basketList is everything that is staged, in the order of the plan, which is made
// anew in the background on each change.
type basketList struct {
	sh      *shared
	list    *widget.List[staged]
	search  search
	gen     int
	cancel  context.CancelFunc
	working bool
	work    planning
	plan    basket.Plan
	drawn   map[*model.Draft]drawnStep
	took    time.Duration
	dropped *model.Draft
	place   int // where the dropped one stood
	drops   int
}

// staged is a draft with its place among the rows.
type staged struct {
	draft *model.Draft
	place int
}

func newBasketList(sh *shared) *basketList {
	name := func(s staged) string { return draftKey(s.draft) }
	b := &basketList{sh: sh, plan: sh.basket.NoPlan(), cancel: func() {}}
	b.list = widget.NewList(name, stagedText, func(x, y staged) int { return cmp.Compare(x.place, y.place) })
	b.search = newSearch(b.list.Filter)
	b.arrange()
	return b
}

// stagedText is the text in which the filter looks.
func stagedText(s staged) string {
	return s.draft.Type.Name + " " + s.draft.Title + " " + changesOf(s.draft)
}

// draftKey tells apart drafts of one title that go to different providers.
func draftKey(d *model.Draft) string {
	if d.Provider == nil {
		return d.Ref()
	}
	return d.Ref() + "\x00" + d.Provider.Name
}

type (
	// basketMsg is what a plan of the basket came to.
	basketMsg struct {
		screen *basketList
		gen    int
		plan   basket.Plan
		drawn  map[*model.Draft]drawnStep
	}
	// keptOutMsg ends the time in which what was dropped can be brought back.
	keptOutMsg struct {
		screen *basketList
		drops  int
	}
)

func (b *basketList) crumb() safe.Text  { return "basket" }
func (b *basketList) alone() bool       { return true }
func (b *basketList) where() keys.Where { return keys.OnBasket }
func (b *basketList) busy() bool        { return b.working }
func (b *basketList) typing() bool      { return b.search.typing() }
func (b *basketList) close()            { b.cancel() }
func (b *basketList) start() tea.Cmd    { return b.replan() }

func (b *basketList) press(key tea.KeyPressMsg) tea.Cmd { return b.search.press(key) }

func (b *basketList) chip() safe.Text {
	_, _, n := b.list.Rows()
	return b.search.chip(n, b.list.Total())
}

// replan checks and plans all that is not left out. Only copies leave this
// goroutine.
func (b *basketList) replan() tea.Cmd {
	b.cancel()
	b.gen++
	b.arrange()
	selection := b.sh.basket.Selection()
	if b.working = !selection.Empty(); !b.working {
		b.plan, b.drawn = b.sh.basket.NoPlan(), nil
		return nil
	}
	ctx, cancel := context.WithCancel(b.sh.ctx)
	b.cancel = cancel
	ctx = b.work.begin(ctx, b.sh.now())
	gen := b.gen
	return func() tea.Msg {
		msg := basketMsg{screen: b, gen: gen, plan: selection.Plan(ctx), drawn: make(map[*model.Draft]drawnStep)}
		for d, s := range msg.plan.Steps {
			msg.drawn[d] = drawSteps([]*transaction.Step{s})[0]
		}
		return msg
	}
}

func (b *basketList) update(msg tea.Msg) tea.Cmd {
	b.search.paste(msg)
	switch msg := msg.(type) {
	case seenMsg, changedMsg, draftedMsg:
		return b.replan()
	case basketMsg:
		if msg.screen == b && msg.gen == b.gen {
			b.planned(msg)
		}
	case keptOutMsg:
		if msg.screen == b && msg.drops == b.drops {
			b.dropped = nil
		}
	}
	return nil
}

func (b *basketList) planned(msg basketMsg) {
	b.working, b.plan, b.drawn = false, msg.plan, msg.drawn
	if len(msg.plan.Steps) > 0 {
		b.took = msg.plan.Elapsed
	}
	b.sh.basket.SetPlan(msg.plan, b.sh.now())
	b.arrange()
}
