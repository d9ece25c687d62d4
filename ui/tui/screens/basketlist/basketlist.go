package basketlist

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
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/widget"
)

// Screen lists the staged drafts in the order of the plan, which is made again
// in the background after each change.
type Screen struct {
	sh      *kit.Shared
	list    *widget.List[staged]
	search  kit.Search
	gen     int
	cancel  context.CancelFunc
	working bool
	work    kit.Planning
	plan    basket.Plan
	drawn   map[*model.Draft]plantext.Step
	took    time.Duration
	dropped *model.Draft
	place   int // the previous place of the dropped draft
	drops   int
}

// staged is a draft with its index in the list.
type staged struct {
	draft *model.Draft
	place int
}

// New shows the basket.
func New(sh *kit.Shared) *Screen {
	name := func(s staged) string { return draftKey(s.draft) }
	b := &Screen{sh: sh, plan: sh.Basket.NoPlan(), cancel: func() {}}
	b.list = widget.NewList(name, stagedText, func(x, y staged) int { return cmp.Compare(x.place, y.place) })
	b.search = kit.NewSearch(b.list.Filter)
	b.arrange()
	return b
}

// stagedText returns the text that the filter matches.
func stagedText(s staged) string {
	return s.draft.Type.Name + " " + s.draft.Title + " " + changesOf(s.draft)
}

// draftKey identifies a draft. It includes the provider because drafts with the
// same title can have different providers.
func draftKey(d *model.Draft) string {
	if d.Provider == nil {
		return d.Ref()
	}
	return d.Ref() + "\x00" + d.Provider.Name
}

type (
	// basketMsg is a plan of the basket.
	basketMsg struct {
		screen *Screen
		gen    int
		plan   basket.Plan
		drawn  map[*model.Draft]plantext.Step
	}
	// keptOutMsg ends the time in which a dropped draft can be restored.
	keptOutMsg struct {
		screen *Screen
		drops  int
	}
)

func (b *Screen) Crumb() safe.Text  { return "basket" }
func (b *Screen) Alone() bool       { return true }
func (b *Screen) Where() keys.Where { return keys.OnBasket }
func (b *Screen) Busy() bool        { return b.working }
func (b *Screen) Typing() bool      { return b.search.Typing() }
func (b *Screen) Close()            { b.cancel() }
func (b *Screen) Start() tea.Cmd    { return b.replan() }

func (b *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return b.search.Press(key) }

func (b *Screen) Chip() safe.Text {
	_, _, n := b.list.Rows()
	return b.search.Chip(n, b.list.Total())
}

// replan checks and plans all included drafts. It passes only copies to the
// other goroutine.
func (b *Screen) replan() tea.Cmd {
	b.cancel()
	b.gen++
	b.arrange()
	selection := b.sh.Basket.Selection()
	if b.working = !selection.Empty(); !b.working {
		b.plan, b.drawn = b.sh.Basket.NoPlan(), nil
		return nil
	}
	ctx, cancel := context.WithCancel(b.sh.Ctx)
	b.cancel = cancel
	ctx = b.work.Begin(ctx, b.sh.Now())
	gen := b.gen
	return func() tea.Msg {
		msg := basketMsg{screen: b, gen: gen, plan: selection.Plan(ctx), drawn: make(map[*model.Draft]plantext.Step)}
		for d, s := range msg.plan.Steps {
			msg.drawn[d] = plantext.Draw([]*transaction.Step{s})[0]
		}
		return msg
	}
}

func (b *Screen) Update(msg tea.Msg) tea.Cmd {
	b.search.Paste(msg)
	switch msg := msg.(type) {
	case kit.SeenMsg, kit.ChangedMsg, kit.DraftedMsg:
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

func (b *Screen) planned(msg basketMsg) {
	b.working, b.plan, b.drawn = false, msg.plan, msg.drawn
	if len(msg.plan.Steps) > 0 {
		b.took = msg.plan.Elapsed
	}
	b.sh.Basket.SetPlan(msg.plan, b.sh.Now())
	b.arrange()
}
