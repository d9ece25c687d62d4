package history

import (
	"context"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

// Run shows a run of the journal step by step: the old and new values, the
// acts, and unknown results.
type Run struct {
	sh     *kit.Shared
	number int
	reads  kit.Job[readRun]
	rec    *journal.Record
	err    error
	page   kit.Page
	filter *kit.PageFilter
	width  int // the width of the page; negative with the undo next to it
	back   pastUndo
	again  kit.AutoRefresh // while the run is running
}

// NewRun shows a run of the journal by its number.
func NewRun(sh *kit.Shared, number int) *Run {
	return &Run{sh: sh, number: number, filter: kit.NewPageFilter()}
}

type readRun struct {
	rec *journal.Record
	err error
}

func (s *Run) Crumb() safe.Text  { return "run " + safe.Clean(strconv.Itoa(s.number)) }
func (s *Run) Where() keys.Where { return keys.OnRun }
func (s *Run) Busy() bool {
	return s.rec == nil && s.err == nil || s.rec != nil && s.rec.Status == journal.Running
}
func (s *Run) Close()          { s.reads.Stop(); s.back.job.Stop() }
func (s *Run) Start() tea.Cmd  { return s.read() }
func (s *Run) Typing() bool    { return s.filter.Typing() }
func (s *Run) Chip() safe.Text { return s.filter.Chip() }

func (s *Run) Press(key tea.KeyPressMsg) tea.Cmd {
	s.width = 0
	return s.filter.Press(key)
}

// read reads the run, and marks it as seen.
func (s *Run) read() tea.Cmd {
	session, number := s.sh.Session, s.number
	return s.reads.Start(s.sh, func(context.Context) readRun {
		rec, err := session.History.Run(number)
		if err == nil {
			err = session.History.MarkSeen(rec)
		}
		return readRun{rec, err}
	})
}

func (s *Run) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(tea.PasteMsg); ok {
		s.filter.Paste(msg)
		s.width = 0
	}
	if read, ok := s.reads.Done(msg); ok {
		s.rec, s.err, s.width = read.rec, read.err, 0
		s.again.On = s.rec != nil && s.rec.Status == journal.Running
		return tea.Batch(s.planUndo(), s.again.Next(s.sh, s))
	}
	if undo, ok := s.back.job.Done(msg); ok {
		s.undoPlanned(undo)
	}
	if _, changed := msg.(kit.ChangedMsg); changed || s.again.Due(msg, s) {
		return s.read()
	}
	return nil
}

func (s *Run) Do(in keys.Intent) (tea.Cmd, bool) {
	if !s.filter.Typing() && s.back.moves(in) || s.page.Do(in) {
		return nil, true
	}
	if s.filter.Do(in) {
		s.width = 0
		return nil, true
	}
	return nil, false
}

func (s *Run) Actions() kit.Actions {
	var read func() string
	undo := func() string { return s.sh.Session.History.CannotUndo(s.rec) }
	if s.rec == nil {
		read = kit.Because("the run is still being read")
		if s.err != nil {
			read = kit.Because("the run cannot be read")
		}
		undo = read
	}
	as := kit.Actions{
		{In: keys.UndoRun, Hint: "undo run", Disabled: undo, Do: func() tea.Cmd { return kit.UndoRun(s.sh, s.number, nil) }},
		{In: keys.Open, Hint: "open", Disabled: read, Do: s.open},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.Copy, Hint: "copy", Disabled: read, Do: func() tea.Cmd { return kit.ShowMenu(copyMenu(s.sh, s.rec, s.text())) }},
		{In: keys.ShowCommand, Hint: "show command", Do: kit.ShowsCommand(s.sh, func() string { return s.sh.Session.CommandLine("history", strconv.Itoa(s.number)) })},
		{In: keys.Refresh, Hint: "read again", Do: s.read},
		{In: keys.Why, Disabled: read, Do: func() tea.Cmd { return whyRun(s.sh, s.rec) }},
		{In: keys.OnlyFindings},
	}
	if s.back.shown {
		as = slices.Insert(as, 1, kit.Action{In: keys.NextPane, Also: keys.PreviousPane, Hint: "change pane"})
	}
	return as
}

// open opens the current resource of the step under the cursor.
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
			return kit.SayUnavailable(safe.Clean("unknown type " + strconv.Quote(st.Type)))
		}
		return kit.Push(kit.ToInstance(t, st.Title, nil))
	}
	return nil
}
