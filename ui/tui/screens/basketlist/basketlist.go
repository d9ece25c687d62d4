package basketlist

import (
	"cmp"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/basket"
	"ralsh/model/draft"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/widget"
)

// Screen lists the staged drafts in the order of the plan, which is made again
// in the background after each change.
type Screen struct {
	kit.Browser[staged]
	plans   kit.Job[planned]
	work    kit.Planning
	plan    basket.Plan
	drawn   map[*draft.Draft]plantext.Step
	took    time.Duration
	dropped *draft.Draft
	place   int // the previous place of the dropped draft
	drops   int
}

// staged is a draft with its index in the list.
type staged struct {
	draft *draft.Draft
	place int
}

// New shows the basket.
func New(sh *kit.Shared) *Screen {
	name := func(s staged) string { return draftKey(s.draft) }
	b := &Screen{plan: sh.Basket.NoPlan()}
	b.Browser = kit.NewBrowser(sh, widget.NewList(name, stagedText, func(x, y staged) int { return cmp.Compare(x.place, y.place) }))
	b.Own, b.Table, b.Row, b.Foot, b.Message = b.actions, b.table, b.row, b.foot, b.message
	b.Nothing, b.Empty, b.Flagged = b.unmatched, b.empty, b.flagged
	b.Keys = func() frame.Keys { return b.actions().Working().Keys(sh) }
	b.arrange()
	return b
}

// stagedText returns the text that the filter matches.
func stagedText(s staged) string {
	return s.draft.Type.Name + " " + s.draft.Title + " " + changesOf(s.draft)
}

// draftKey identifies a draft. It includes the provider because drafts with the
// same title can have different providers.
func draftKey(d *draft.Draft) string {
	if d.Provider == nil {
		return d.Ref()
	}
	return d.Ref() + "\x00" + d.Provider.Name
}

type planned struct {
	plan  basket.Plan
	drawn map[*draft.Draft]plantext.Step
}

// keptOutMsg ends the time in which a dropped draft can be restored.
type keptOutMsg struct {
	screen *Screen
	drops  int
}

func (b *Screen) Crumb() safe.Text  { return "basket" }
func (b *Screen) Alone() bool       { return true }
func (b *Screen) Where() keys.Where { return keys.OnBasket }
func (b *Screen) Busy() bool        { return b.plans.Busy() }
func (b *Screen) Close()            { b.plans.Stop() }
func (b *Screen) Start() tea.Cmd    { return b.replan() }

// replan checks and plans all included drafts. It passes only copies to the
// other goroutine.
func (b *Screen) replan() tea.Cmd {
	b.plans.Stop()
	b.arrange()
	selection := b.Sh.Basket.Selection()
	if selection.Empty() {
		b.plan, b.drawn = b.Sh.Basket.NoPlan(), nil
		return nil
	}
	return b.plans.StartIn(b.work.Begin(b.Sh.Ctx, b.Sh.Now()), b.Sh, func(ctx context.Context) planned {
		p := planned{selection.Plan(ctx), make(map[*draft.Draft]plantext.Step)}
		for d, s := range p.plan.Steps {
			p.drawn[d] = plantext.Draw([]*transaction.Step{s})[0]
		}
		return p
	})
}

func (b *Screen) Update(msg tea.Msg) tea.Cmd {
	if p, ok := b.plans.Done(msg); ok {
		b.plan, b.drawn = p.plan, p.drawn
		if len(p.plan.Steps) > 0 {
			b.took = p.plan.Elapsed
		}
		b.Sh.Basket.SetPlan(p.plan, b.Sh.Now())
		b.arrange()
	}
	switch msg := msg.(type) {
	case kit.SeenMsg, kit.ChangedMsg, kit.DraftedMsg:
		return b.replan()
	case keptOutMsg:
		if msg.screen == b && msg.drops == b.drops {
			b.dropped = nil
		}
	}
	return b.Browser.Update(msg)
}
