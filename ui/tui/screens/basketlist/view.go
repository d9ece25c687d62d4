package basketlist

import (
	"slices"
	"strings"

	"ralsh/model/draft"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/widget"
)

// arrange orders the rows as in the plan, followed by the drafts without a
// place.
func (b *Screen) arrange() {
	all := b.plan.Order()
	for _, d := range b.Sh.Basket.Drafts() {
		if !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	rows := make([]staged, len(all))
	for i, d := range all {
		rows[i] = staged{d, i}
	}
	b.List.Set(rows)
}

func (b *Screen) View(width, height int) frame.Content {
	if b.List.Total() > 0 && width >= frame.SplitWidth {
		return b.twoPanes(width, height)
	}
	return b.Browser.View(width, height)
}

// table returns the columns of the list without a pane next to it.
func (b *Screen) table(width int, _ frame.Layout) kit.Table {
	t := kit.Table{Title: "basket", Last: "order", Columns: []frame.Column{{Title: "resource", Min: 26, Grow: 1}}}
	if width >= frame.NarrowWidth {
		t.Columns = []frame.Column{{Title: "resource", Min: 26, Middle: true}, {Title: "change", Min: 1, Gap: 1, Grow: 1}}
	}
	return t
}

func (b *Screen) row(shown widget.Shown[staged], slots []frame.Slot) frame.Row {
	d := shown.Item.draft
	return frame.Row{
		Cursor: shown.Cursor, Selected: b.selected(d, shown.Selected), Sign: b.sign(d), Evidence: b.placed(d, false),
		Cells: frame.Cells(slots, safe.Clean(d.Type.Name+" "+d.Title), b.change(d)),
	}
}

// nothing returns why the list is empty, or which filter hides the rows.
func (b *Screen) nothing() safe.Text {
	if b.List.Total() > 0 {
		return b.Search.Hides(b.Sh, "row", "a sign", "")
	}
	return "the basket is empty. " + b.comesHere()
}

func (b *Screen) comesHere() safe.Text {
	return b.Sh.Spell("{edit} on an instance, or {new} on a type, stages a draft")
}

// empty returns a hint how to stage changes.
func (b *Screen) empty() (head frame.Ruler, text []safe.Text) {
	if b.List.Total() == 0 {
		text = []safe.Text{"the basket is empty", b.comesHere()}
	}
	return frame.Title("basket", "0", true), text
}

func (b *Screen) sign(d *draft.Draft) frame.Sign {
	st := b.Sh.Basket.Status(d)
	switch s := b.plan.Steps[d]; {
	case st.Omitted && b.invalid(d) != "":
		return frame.SignNeeds
	case st.Omitted || !st.Ready():
	case slices.Contains(b.plan.Cycle(), d.Ref()):
		return frame.SignNeeds
	case s != nil:
		return plantext.StepSign(s)
	}
	return kit.EffectSign(b.Sh.Basket.EffectOf(d))
}

// invalid names the invalid values of a draft, or returns "". The basket knows
// them only for drafts that are not omitted.
func (b *Screen) invalid(d *draft.Draft) string {
	check := b.Sh.Session.Drafts.Check(b.Sh.Ctx, d)
	var names []string
	for _, f := range slices.Concat(check.Properties, check.Params) {
		if f.State == draft.FieldInvalid {
			names = append(names, f.Attr.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + string(kit.Plural(len(names), " is", " are")) + " invalid"
}

func (b *Screen) change(d *draft.Draft) safe.Text {
	s, st := b.plan.Steps[d], b.Sh.Basket.Status(d)
	if invalid := b.invalid(d); st.Omitted && invalid != "" {
		return safe.Clean(invalid)
	}
	switch {
	case st.NotReady.Reason != "" && st.NotReady.Detail != "" && !st.Omitted:
		return safe.Clean(st.NotReady.Detail)
	case s == nil || st.Omitted || len(s.Changes) == 0 && s.Status != transaction.InSync:
		return safe.Clean(changesOf(d))
	}
	if s.Status == transaction.InSync {
		return "in sync: " + safe.Clean(changesOf(d))
	}
	var parts []string
	for _, c := range s.Changes {
		if c.Attr.Name == "ensure" {
			parts = append(parts, "ensure "+string(plantext.ShouldText(s.Resource, c)))
		} else {
			parts = append(parts, c.Attr.Name)
		}
	}
	return safe.Clean(strings.Join(parts, ", "))
}
