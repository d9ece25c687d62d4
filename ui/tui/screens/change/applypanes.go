package change

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/progress"
	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// spinsEvery is the interval of the spinner while a step is running.
const spinsEvery = time.Second / 8

// spinMsg moves the spinner.
type spinMsg struct{ screen *Apply }

// newSpinner returns a spinner with the theme's characters. The clock of the
// screens drives it.
func newSpinner(g theme.Glyphs) spinner.Model {
	return spinner.New(spinner.WithSpinner(spinner.Spinner{Frames: g.Spinner[:], FPS: spinsEvery}))
}

func (a *Apply) spin() tea.Cmd {
	a.spinner, _ = a.spinner.Update(spinner.TickMsg{ID: a.spinner.ID()})
	return a.sh.Wait(spinsEvery, spinMsg{a})
}

func (a *Apply) glyphs() theme.Glyphs {
	if a.sh.Mode.Theme == nil {
		return *frame.Mode{ASCII: a.sh.Mode.ASCII}.Themed(theme.Options{}).Theme.Glyphs()
	}
	return *a.sh.Mode.Theme.Glyphs()
}

// top returns the progress of the apply.
func (a *Apply) top(width int) []frame.Line {
	ended := 0
	var by [transaction.Audited + 1]int
	for _, s := range a.steps {
		if s.ended != nil {
			by[s.ended.Status]++
			ended++
		}
	}
	all := max(1, len(a.steps))
	step := "step " + words.Count(min(ended+1, all)) + " of " + words.Count(len(a.steps))
	took := words.Took(a.sh.Now().Sub(a.began))
	mark := safe.Clean(a.spinner.View())
	if a.sh.Mode.Plain {
		mark = ""
	}
	bar := frame.Row{Prose: true, Evidence: took, Cells: []frame.Cell{
		{At: frame.At(1), Text: mark, Style: theme.Info}, {At: frame.At(3), Text: step, Style: theme.Strong},
	}}
	at := 3 + step.Width() + 2
	if room := width - 3 - at - took.Width() - 3; room >= 10 && !a.sh.Mode.Plain {
		bar.Cells = append(bar.Cells, barCell(a.glyphs(), at, room, float64(ended)/float64(all)))
	}
	counts := statusBadges(by[:])
	working := 0
	for _, s := range a.steps {
		if s.working {
			working++
		}
	}
	if working > 0 {
		counts = append(counts, frame.Span{Text: "o " + words.Count(working) + " running", Style: theme.BadgeInfo})
	}
	if rest := len(a.steps) - ended - working; rest > 0 {
		counts = append(counts, frame.Span{Text: ". " + words.Count(rest) + " waiting", Style: theme.BadgeNeutral})
	}
	place := safe.Text("applying to ") + safe.Clean(a.sh.Session.HostName())
	if root := a.sh.Session.Root(); root != "/" {
		place = "applying below " + safe.Clean(root)
	}
	lines := append([]frame.Line{frame.Title(place, "", false), bar}, plantext.Flow(counts, width-3, 2)...)
	if a.lost != nil {
		lines = append(lines, needing(lostSoFar(a.lost), width-3)...)
	}
	return lines
}

// barCell returns the progress bar. It is not animated, because steps are
// discrete.
func barCell(g theme.Glyphs, at, width int, part float64) frame.Cell {
	done, left := []rune(g.Done)[0], []rune(g.Left)[0]
	view := ansi.Strip(progress.New(progress.WithoutPercentage(), progress.WithWidth(width), progress.WithFillCharacters(done, left)).ViewAs(part))
	full := strings.Count(view, g.Done)
	return frame.Cell{
		At: frame.At(at), Text: safe.Clean(strings.Repeat(g.Done, full)), Style: theme.Accent,
		More: []frame.Span{{Text: safe.Clean(strings.Repeat(g.Left, width-full)), Style: theme.Faint}},
	}
}

