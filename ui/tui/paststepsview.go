package tui

import (
	"slices"

	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// runShare is how many of a hundred cells what was done has beside its undo.
const runShare = 44

func (s *pastSteps) view(width, height int) frame.Content {
	s.back.shown = true
	if rooms := frame.Arrange(width, height, frame.Foot{}); s.rec != nil && width >= frame.SplitWidth && rooms.Body >= frame.FootHeight-frame.FootRows {
		return s.beside(width, rooms.Body)
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
		s.page.set(s.filter.kept(s.lines(cols)))
	}
	if under {
		return s.under(cols, width, rooms.Body)
	}
	s.back.shown = false
	body := append([]frame.Line{cols.head("what was done").Named("run "+safe.Clean(itoa(s.number)), s.page.rows())}, s.page.window(rooms.TableRows(), true)...)
	body = append(body, s.filter.nothing(s.sh, width)...)
	return frame.Content{
		Body: []frame.Block{frame.One(body)}, Foot: foot, Message: s.message(),
		Keys: s.keyLine(),
	}
}

func (s *pastSteps) keyLine() frame.Keys {
	hints := []keyHint{{keys.UndoRun, "take it back"}}
	if s.back.shown {
		hints = append(hints, keyHint{keys.NextPane, "other pane"})
	}
	return keyLine(s.sh, "", append(hints, keyHint{keys.Open, "open"}, keyHint{keys.Filter, "filter"},
		keyHint{keys.Copy, "copy report"}, keyHint{keys.ShowCommand, "command"}, keyHint{keys.Refresh, "read again"})...)
}

// beside is the run where there is room for two panes: what was done, and what taking it
// back would come to.
func (s *pastSteps) beside(width, body int) frame.Content {
	at := width * runShare / 100
	inside := frame.BoxWidth(at)
	if s.width != -width { // made for one pane it is another
		s.width = -width
		s.page.set(s.filter.kept(s.lines(stepCols{sh: s.sh, width: inside, text: frame.Margin + 2, names: true})))
	}
	below := []frame.Line{nil, frame.Title(safe.Clean(stateWord(s.rec)), safe.Clean(whenText(s.sh, s.rec.Began)), false)}
	for _, t := range append([]safe.Text{safe.Clean(s.rec.What + ".")}, pastWords(s.sh, s.rec)...) {
		for _, part := range wrapped(t, inside-2) {
			below = append(below, frame.Prose(part))
		}
	}
	below = below[:min(len(below), body/2)]
	rows := append(s.page.window(body-2-len(below), !s.back.focus), s.filter.nothing(s.sh, inside)...)
	left := append([]frame.Line{frame.Title("run "+safe.Clean(itoa(s.number)), s.page.rows(), !s.back.focus)}, rows...)
	return frame.Content{
		Body:    []frame.Block{frame.Two(at, append(left, below...), s.back.window(s.undoPane(frame.BoxWidth(width-at)), body-2))},
		Message: s.message(), Keys: s.keyLine(),
	}
}

// under is the run where there is no room for two panes: what was done, and what taking it
// back would come to below it.
func (s *pastSteps) under(cols stepCols, width, body int) frame.Content {
	var said []frame.Line
	for _, t := range pastWords(s.sh, s.rec) {
		said = append(said, rowsOf(t, width, 2)...)
	}
	said = said[:min(len(said), 4)]
	back := s.undoPane(width)
	back = append(back[:1:1], back[2:]...)
	most := body - min(body/2, len(s.page.lines)+len(said)+1)
	back = s.back.window(back, min(most, len(back))-1)
	rows := body - len(back) - len(said) - 1
	head := cols.head("what was done").Named("run "+safe.Clean(itoa(s.number)+": "+stateWord(s.rec)), safe.Clean(whenText(s.sh, s.rec.Began)))
	head.Focus = !s.back.focus
	list := append([]frame.Line{head}, s.page.window(rows, !s.back.focus)...)
	list = append(append(list, s.filter.nothing(s.sh, width)...), said...)
	for len(list) < body-len(back) {
		list = append(list, nil)
	}
	return frame.Content{
		Body:    []frame.Block{frame.One(list), frame.One(back)},
		Message: s.message(), Keys: s.keyLine(),
	}
}

func (s *pastSteps) columns(width int) stepCols {
	cols := stepColumns(s.sh, width, 24)
	if width >= frame.SplitWidth {
		cols.text = 34
	}
	if s.rec == nil {
		return cols
	}
	return cols.apart(len(s.rec.Steps), func(i int) safe.Text { return words.PastStep(&s.rec.Steps[i]) })
}

// lines are all steps, and what was not begun.
func (s *pastSteps) lines(cols stepCols) []pageLine {
	if s.rec == nil {
		return nil
	}
	running := s.rec.Status == journal.Running
	var lines []pageLine
	for i := range s.rec.Steps {
		lines = append(lines, pastStepLines(cols, &s.rec.Steps[i], running)...)
	}
	for _, p := range s.untouched() {
		name := frame.Cell{At: cols.nameSlot(), Text: safe.Clean(p.Type + " " + p.Title)}
		sign, text := frame.SignCannot, safe.Text("not begun")
		switch {
		case p.LeftOut != "":
			text = "left out: " + safe.Clean(firstLine(p.LeftOut))
		case running:
			sign, text = frame.SignWaits, "waits its turn"
		}
		if !cols.names {
			lines = append(lines, pageLine{p.Ref(), cols.row(sign, name, text)})
			continue
		}
		lines = append(lines, pageLine{p.Ref(), cols.row(sign, name, "")})
		for _, row := range cols.below(text) {
			lines = append(lines, pageLine{line: row})
		}
	}
	return lines
}

// untouched are the planned resources that the run left out or never came to.
func (s *pastSteps) untouched() []journal.Planned {
	refs := s.rec.Untouched()
	return slices.DeleteFunc(slices.Clone(s.rec.Planned), func(p journal.Planned) bool {
		return p.LeftOut == "" && !slices.Contains(refs, p.Ref())
	})
}

func pastStepLines(cols stepCols, st *journal.Step, running bool) []pageLine {
	head := cols.row(pastSign(st, running), cols.named(st.N, words.PastStep(st)), pastState(st, running))
	if cols.names {
		head = cols.row(pastSign(st, running), cols.named(st.N, words.PastStep(st)), "")
	}
	if st.Done {
		head.Evidence = cols.margin(widget.Took(st.Elapsed))
	}
	lines := []pageLine{{st.Ref(), head}}
	add := func(sign frame.Sign, text, evidence safe.Text) {
		row := cols.row(sign, frame.Cell{}, text)
		row.Evidence = evidence
		lines = append(lines, pageLine{line: row})
	}
	below := func(sign frame.Sign, text safe.Text) {
		if text == "" {
			return
		}
		for i, part := range wrapped(text, cols.width-cols.text) {
			if i > 0 {
				sign = frame.NoSign
			}
			add(sign, part, "")
		}
	}
	if cols.names {
		below(frame.NoSign, pastState(st, running))
	}
	for _, c := range st.Changes {
		below(frame.NoSign, pastChange(st, c))
		if left := st.Left(c); left != "" {
			below(frame.NoSign, "now: "+safe.Clean(firstLine(left)))
		}
	}
	for _, a := range st.Acts {
		text, end, sign := pastAct(a)
		took := cols.margin(pastTook(a))
		if sign == frame.NoSign && end != "" {
			if whole := text + "  " + end; whole.Width()+took.Width()+1 <= cols.width-cols.text {
				text, end = whole, ""
			} else if !cols.narrow() {
				took, end = safe.Join([]safe.Text{end, took}, "  "), ""
			}
		}
		add(sign, text, took)
		below(frame.NoSign, end)
	}
	for _, text := range st.Refresh {
		add(frame.NoSign, safe.Clean("refreshed by "+text), "")
	}
	if !running {
		for _, text := range st.Unknown() {
			below(frame.SignUnknown, "not known "+safe.Clean(text))
		}
	}
	return lines
}

func (s *pastSteps) message() frame.Message {
	switch {
	case s.err != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean(firstLine(s.err.Error()))}
	case s.rec == nil:
		return frame.Message{Sign: frame.SignWorks, Text: "the run is being read"}
	case s.filter.of == 0:
		return frame.Message{Text: "nothing was begun, and nothing was to be changed"}
	}
	text := widget.Count(s.rec.Changed) + " changed, " + widget.Count(s.rec.Failed) + " failed"
	return frame.Message{Text: text, Evidence: s.page.rows()}
}

func (s *pastSteps) foot(width int) frame.Foot {
	if s.rec == nil {
		return frame.Foot{}
	}
	title := "run " + itoa(s.rec.Number) + ": " + stateWord(s.rec)
	lines := []frame.Line{frame.Title(safe.Clean(title), safe.Clean(whenText(s.sh, s.rec.Began)), false)}
	lines = append(lines, rowsOf(safe.Clean(s.rec.What+"."), width, 1)...)
	for _, t := range pastWords(s.sh, s.rec) {
		lines = append(lines, rowsOf(t, width, 2)...)
	}
	return frame.Foot{Lines: lines[:min(len(lines), frame.FootRows)]}
}

// text is the run as text to paste.
func (s *pastSteps) text() string {
	var lines []frame.Line
	for _, l := range s.lines(s.columns(100)) {
		lines = append(lines, l.line)
	}
	text := "run " + itoa(s.rec.Number) + ", " + whenText(s.sh, s.rec.Began) + ": " + stateWord(s.rec) + "\n" + linesText(lines, 100)
	for _, t := range pastWords(s.sh, s.rec) {
		text += string(t) + "\n"
	}
	return text
}
