package plantext

import (
	"fmt"
	"strings"

	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// Options holds the options for formatting a plan.
type Options struct {
	Width int
	Sides bool // current and desired state side by side
	Marks bool // marks below changed characters, for terminals without styles
	Tall  bool // an empty row between steps
}

// certaintyWidth is the width of the certainty of a change, on the right.
const certaintyWidth = 20

// Paper formats a plan as lines of a given width.
type Paper struct {
	Options
	wide    bool
	Name    int    // column of names
	Side    int    // column of the current value
	Right   int    // column of the desired value, if it is next to the current one
	leftOut string // why the current step is omitted; "" if it is not
	lines   []frame.Line
	starts  []int // the first line of each step
}

// NewPaper returns an empty Paper for these steps.
func NewPaper(steps []Step, look Options) *Paper {
	p := &Paper{Options: look, wide: look.Width >= frame.NarrowWidth, Name: frame.Margin + len(fmt.Sprint(len(steps))) + 1}
	if p.wide {
		p.Name++
	}
	longest := 16
	for _, s := range steps {
		for _, c := range s.Changes {
			longest = max(longest, len(c.change.Attr.Name))
		}
	}
	p.Side = p.Name + min(longest, p.Width/3) + 1
	if !p.wide {
		p.Side = p.Name + 12
	}
	p.Right = p.Side + max(12, min((p.Width-p.Side-certaintyWidth)/2, 48))
	return p
}

// Lines formats a whole plan. starts are the first lines of its steps.
func Lines(steps []Step, look Options) (lines []frame.Line, starts []int) {
	p := NewPaper(steps, look)
	for i, s := range steps {
		if p.Tall && i > 0 {
			p.lines = append(p.lines, nil)
		}
		p.starts = append(p.starts, len(p.lines))
		p.step(s, i)
	}
	return p.lines, p.starts
}

func (p *Paper) put(row frame.Row) { p.lines = append(p.lines, row) }

func (p *Paper) step(d Step, i int) {
	s := d.Step
	p.leftOut = s.LeftOut()
	row := frame.Row{Sign: StepSign(s), Sure: theme.Muted, Evidence: d.Why(i)}
	number := safe.Clean(fmt.Sprint(s.N)).Pad(p.Name - frame.Margin)
	row.Cells = []frame.Cell{{At: frame.At(frame.Margin), Text: number, Style: theme.Muted, More: []frame.Span{
		{Text: safe.Clean(s.Decl.Type) + " ", Style: theme.Muted}, {Text: safe.Clean(s.Decl.Title), Style: theme.Strong},
	}}}
	p.put(row)
	if d.Since != "" {
		p.sentence(frame.SignMoved, "changed after the plan: "+d.Since)
	}
	for _, c := range d.Changes {
		p.change(s, c)
	}
	for _, r := range words.Planned(s) {
		p.sentence(frame.Sign(r.Kind), r.Text)
	}
	switch {
	case s.Status == transaction.InSync && s.Until > 0:
		p.sentence(frame.NoSign, safe.Clean(fmt.Sprintf("in sync now; may change after step %d", s.Until)))
	case s.Status == transaction.InSync && len(s.Changes) == 0:
		p.sentence(frame.NoSign, "in sync")
	}
	for _, act := range s.Acted() {
		p.act(act)
	}
	losses := journal.Losses(s)
	for _, loss := range losses {
		p.sentence(frame.NoSign, safe.Clean("cannot be undone later: "+loss.Text))
	}
	if len(losses) == 0 && d.Lost != "" {
		p.sentence(frame.NoSign, safe.Clean("cannot be undone later: "+strings.TrimSuffix(d.Lost, " of "+string(words.Step(s)))))
	}
}

// sentence writes a text under a step, in as many rows as it needs.
func (p *Paper) sentence(sign frame.Sign, t safe.Text) {
	for i, part := range kit.Wrap(t, p.Width-p.Name) {
		row := frame.Row{Cells: []frame.Cell{{At: frame.At(p.Name), Text: part}}}
		if i == 0 {
			row.Sign = sign
		}
		p.put(row)
	}
}

// act writes a command or a file change. It is never cut, because the user
// confirms it.
func (p *Paper) act(act *transaction.ActResult) {
	verb, rest := words.ActParts(act)
	if verb != "" {
		verb += " "
	}
	for i, part := range kit.Wrap(rest, p.Width-p.Name-max(2, verb.Width())) {
		if i > 0 {
			verb = safe.Blank(2)
		}
		p.put(frame.Row{Cells: []frame.Cell{{At: frame.At(p.Name), Text: verb, Style: theme.Accent, More: []frame.Span{{Text: part, Style: theme.Name}}}}})
	}
}
