package plantext

import (
	"strconv"
	"strings"
	"time"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// Panes is the layout of the screens of an apply and of its result: the summary
// above, the steps, and next to or below them the detail of the step under the
// cursor.
type Panes struct {
	Right  bool // the detail is on the right of the steps
	at     int  // then, the column of the detail
	Steps  int  // rows of the steps, including title and border
	Detail int  // rows of the detail, including title and border
	Wide   int  // cells inside the steps
	Room   int  // cells inside the detail
}

// Divide computes the layout. ok is false if they fit for one list only.
func Divide(width, height, top, share int) (p Panes, ok bool) {
	rooms := frame.Arrange(width, height, frame.Foot{})
	left := rooms.Body - top
	switch {
	case width >= frame.SplitWidth && left >= 8:
		at := width * share / 100
		return Panes{true, at, left, left, frame.BoxWidth(at), frame.BoxWidth(width - at)}, true
	case width >= frame.NarrowWidth && height >= frame.FootHeight:
		steps := left * 2 / 5
		return Panes{false, 0, steps, left - steps, width, width}, true
	}
	return Panes{}, false
}

// Fit gives unneeded rows of the steps to the detail, and the other way round.
func (p Panes) Fit(steps, detail int) Panes {
	if !p.Right {
		all := p.Steps + p.Detail
		p.Steps = min(steps, max(p.Steps, all-detail))
		p.Detail = all - p.Steps
	}
	return p
}

// Blocks returns the parts of the body. Below few steps the detail begins
// directly.
func (p Panes) Blocks(top, steps, detail []frame.Line) []frame.Block {
	if p.Right {
		return []frame.Block{frame.One(top), frame.Two(p.at, steps, detail)}
	}
	return []frame.Block{frame.One(top), frame.One(steps), frame.One(detail)}
}

// Rows returns the number of rows below the title of a pane of this height.
func (p Panes) Rows(high int) int {
	if p.Right {
		return max(1, high-2)
	}
	return max(1, high-1)
}

// StepHead returns the row of a step in a list: its name, and its duration.
func StepHead(sign frame.Sign, n int, typ, title string, took time.Duration) frame.Row {
	row := frame.Row{Sign: sign, Strong: sign != frame.SignCannot, Cells: []frame.Cell{{
		At: frame.At(frame.Margin), Text: safe.Clean(strconv.Itoa(n)) + " ", Style: theme.Muted,
		More: []frame.Span{{Text: safe.Clean(typ) + " ", Style: theme.Muted}, {Text: safe.Clean(title), Style: theme.Strong}},
	}}}
	if took > 0 {
		row.Evidence = words.Took(took)
	}
	return row
}

// StepRows returns the rows of a finished step in a list: its name, and the
// current state below.
func StepRows(s *transaction.Step, width int, killed bool) []frame.Line {
	list := stepFacts(s, killed)
	signs := make([]frame.Sign, len(list))
	for i, f := range list {
		signs[i] = f.sign
	}
	took := s.Elapsed
	if s.Status == transaction.Skipped || s.Status == transaction.NotBegun {
		took = 0
	}
	lines := []frame.Line{StepHead(frame.Strongest(signs...), s.N, s.Decl.Type, s.Decl.Title, took)}
	for _, f := range list {
		if s.Status == transaction.Stopped {
			f.text += ", not applied"
		}
		style := theme.Muted
		if f.sign == frame.SignNeeds || f.sign == frame.SignMoved || f.sign == frame.SignUnknown {
			style = f.sign.Token(true)
		}
		for _, part := range kit.Wrap(f.text, width-frame.Margin-2) {
			lines = append(lines, frame.Row{Cells: []frame.Cell{{At: frame.At(frame.Margin + 2), Text: part, Style: style}}})
		}
	}
	return lines
}

// StepDetail describes a finished step: the command and its output, the current
// state, and a hint. The current state and the hint are always visible.
func StepDetail(sh *kit.Shared, s *transaction.Step, width, room int) []frame.Line {
	var now []frame.Line
	switch {
	case s.Status.OK():
	case s.Status == transaction.Stopped:
		now = append(StepField("now", safe.Clean(s.Drift), width), StepField("try", sh.Spell("press {difference} to plan again from the current state"), width)...)
	case s.Status == transaction.Skipped:
		now = StepField("needs", safe.Clean(strings.Join(s.Needs, ", ")), width)
	default:
		if s.Now == nil {
			now = StepField("now", "unknown: not read again", width)
		}
		for _, ch := range s.Changes {
			if s.Now != nil && !ch.Part && !Taken(s, ch) {
				now = append(now, StepField("now", NowWords(s, ch), width)...)
			}
		}
		try, _ := hint(sh, s)
		now = append(now, StepField("try", try, width)...)
	}
	for _, act := range s.OffPlan {
		now = append(now, StepField("ran", "not as planned: "+safe.Clean(act.String()), width)...)
	}
	room = max(1, room-len(now)-1)
	lines := stepOutput(s, width, room)
	if more := len(lines) - room; more > 0 {
		lines = append(lines[:room-1:room-1], kit.MutedRows(words.CountOf(more+1, "more row")+sh.Spell(", {log} lists all"), width)[0])
	}
	if len(lines) > 0 && len(now) > 0 {
		lines = append(lines, nil)
	}
	return append(lines, now...)
}

// stepOutput returns the command of a step and the end of its output, in at
// most room rows.
func stepOutput(s *transaction.Step, width, room int) []frame.Line {
	d := culprit(s)
	if d == nil && s.Err != nil {
		return barred(safe.Lines(s.Err.Error()), width, room)
	}
	var lines []frame.Line
	if d == nil {
		for _, act := range s.Acted() {
			lines = append(lines, StepAct(act, width)...)
		}
		return lines
	}
	lines = StepAct(d, width)
	tail := d.Result.Tail(MaxOutputLines)
	exit := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(1), Text: words.Exit(d), Style: theme.Danger, More: []frame.Span{
		{Text: " after " + words.Took(d.Elapsed) + ", " + words.CountOf(len(tail), "line") + " of output", Style: theme.Muted},
	}}}}
	lines = append(lines, exit)
	if d.Act.Secret || len(tail) == 0 || room <= len(lines) {
		return lines
	}
	if room > len(lines)+4 {
		lines = append(lines, nil)
	}
	var text []safe.Text
	for _, line := range tail[max(0, len(tail)-room):] {
		text = append(text, safe.Clean(strings.TrimRight(line, "\r")))
	}
	return append(lines, barred(text, width, room-len(lines))...)
}

