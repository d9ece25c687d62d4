package basketlist

import (
	"slices"
	"strconv"

	"ralsh/model/basket"
	"ralsh/model/draft"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// basketShare is the width of the list in percent, next to the details.
const basketShare = 62

// twoPanes draws the basket with two panes: the list with its order and
// dependencies, and why the row under the cursor has its place.
func (b *Screen) twoPanes(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	at := width * basketShare / 100
	inside := frame.BoxWidth(at)
	b.List.Height(max(1, rooms.Body-3-b.laterRows()))
	name := frame.Slot{Col: frame.Margin, Width: min(36, inside*40/100)}
	change := frame.Slot{Col: frame.Margin + name.Width + 2}
	head := frame.Ruler{
		Title: "basket", Sub: words.Count(b.plan.Included()) + " of " + words.Count(b.List.Total()) + " in the next apply", Focus: true, Last: "certainty",
		Columns: []frame.Cell{{At: name, Text: "   resource"}, {At: change, Text: "change"}}, Evidence: kit.Position(b.List),
	}
	lines := []frame.Line{head}
	later := false
	for _, row := range b.List.Window() {
		d := row.Item.draft
		if kept := b.later(d); kept && !later {
			later = true
			if len(lines) > 1 {
				lines = append(lines, nil)
			}
			lines = append(lines, frame.Title("not in the next apply", words.Count(b.laterCount()), false))
		}
		lines = append(lines, b.wideRow(row, name, change))
	}
	if len(lines) == 1 {
		lines = append(lines, kit.RowsOf(b.unmatched(), inside, 3)...)
	}
	return frame.Content{Body: []frame.Block{frame.Two(at, lines, b.about(frame.BoxWidth(width-at), rooms.Body-2))}, Message: b.message(), Keys: b.actions().Working().Keys(b.Sh)}
}

// later reports whether a draft has no place in the next apply.
func (b *Screen) later(d *draft.Draft) bool {
	return !slices.Contains(b.plan.Order(), d)
}

func (b *Screen) laterCount() int { return b.List.Total() - len(b.plan.Order()) }

// laterRows returns the number of rows of the title above those drafts,
// including a blank row.
func (b *Screen) laterRows() int {
	if b.laterCount() > 0 {
		return 2
	}
	return 0
}

// wideRow returns the row of a draft: its place, indented if it waits for
// another draft, and its certainty or why it waits.
func (b *Screen) wideRow(r widget.Shown[staged], name, change frame.Slot) frame.Row {
	d := r.Item.draft
	number, joined := safe.Blank(3), safe.Text("")
	if s := b.plan.Steps[d]; s != nil && !b.later(d) {
		number = safe.Clean(strconv.Itoa(s.N)).Pad(3)
		if s.Why.After > 0 {
			joined = safe.Clean(b.glyphs().Joined) + " "
		}
	}
	look := theme.Name
	if b.later(d) {
		look = theme.Muted
	}
	row := frame.Row{Cursor: r.Cursor, Selected: b.selected(d, r.Selected), Sign: b.sign(d)}
	title := safe.Clean(d.Title).CutMiddle(max(4, name.Width-number.Width()-joined.Width()-len(d.Type.Name)-1), b.Sh.Mode.Ellipsis())
	row.Cells = []frame.Cell{
		{At: name, Text: number, Style: theme.Muted, More: []frame.Span{
			{Text: joined, Style: theme.Faint}, {Text: safe.Clean(d.Type.Name) + " ", Style: theme.Muted}, {Text: title, Style: look},
		}},
		{At: change, Text: b.change(d)},
	}
	if row.Evidence, row.Sure = b.sure(d); row.Evidence == "" {
		row.Evidence, row.Sure = b.placed(d, false), theme.Muted
		st := b.Sh.Basket.Status(d)
		if s := b.plan.Steps[d]; s != nil && s.Status == transaction.InSync && s.Until == 0 && st.Ready() && !st.Omitted && st.BlockedReason == "" {
			row.Evidence += " " + kit.Clock(st.InSyncSince)
		}
		if st.NotReady.Reason != "" && !st.Omitted {
			row.Sure = theme.BadgeDanger
		}
	}
	return row
}

func (b *Screen) glyphs() theme.Glyphs {
	m := b.Sh.Mode
	if m.Theme == nil {
		m = frame.Mode{ASCII: m.ASCII}.Themed(theme.Options{})
	}
	return *m.Theme.Glyphs()
}

// about describes the draft under the cursor: its relationships, the reasons
// for its place, and the commands.
func (b *Screen) about(width, room int) []frame.Line {
	at, ok := b.List.Cursor()
	if !ok {
		return nil
	}
	d := at.draft
	head := frame.Title(safe.Clean(d.Type.Name+" "+d.Title), "", false)
	head.Sub = "relationships"
	lines := []frame.Line{head, nil}
	all := b.plan.Relations(d)
	for _, after := range []bool{false, true} {
		lines = append(lines, b.related(all, after, width)...)
	}
	if looked := requirementsOf(d); looked != "" {
		lines = append(lines, plantext.StepField("auto", looked, width)...)
	}
	if d.From != "" {
		lines = append(lines, plantext.StepField("as on", safe.Clean(d.From), width)...)
	}
	lines = append(lines, nil, frame.Title("order", "", false))
	for _, t := range b.placeReasons(d) {
		lines = append(lines, kit.ProseRows(t, width-1)...)
	}
	lines = append(lines, nil, plantext.KeyRow(safe.Clean(b.Sh.Keys.Key(keys.MoveLater)+" "+b.Sh.Keys.Key(keys.MoveEarlier)), "move within the order"))
	if s := b.plan.Steps[d]; s != nil && len(s.Results) > 0 {
		lines = append(lines, nil, frame.Title("commands", safe.Clean(s.Certainty().String()), false))
		for _, act := range s.Acted() {
			lines = append(lines, plantext.StepAct(act, width)...)
		}
	}
	return lines[:max(0, min(len(lines), room+1))]
}

// placeReasons returns why a draft has its place, without its relationships,
// which are shown above.
func (b *Screen) placeReasons(d *draft.Draft) []safe.Text {
	if path := b.plan.Cycle(); path != nil {
		return b.round(path)
	}
	all := b.reasons(d)
	all = all[:len(all)-len(b.relations(d))]
	if s := b.plan.Steps[d]; s != nil {
		if b.Sh.Basket.Status(d).BlockedReason != "" {
			all = all[1:]
		}
		if s.Why.After == 0 {
			all = all[:len(all)-1]
		}
	}
	return slices.Concat([]safe.Text{b.placed(d, true)}, all)
}

// related returns the resources before or after a draft, each with the origin
// of the relationship.
func (b *Screen) related(all []basket.Relation, after bool, width int) (lines []frame.Line) {
	label := side(after)
	for _, r := range all {
		if r.After != after {
			continue
		}
		lines = append(lines, plantext.StepField(label, safe.Clean(r.Type+" "+r.Title), width)...)
		for _, row := range plantext.StepField("", relationWhy(r), width) {
			row := row.(frame.Row)
			row.Cells[0].Style = theme.Muted
			lines = append(lines, row)
		}
		label = ""
	}
	if lines == nil {
		lines = plantext.StepField(label, "none", width)
	}
	return lines
}
