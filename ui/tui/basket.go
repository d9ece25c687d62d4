package tui

import (
	"cmp"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// basket is everything that is staged, in the order of the plan, which is made
// anew in the background on each change.
type basket struct {
	sh      *shared
	list    *widget.List[staged]
	search  search
	gen     int
	cancel  context.CancelFunc
	working bool
	work    planning
	steps   map[*model.Draft]*transaction.Step
	drawn   map[*model.Draft]drawnStep
	edges   []stagedEdge // the relationships of the plan
	took    time.Duration
	err     error
	dropped *model.Draft
	place   int // where the dropped one stood
	drops   int
}

// staged is a draft with its place among the rows.
type staged struct {
	draft *model.Draft
	place int
}

func newBasket(sh *shared) *basket {
	name := func(s staged) string { return draftKey(s.draft) }
	b := &basket{sh: sh, cancel: func() {}}
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
		screen *basket
		gen    int
		bad    map[*model.Draft]notReady
		drafts []*model.Draft // those planned, as the declarations of the plan
		plan   *transaction.Plan
		drawn  []drawnStep
		edges  []stagedEdge
		err    error
	}
	// keptOutMsg ends the time in which what was dropped can be brought back.
	keptOutMsg struct {
		screen *basket
		drops  int
	}
)

func (b *basket) crumb() safe.Text  { return "basket" }
func (b *basket) alone() bool       { return true }
func (b *basket) where() keys.Where { return keys.OnBasket }
func (b *basket) busy() bool        { return b.working }
func (b *basket) typing() bool      { return b.search.typing() }
func (b *basket) close()            { b.cancel() }
func (b *basket) start() tea.Cmd    { return b.replan() }

func (b *basket) press(key tea.KeyPressMsg) tea.Cmd { return b.search.press(key) }

func (b *basket) chip() safe.Text {
	_, _, n := b.list.Rows()
	return b.search.chip(n, b.list.Total())
}

// replan checks and plans all that is not left out. Only copies leave this
// goroutine.
func (b *basket) replan() tea.Cmd {
	b.cancel()
	b.gen++
	b.arrange()
	drafts, copies := b.sh.drafts.chosen()
	if b.working = len(drafts) > 0; !b.working {
		b.steps, b.drawn, b.edges, b.err = nil, nil, nil, nil
		return nil
	}
	ctx, cancel := context.WithCancel(b.sh.ctx)
	b.cancel = cancel
	ctx = b.work.begin(ctx, b.sh.now())
	gen, session := b.gen, b.sh.session
	return func() tea.Msg {
		msg := basketMsg{screen: b, gen: gen}
		msg.bad = unready(ctx, session, drafts, copies)
		var ready []*model.Draft
		for i, d := range drafts {
			if msg.bad[d].bad == "" {
				msg.drafts, ready = append(msg.drafts, d), append(ready, copies[i])
			}
		}
		decls := model.Decls(ready)
		if len(decls) > 0 {
			msg.edges = edgesOf(ctx, session, decls)
			if msg.plan, msg.err = session.Plan(ctx, decls...); msg.err == nil {
				msg.drawn = drawSteps(msg.plan.Steps)
			}
		}
		return msg
	}
}

func (b *basket) update(msg tea.Msg) tea.Cmd {
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

func (b *basket) planned(msg basketMsg) {
	b.working, b.err, b.edges = false, msg.err, msg.edges
	b.steps, b.drawn = make(map[*model.Draft]*transaction.Step), make(map[*model.Draft]drawnStep)
	b.sh.drafts.judged(msg.bad)
	for _, d := range b.sh.drafts.unsaved() {
		b.sh.drafts.note(d, func(st *draftStatus) { st.blocked, st.refused = "", "" })
	}
	if msg.plan != nil {
		b.took = msg.plan.Elapsed
		for i, s := range msg.plan.Steps {
			for _, d := range msg.drafts {
				if d.Type.Name == s.Decl.Type && d.Title == s.Decl.Title {
					b.steps[d], b.drawn[d] = s, msg.drawn[i]
					b.sh.drafts.note(d, func(st *draftStatus) {
						st.synced(s.Status == transaction.InSync, b.sh.now())
						st.blocked, st.refused = firstLine(s.LeftOut()), b.sh.session.RefusedStep(s)
					})
				}
			}
		}
	}
	b.arrange()
}

func (st *draftStatus) synced(is bool, now time.Time) {
	switch {
	case !is:
		st.sync = time.Time{}
	case st.sync.IsZero():
		st.sync = now
	}
}