// StepAct formats an act for a pane, without cutting it.
func StepAct(act *transaction.ActResult, width int) (lines []frame.Line) {
	verb, rest := words.ActParts(act)
	if act.Removes() {
		return actRows(verb, theme.Remove, rest, width)
	}
	return ActRows(verb, rest, width)
}

// ActRows formats an act from its two parts, over as many rows as it needs.
func ActRows(verb, rest safe.Text, width int) []frame.Line {
	return actRows(verb, theme.Accent, rest, width)
}

func actRows(verb safe.Text, look theme.Token, rest safe.Text, width int) (lines []frame.Line) {
	if verb != "" {
		verb += " "
	}
	for i, part := range kit.Wrap(rest, width-2-verb.Width()) {
		if i > 0 {
			verb = safe.Blank(verb.Width())
		}
		lines = append(lines, frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(1), Text: verb, Style: look, More: []frame.Span{{Text: part, Style: theme.Name}}}}})
	}
	return lines
}

// barred returns the last rows of an output, after a red bar.
func barred(texts []safe.Text, width, room int) (lines []frame.Line) {
	for _, text := range texts {
		for _, part := range kit.Wrap(text, width-5) {
			lines = append(lines, frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(1), Text: "| ", Style: theme.Danger, More: []frame.Span{{Text: part, Style: theme.Name}}}}})
		}
	}
	return lines[max(0, len(lines)-max(1, room)):]
}

// StepField formats a text after a label, in as many rows as it needs.
func StepField(label, text safe.Text, width int) (lines []frame.Line) {
	const col = 9
	for _, part := range kit.Wrap(text, width-col-1) {
		row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(col), Text: part}}}
		if label != "" {
			row.Cells = append([]frame.Cell{{At: frame.At(1), Text: label, Style: theme.Muted}}, row.Cells...)
		}
		label, lines = "", append(lines, row)
	}
	return lines
}

// KeyRow formats a key and its effect.
func KeyRow(key, does safe.Text) frame.Line {
	return frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(1), Text: key, Style: theme.Key, More: []frame.Span{{Text: "  " + does, Style: theme.Muted}}}}}
}

// MaxOutputLines is the maximum number of output lines that are kept for each
// step.
const MaxOutputLines = 2000

// Flow puts words next to each other in rows of this width, with blanks between
// them.
func Flow(parts []frame.Span, width, col int) (rows []frame.Line) {
	var row frame.Row
	row.Prose = true
	at := col
	for _, part := range parts {
		wide := part.Text.Width() + 2
		if at+wide > width && len(row.Cells) > 0 {
			rows, row, at = append(rows, row), frame.Row{Prose: true}, col
		}
		row.Cells = append(row.Cells, frame.Cell{At: frame.At(at), Text: part.Text, Style: part.Style})
		at += wide + 1
	}
	if len(row.Cells) > 0 {
		rows = append(rows, row)
	}
	return rows
}