// stepRows returns the rows of a step. The rows of a finished step are computed
// once for a width.
func (a *Apply) stepRows(s *runStep, width int) []frame.Line {
	if s.ended != nil {
		if s.rowsWide != width {
			s.rows, s.rowsWide = plantext.StepRows(s.ended, width, a.killed), width
		}
		return slices.Clone(s.rows)
	}
	row := plantext.StepHead(frame.SignWaits, s.n, s.typ, s.title, 0)
	if !s.working {
		row.Evidence = a.waitsFor(s)
		return []frame.Line{row}
	}
	row.Sign, row.Evidence = frame.SignWorks, words.Took(a.sh.Now().Sub(s.began))
	doing := safe.Text("reading it again")
	if len(s.done) < len(s.planned) {
		doing = s.planned[len(s.done)]
	}
	lines := []frame.Line{row}
	for _, part := range kit.Wrap(doing, width-frame.Margin-2) {
		lines = append(lines, frame.Row{Cells: []frame.Cell{{At: frame.At(frame.Margin + 2), Text: part, Style: theme.Info}}})
	}
	return lines
}

// detail returns the output of the step under the cursor, and the cause of its
// wait.
func (a *Apply) detail(p plantext.Panes) []frame.Line {
	if a.filter.empty() {
		return []frame.Line{frame.Title("step", "", false)}
	}
	s := a.steps[min(a.at, len(a.steps)-1)]
	head := frame.Title(s.name, "", false)
	room := p.Rows(p.Detail)
	lines := []frame.Line{head}
	if p.Right && p.Detail >= 14 {
		lines, room = append(lines, nil), room-1
	}
	switch {
	case s.ended != nil:
		head.Sub = words.Status(s.ended.Status)
		lines[0] = head
		return append(lines, plantext.StepDetail(a.sh, s.ended, p.Room, room)...)
	case !s.working:
		return append(lines, frame.Prose(a.waitsFor(s)))
	}
	head.Sub, head.Evidence = "output", "follows"
	lines[0] = head
	if s.command != "" {
		for i, part := range kit.Wrap(s.command, p.Room-4) {
			mark := safe.Text("$ ")
			if i > 0 {
				mark = "  "
			}
			lines = append(lines, frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(1), Text: mark, Style: theme.Accent, More: []frame.Span{{Text: part, Style: theme.Name}}}}})
		}
	}
	var out []frame.Line
	for _, line := range s.out[max(0, len(s.out)-room):] {
		for _, part := range kit.Wrap(line, p.Room-4) {
			out = append(out, frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(3), Text: part, Style: theme.Muted}}})
		}
	}
	left := room - (len(lines) - 1)
	below := a.waitRows(s, p.Room)
	if a.all || !p.Right && len(out)+len(below) > left {
		below = nil // below the steps the output takes precedence
	}
	if left -= len(below); len(out) > left {
		out = out[len(out)-max(0, left):]
	}
	return append(append(lines, out...), below...)
}

// waitRows returns the cause of a wait, and the effect of ctrl+c.
func (a *Apply) waitRows(s *runStep, width int) []frame.Line {
	now := a.sh.Now()
	lines := []frame.Line{nil, frame.Title("waiting for", "", false)}
	add := func(label, text safe.Text) {
		lines = append(lines, frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(1), Text: label, Style: theme.Muted}, {At: frame.At(15), Text: text}}})
	}
	switch {
	case s.waitsFor != "":
		lines = append(lines, plantext.StepField("", s.waitsFor, width)...)
		add("so far", words.Took(now.Sub(s.waitsSince)))
	case s.pid != 0:
		add("process", s.tool+", "+safe.Clean(strconv.Itoa(s.pid)))
		add("started", words.Took(now.Sub(s.cmdBegan))+" ago")
		last := safe.Text("none so far")
		if !s.lastOut.IsZero() {
			last = words.Took(now.Sub(s.lastOut)) + " ago"
		}
		add("last output", last)
		if s.limit > 0 {
			add("deadline", words.Took(s.limit))
		}
	default:
		lines = append(lines, frame.Prose("reading "+s.name))
	}
	lines = append(lines, nil)
	for _, part := range kit.Wrap(a.wayOut(frame.SplitWidth), width-2) {
		row := frame.Prose(part)
		row.Cells[0].Style = theme.Muted
		lines = append(lines, row)
	}
	return lines
}

// spins reports whether the spinner moves: while the apply is running, except
// in plain mode.
func (a *Apply) spins() bool { return a.result == nil && !a.sh.Mode.Plain }
