package history

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

// Run is one run of the journal, step by step: what each property was and
// became, what was run and written, and what is not known.
type Run struct {
	sh     *kit.Shared
	number int
	gen    int
	rec    *journal.Record
	err    error
	page   kit.Page
	filter *kit.PageFilter
	width  int // that the page was made for, below 0 with the undo beside it
	back   pastUndo
	waits  bool // reads again by itself, as the run is at work
}

// NewRun shows a run of the journal by its number.
func NewRun(sh *kit.Shared, number int) *Run {
	return &Run{sh: sh, number: number, filter: kit.NewPageFilter()}
}

// pastReadMsg is the run as it was read.
type pastReadMsg struct {
	screen *Run
	gen    int
	rec    *journal.Record
	err    error
}

func (s *Run) Crumb() safe.Text  { return "run " + safe.Clean(strconv.Itoa(s.number)) }
func (s *Run) Where() keys.Where { return keys.OnRun }
func (s *Run) Busy() bool {
	return s.rec == nil && s.err == nil || s.rec != nil && s.rec.Status == journal.Running
}
func (s *Run) Close()          { s.closeUndo() }
func (s *Run) Start() tea.Cmd  { return s.read() }
func (s *Run) Typing() bool    { return s.filter.Typing() }
func (s *Run) Chip() safe.Text { return s.filter.Chip() }

func (s *Run) Press(key tea.KeyPressMsg) tea.Cmd {
	s.width = 0
	return s.filter.Press(key)
}

// read reads the run, and notes that somebody has seen it.
func (s *Run) read() tea.Cmd {
	s.gen++
	gen, session, number := s.gen, s.sh.Session, s.number
	return func() tea.Msg {
		rec, err := session.PastRun(number)
		if err == nil {
			err = session.MarkSeen(rec)
		}
		return pastReadMsg{s, gen, rec, err}
	}
}

func (s *Run) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(tea.PasteMsg); ok {
		s.filter.Paste(msg)
		s.width = 0
	}
	switch msg := msg.(type) {
	case kit.ChangedMsg:
		return s.read()
	case pastReadMsg:
		if msg.screen == s && msg.gen == s.gen {
			return s.take(msg)
		}
	case pastUndoMsg:
		s.undoPlanned(msg)
	case kit.EveryMsg:
		if msg.Screen == s {
			s.waits = false
			return s.read()
		}
	}
	return nil
}

func (s *Run) take(msg pastReadMsg) tea.Cmd {
	s.rec, s.err, s.width = msg.rec, msg.err, 0
	plan := s.planUndo()
	if s.rec == nil || s.rec.Status != journal.Running || s.waits {
		return plan
	}
	s.waits = true
	return tea.Batch(plan, s.sh.Wait(kit.ReadsEvery, kit.EveryMsg{Screen: s}))
}

func (s *Run) Disabled(in keys.Intent) string {
	switch in {
	case keys.UndoRun, keys.Copy, keys.Open, keys.Why:
	case keys.NextPane, keys.PreviousPane:
		if !s.back.shown {
			return kit.MissingReason(in)
		}
		return ""
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return kit.MissingReason(in)
	default:
		return ""
	}
	switch {
	case s.rec == nil && s.err != nil:
		return "the run cannot be read"
	case s.rec == nil:
		return "it is being read"
	case in == keys.UndoRun:
		return s.sh.Session.CannotUndo(s.rec)
	}
	return ""
}

func (s *Run) Do(in keys.Intent) (tea.Cmd, bool) {
	if !s.filter.Typing() && s.back.moves(in) || s.page.Do(in) {
		return nil, true
	}
	if s.filter.Do(in) {
		s.width = 0
		return nil, true
	}
	switch in {
	case keys.Open:
		return s.open(), true
	case keys.UndoRun:
		return kit.UndoRun(s.sh, s.number, nil), true
	case keys.Why:
		return whyRun(s.sh, s.rec), true
	case keys.Refresh:
		return s.read(), true
	case keys.ShowCommand:
		return kit.ShowMenu(kit.NewCommandMenu(s.sh, s.sh.Session.CommandLine("history", strconv.Itoa(s.number)))), true
	case keys.Copy:
		text := s.text()
		return func() tea.Msg { return kit.CopyMsg{Text: text, What: "the run"} }, true
	}
	return nil, false
}

// open goes to the resource of the step under the cursor, as it is now.
func (s *Run) open() tea.Cmd {
	if s.rec == nil {
		return nil
	}
	for i := range s.rec.Steps {
		st := &s.rec.Steps[i]
		if st.Ref() != s.page.ID() {
			continue
		}
		t := s.sh.Session.Env.Registry.Type(st.Type)
		if t == nil {
			return kit.SayUnavailable(safe.Clean("no type is called " + st.Type + " any more"))
		}
		return kit.Push(kit.ToInstance(t, st.Title, nil))
	}
	return nil
}
