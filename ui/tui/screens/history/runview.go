package history

import (
	"slices"
	"strconv"

	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/words"
)

// runShare is the width of the steps in percent, next to the undo.
const runShare = 44

func (s *Run) View(width, height int) frame.Content {
	s.back.shown = true
	if rooms := frame.Arrange(width, height, frame.Foot{}); s.rec != nil && width >= frame.SplitWidth && rooms.Body >= frame.FootHeight-frame.FootRows {
		return s.twoPanes(width, rooms.Body)
	}
	foot := s.foot(width)
	under := s.rec != nil && width >= frame.NarrowWidth && height >= frame.FootHeight
	if under {
		foot = frame.Foot{}
	}
	rooms := frame.Arrange(width, height, foot)
	cols := s.columns(width)
	if s.width != width {
		s.width = width
		s.page.Set(s.filter.Kept(s.lines(cols)))
	}
	if under {
		return s.under(cols, width, rooms.Body)
	}
	s.back.shown = false
	body := append([]frame.Line{cols.Head("changes").Named("run "+safe.Clean(strconv.Itoa(s.number)), s.page.Rows())}, s.page.Window(rooms.TableRows(), true)...)
	body = append(body, s.filter.Nothing(s.sh, width)...)
	return frame.Content{
		Body: []frame.Block{frame.One(body)}, Foot: foot, Message: s.message(),
		Keys: s.Actions().Keys(s.sh),
	}
}

// twoPanes draws the run with two panes: its steps, and the plan to undo it.
func (s *Run) twoPanes(width, body int) frame.Content {
	at := width * runShare / 100
	inside := frame.BoxWidth(at)
	if s.width != -width { // the page has another width for one pane
		s.width = -width
		s.page.Set(s.filter.Kept(s.lines(plantext.Columns{Sh: s.sh, Width: inside, Text: frame.Margin + 2, Names: true})))
	}
	below := []frame.Line{nil, frame.Title(safe.Clean(kit.StateWord(s.rec)), safe.Clean(kit.WhenText(s.sh, s.rec.Began)), false)}
	for _, t := range append([]safe.Text{safe.Clean(s.rec.What)}, pastWords(s.sh, s.rec)...) {
		below = append(below, kit.ProseRows(t, inside-1)...)
	}
	below = below[:min(len(below), body/2)]
	rows := append(s.page.Window(body-2-len(below), !s.back.Focus), s.filter.Nothing(s.sh, inside)...)
	left := append([]frame.Line{frame.Title("run "+safe.Clean(strconv.Itoa(s.number)), s.page.Rows(), !s.back.Focus)}, rows...)
	return frame.Content{
		Body:    []frame.Block{frame.Two(at, append(left, below...), s.back.window(s.undoPane(frame.BoxWidth(width-at)), body-2))},
		Message: s.message(), Keys: s.Actions().Keys(s.sh),
	}
}

// under draws the run in a single column: its steps, and the plan to undo it
// below.
func (s *Run) under(cols plantext.Columns, width, body int) frame.Content {
	var text []frame.Line
	for _, t := range pastWords(s.sh, s.rec) {
		text = append(text, kit.RowsOf(t, width, 2)...)
	}
	text = text[:min(len(text), 4)]
	back := s.undoPane(width)
	back = append(back[:1:1], back[2:]...)
	most := body - min(body/2, len(s.page.Lines)+len(text)+1)
	back = s.back.window(back, min(most, len(back))-1)
	rows := body - len(back) - len(text) - 1
	head := cols.Head("changes").Named("run "+safe.Clean(strconv.Itoa(s.number)+": "+kit.StateWord(s.rec)), safe.Clean(kit.WhenText(s.sh, s.rec.Began)))
	head.Focus = !s.back.Focus
	list := append([]frame.Line{head}, s.page.Window(rows, !s.back.Focus)...)
	list = append(append(list, s.filter.Nothing(s.sh, width)...), text...)
	for len(list) < body-len(back) {
		list = append(list, nil)
	}
	return frame.Content{
		Body:    []frame.Block{frame.One(list), frame.One(back)},
		Message: s.message(), Keys: s.Actions().Keys(s.sh),
	}
}

func (s *Run) columns(width int) plantext.Columns {
	cols := plantext.NewColumns(s.sh, width, 24)
	if width >= frame.SplitWidth {
		cols.Text = 34
	}
	return cols
}

