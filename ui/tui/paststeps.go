package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
)

// pastSteps is one run of the journal, step by step: what each property was and
// became, what was run and written, and what is not known.
type pastSteps struct {
	sh     *shared
	number int
	gen    int
	rec    *journal.Record
	err    error
	page   page
	filter *pageFilter
	width  int // that the page was made for, below 0 with the undo beside it
	back   pastUndo
	waits  bool // reads again by itself, as the run is at work
}

func newPastSteps(sh *shared, number int) *pastSteps {
	return &pastSteps{sh: sh, number: number, filter: newPageFilter()}
}

// pastReadMsg is the run as it was read.
type pastReadMsg struct {
	screen *pastSteps
	gen    int
	rec    *journal.Record
	err    error
}

func (s *pastSteps) crumb() safe.Text  { return "run " + safe.Clean(itoa(s.number)) }
func (s *pastSteps) where() keys.Where { return keys.OnRun }
func (s *pastSteps) busy() bool {
	return s.rec == nil && s.err == nil || s.rec != nil && s.rec.Status == journal.Running
}
func (s *pastSteps) close()          { s.closeUndo() }
func (s *pastSteps) start() tea.Cmd  { return s.read() }
func (s *pastSteps) typing() bool    { return s.filter.typing() }
func (s *pastSteps) chip() safe.Text { return s.filter.chip() }

func (s *pastSteps) press(key tea.KeyPressMsg) tea.Cmd {
	s.width = 0
	return s.filter.press(key)
}

// read reads the run, and notes that somebody has seen it.
func (s *pastSteps) read() tea.Cmd {
	s.gen++
	gen, session, number := s.gen, s.sh.session, s.number
	return func() tea.Msg {
		rec, err := session.PastRun(number)
		if err == nil {
			err = session.MarkSeen(rec)
		}
		return pastReadMsg{s, gen, rec, err}
	}
}

func (s *pastSteps) update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(tea.PasteMsg); ok {
		s.filter.paste(msg)
		s.width = 0
	}
	switch msg := msg.(type) {
	case changedMsg:
		return s.read()
	case pastReadMsg:
		if msg.screen == s && msg.gen == s.gen {
			return s.take(msg)
		}
	case pastUndoMsg:
		s.undoPlanned(msg)
	case everyMsg:
		if msg.screen == s {
			s.waits = false
			return s.read()
		}
	}
	return nil
}

func (s *pastSteps) take(msg pastReadMsg) tea.Cmd {
	s.rec, s.err, s.width = msg.rec, msg.err, 0
	plan := s.planUndo()
	if s.rec == nil || s.rec.Status != journal.Running || s.waits {
		return plan
	}
	s.waits = true
	return tea.Batch(plan, s.sh.wait(readsEvery, everyMsg{s}))
}

func (s *pastSteps) disabled(in keys.Intent) string {
	switch in {
	case keys.UndoRun, keys.Copy, keys.Open, keys.Why:
	case keys.NextPane, keys.PreviousPane:
		if !s.back.shown {
			return missing(in)
		}
		return ""
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return missing(in)
	default:
		return ""
	}
	switch {
	case s.rec == nil && s.err != nil:
		return "the run cannot be read"
	case s.rec == nil:
		return "it is being read"
	case in == keys.UndoRun:
		return s.sh.session.CannotUndo(s.rec)
	}
	return ""
}

func (s *pastSteps) do(in keys.Intent) (tea.Cmd, bool) {
	if !s.filter.typing() && s.back.moves(in) || s.page.do(in) {
		return nil, true
	}
	if s.filter.do(in) {
		s.width = 0
		return nil, true
	}
	switch in {
	case keys.Open:
		return s.open(), true
	case keys.UndoRun:
		return undoRun(s.sh, s.number, nil), true
	case keys.Why:
		return whyRun(s.sh, s.rec), true
	case keys.Refresh:
		return s.read(), true
	case keys.ShowCommand:
		return showMenu(newCommand(s.sh, s.sh.session.CommandLine("history", itoa(s.number)))), true
	case keys.Copy:
		text := s.text()
		return func() tea.Msg { return copyMsg{text, "the run"} }, true
	}
	return nil, false
}

// open goes to the resource of the step under the cursor, as it is now.
func (s *pastSteps) open() tea.Cmd {
	if s.rec == nil {
		return nil
	}
	for i := range s.rec.Steps {
		st := &s.rec.Steps[i]
		if st.Ref() != s.page.id() {
			continue
		}
		t := s.sh.session.Env.Registry.Type(st.Type)
		if t == nil {
			return sayUnavailable(safe.Clean("no type is called " + st.Type + " any more"))
		}
		return push(toInstance(t, st.Title, nil))
	}
	return nil
}
