package change

import (
	"errors"
	"slices"
	"strconv"

	"ralsh/ral/diagnostic"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/catalog"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

func (d *Difference) View(width, height int) frame.Content {
	c := frame.Content{}
	switch {
	case d.err != nil:
		c.Body = []frame.Block{frame.One(d.failed(width))}
	case d.plan == nil:
		c.Body = []frame.Block{frame.One([]frame.Line{frame.Title("planning "+words.CountOf(len(d.decls), "resource"), "certainty", true)})}
		c.Message = frame.Message{Sign: frame.SignWorks, Text: d.work.Text(d.sh.Now()) + "; a plan makes no changes"}
	case width >= frame.SplitWidth:
		rooms := frame.Arrange(width, height, frame.Foot{})
		rows := rooms.Body - frame.PaneRows(d.question(width, height, rooms.Body/2), true)
		plan := d.body(frame.BoxWidth(width), rows, true)
		// The rows visible in the plan are known only now, and the question
		// counts them.
		c.Body = []frame.Block{frame.One(plan), frame.One(d.question(width, height, rooms.Body/2))}
		c.Message = d.message(width)
	default:
		c.Foot = d.foot(width, height)
		rooms := frame.Arrange(width, height, c.Foot)
		c.Body = []frame.Block{frame.One(d.body(width, rooms.Body, false))}
		c.Foot = d.foot(width, height)
		c.Message = d.message(width)
	}
	c.Keys = d.keyLine()
	return c
}

// body returns the visible part of the plan with its title, in borders or below
// a rule.
func (d *Difference) body(width, height int, boxed bool) []frame.Line {
	d.wide = boxed
	options := plantext.Options{Width: width, Sides: boxed && !d.column, Marks: d.sh.Mode.ASCII || d.sh.Mode.Plain, Tall: boxed && height >= tallFrom}
	if d.options != options || d.lines == nil {
		var starts []int
		d.lines, starts = d.filter.plan(plantext.Lines(d.steps, options))
		d.lines = append(d.lines, d.filter.Nothing(d.sh, width)...)
		d.lines = append(d.lines, d.back.rows(width)...)
		d.options, d.starts = options, starts
		d.at = max(0, min(d.at, len(d.lines)-1))
	}
	title := plantext.Title(d.plan)
	if d.back.run > 0 {
		title = "undo of run " + safe.Clean(strconv.Itoa(d.back.run)) + ": " + title
	}
	head := frame.Ruler{Title: title, Focus: d.focus == onPlan}
	room := max(1, height-1)
	if boxed {
		p := plantext.NewPaper(d.steps, options)
		head.Sub, head.Last = "in order", "certainty"
		head.Columns = []frame.Cell{{At: frame.At(p.Name), Text: "property"}, {At: frame.At(p.Side + 1), Text: "is, should"}}
		if options.Sides {
			head.Columns[1].Text = "is"
			head.Columns = append(head.Columns, frame.Cell{At: frame.At(p.Right + 1), Text: "should"})
		}
		room = max(1, height-3)
	}
	d.scroll.Show(len(d.lines), room, d.at, d.at)
	first, end := d.scroll.Window()
	if len(d.lines) > room {
		seen := kit.RowsText(first+1, end, len(d.lines))
		if head.Scroll = frame.Rows(first+1, end, len(d.lines)); boxed {
			head.Below = seen
		} else {
			head.Evidence = seen
		}
	}
	out := append(make([]frame.Line, 0, room+1), head)
	for i := first; i < end; i++ {
		line := d.lines[i]
		if row, ok := line.(frame.Row); ok && i == d.at {
			line = underCursor(row)
		}
		out = append(out, line)
	}
	for boxed && len(out) <= room {
		out = append(out, nil)
	}
	return out
}

// tallFrom is the minimum height of a plan with empty rows between steps.
const tallFrom = 18

// underCursor returns the row with the cursor and a highlighted name.
func underCursor(row frame.Row) frame.Row {
	row.Cursor = true
	if len(row.Cells) > 0 {
		more := slices.Clone(row.Cells[0].More)
		for i := range more {
			if more[i].Style == theme.Strong {
				more[i].Style = theme.Name
			}
		}
		row.Cells = slices.Clone(row.Cells)
		row.Cells[0].More = more
	}
	return row
}

// failed returns why planning failed.
func (d *Difference) failed(width int) []frame.Line {
	lines := []frame.Line{frame.Title("no plan", "", true)}
	texts := []string{d.err.Error()}
	var diags diagnostic.Diags
	if errors.As(d.err, &diags) {
		texts = nil
		for _, diag := range diags {
			if diag.Kind != diagnostic.Dropped {
				texts = append(texts, diag.Error())
			}
		}
	}
	for _, text := range texts {
		lines = append(lines, kit.WholeRows(frame.SignNeeds, safe.Clean(text), width)...)
	}
	if missing, ok := errors.AsType[*catalog.MissingError](d.err); ok {
		_, help := d.sh.Basket.MissingReason(missing.Ref)
		lines = append(lines, kit.RowsOf(safe.Clean("Next step: "+help+"."), width, 2)...)
	}
	return append(lines, frame.Text("No changes were made."))
}

func (d *Difference) message(width int) frame.Message {
	m := frame.Message{Evidence: words.Took(d.plan.Elapsed)}
	if width >= frame.SplitWidth {
		m.Evidence = "plan " + m.Evidence
	}
	at := safe.Clean(d.plan.Made.Format("15:04:05"))
	refresh := safe.Clean(d.sh.Keys.Key(keys.Refresh))
	switch age := d.sh.Now().Sub(d.made); {
	case age > oldAge:
		m.Sign = frame.SignMoved
		m.Text = "the plan is " + words.Took(age) + " old; " + refresh + " plans again"
	case len(d.back.cannot) > 0:
		m.Sign, m.Text = frame.SignNeeds, d.back.lacking(len(d.back.cannot), "cannot be")
	case d.plan.Ready() < d.unsynced():
		m.Sign = frame.SignNeeds
		m.Text = words.CountOf(d.unsynced()-d.plan.Ready(), "resource") + " cannot be planned and would be skipped"
	case width >= frame.SplitWidth:
		m.Text = "planned at " + at + "; every resource is read again before it is changed"
	default:
		m.Text = "planned at " + at + "; each is read again before its change"
	}
	return m
}

// unsynced counts the steps that are not in sync.
func (d *Difference) unsynced() int {
	n := 0
	for _, s := range d.plan.Steps {
		if s.Status != transaction.InSync {
			n++
		}
	}
	return n
}