// lines returns all steps, and the resources that were not begun.
func (s *Run) lines(cols plantext.Columns) []kit.PageLine {
	if s.rec == nil {
		return nil
	}
	running := s.rec.Status == journal.Running
	var lines []kit.PageLine
	for i := range s.rec.Steps {
		lines = append(lines, pastStepLines(cols, s.rec, &s.rec.Steps[i])...)
	}
	for _, p := range s.untouched() {
		sign, text := frame.SignCannot, safe.Text("not started")
		switch {
		case p.LeftOut != "":
			text = "skipped: " + safe.Clean(words.FirstLine(p.LeftOut))
		case running:
			sign, text = frame.SignWaits, "waiting"
		}
		rows := cols.Step(sign, safe.Clean(p.Type+" "+p.Title), text, "")
		lines = append(append(lines, kit.PageLine{ID: p.Ref(), Line: rows[0]}), kit.PlainLines(rows[1:]...)...)
	}
	return lines
}

// untouched returns the planned resources that the run omitted or did not
// begin.
func (s *Run) untouched() []journal.Planned {
	refs := s.rec.Untouched()
	return slices.DeleteFunc(slices.Clone(s.rec.Planned), func(p journal.Planned) bool {
		return p.LeftOut == "" && !slices.Contains(refs, p.Ref())
	})
}

func pastStepLines(cols plantext.Columns, rec *journal.Record, st *journal.Step) []kit.PageLine {
	running := rec.Status == journal.Running
	var took safe.Text
	if st.Done {
		took = cols.Margin(words.Took(st.Elapsed()))
	}
	rows := cols.Step(pastSign(st, running), plantext.Numbered(st.N, words.PastStep(st)), pastState(st, running), took)
	lines := append([]kit.PageLine{{ID: st.Ref(), Line: rows[0]}}, kit.PlainLines(rows[1:]...)...)
	add := func(sign frame.Sign, text, evidence safe.Text) {
		if text != "" {
			lines = append(lines, kit.PlainLines(cols.Step(sign, "", text, evidence)...)...)
		}
	}
	for _, c := range st.Changes {
		if text := pastLines(c, cols.Width); text != nil {
			lines = append(lines, kit.PlainLines(text...)...)
		} else {
			add(frame.NoSign, pastChange(st, c), "")
		}
		if left := st.Left(c); left != "" {
			add(frame.NoSign, "now: "+safe.Clean(words.FirstLine(left)), "")
		}
	}
	for _, a := range st.Acts {
		text, end, sign := pastAct(a)
		took := cols.Margin(pastTook(a))
		if whole := text + "  " + end; end != "" && whole.Width()+1+took.Width() <= cols.Width-cols.Text {
			text, end = whole, ""
		}
		add(sign, text, took)
		add(frame.NoSign, end, "")
	}
	for _, r := range words.Past(rec, st) {
		add(frame.Sign(r.Kind), r.Text, "")
	}
	return lines
}

func (s *Run) message() frame.Message {
	switch {
	case s.err != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean(words.FirstLine(s.err.Error()))}
	case s.rec == nil:
		return frame.Message{Sign: frame.SignWorks, Text: "the run is being read"}
	case s.filter.Of == 0:
		return frame.Message{Text: "no changes were needed"}
	}
	text := words.Count(s.rec.Changed) + " changed"
	if more := failures(s.rec); more != "" {
		text += ", " + safe.Clean(more)
	}
	return frame.Message{Text: text, Evidence: s.page.Rows()}
}

func (s *Run) foot(width int) frame.Foot {
	if s.rec == nil {
		return frame.Foot{}
	}
	title := "run " + strconv.Itoa(s.rec.Number) + ": " + kit.StateWord(s.rec)
	lines := []frame.Line{frame.Title(safe.Clean(title), safe.Clean(kit.WhenText(s.sh, s.rec.Began)), false)}
	lines = append(lines, kit.RowsOf(safe.Clean(s.rec.What), width, 1)...)
	for _, t := range pastWords(s.sh, s.rec) {
		lines = append(lines, kit.RowsOf(t, width, 2)...)
	}
	return frame.Foot{Lines: lines}
}

func (s *Run) text() string {
	var lines []frame.Line
	for _, l := range s.lines(s.columns(100)) {
		lines = append(lines, l.Line)
	}
	text := "run " + strconv.Itoa(s.rec.Number) + ", " + kit.WhenText(s.sh, s.rec.Began) + ": " + kit.StateWord(s.rec) + "\n" + plantext.Text(lines, 100)
	for _, t := range pastWords(s.sh, s.rec) {
		text += string(t) + "\n"
	}
	return text
}
