package history

import (
	"context"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Runs lists the runs of the journal, the newest first. Each is shown as soon
// as it is read.
type Runs struct {
	kit.Browser[pastRun]
	reads  kit.Job[pastRun]
	err    error  // of the journal as a whole
	stored string // size and retention of the journal
	coming []pastRun
	again  kit.AutoRefresh // while a run is running
	all    bool            // show runs on other roots too
}

// pastRun is a run, or why it cannot be read.
type pastRun struct {
	rec    *journal.Record
	err    error
	stored string // the last item has this instead of a run
}

func (p pastRun) id() string { return strconv.Itoa(p.rec.Number) }

// New shows the runs of the journal.
func New(sh *kit.Shared) *Runs {
	s := &Runs{}
	s.Browser = kit.NewBrowser(sh, widget.NewList(pastRun.id, s.haystack, func(a, b pastRun) int { return b.rec.Number - a.rec.Number }))
	s.Divide, s.Own, s.Table, s.Row, s.Detail, s.Foot = 53, s.actions, s.table, s.row, s.detail, s.foot
	s.Message, s.Nothing = s.message, s.nothing
	s.Shown = func(p pastRun) bool { return s.all || !s.elsewhere(p) }
	s.Flagged = func(p pastRun) bool { return p.sign() != frame.NoSign && p.sign() != frame.SignInSync }
	s.Narrow()
	return s
}

// elsewhere reports whether a run was on a different root.
func (s *Runs) elsewhere(p pastRun) bool {
	return p.rec.Root != "" && p.rec.Root != s.Sh.Session.WholeRoot()
}

// others counts the runs on different roots.
func (s *Runs) others() int {
	n := 0
	for _, p := range s.coming {
		if s.elsewhere(p) {
			n++
		}
	}
	return n
}

func (s *Runs) haystack(p pastRun) string {
	rec := p.rec
	return strconv.Itoa(rec.Number) + " " + kit.WhenText(s.Sh, rec.Began) + " " + rec.Who() + " " + rec.Start() + " " +
		kit.StateWord(rec) + " " + rec.What + " " + rec.Root
}

func (s *Runs) Crumb() safe.Text  { return "history" }
func (s *Runs) Alone() bool       { return true }
func (s *Runs) Where() keys.Where { return keys.OnHistory }
func (s *Runs) Busy() bool        { return s.reads.Busy() }
func (s *Runs) Close()            { s.reads.Stop() }
func (s *Runs) Start() tea.Cmd    { return s.read() }

func (s *Runs) Chip() safe.Text {
	_, _, n := s.List.Rows()
	of := s.List.Total()
	if !s.all {
		of -= s.others()
	}
	return s.Search.Chip(n, of)
}

// read reads the journal again. Runs that are no longer in it are removed at
// the end.
func (s *Runs) read() tea.Cmd {
	s.err, s.coming = nil, nil
	session := s.Sh.Session
	return s.reads.Stream(s.Sh, func(ctx context.Context, put func(pastRun)) {
		for rec, err := range session.History.Each() {
			if ctx.Err() != nil {
				return
			}
			put(pastRun{rec: rec, err: err})
		}
		if stored, err := session.History.Usage(); err == nil {
			put(pastRun{stored: model.StoredText(stored, session.Config.Keep)})
		}
	})
}

func (s *Runs) Update(msg tea.Msg) tea.Cmd {
	if runs, next, ok := s.reads.Take(msg); ok {
		return tea.Batch(next, s.take(runs))
	}
	if _, changed := msg.(kit.ChangedMsg); changed || s.again.Due(msg, s) {
		return s.read()
	}
	return s.Browser.Update(msg)
}

func (s *Runs) take(runs []pastRun) tea.Cmd {
	from := len(s.coming)
	for _, p := range runs {
		switch {
		case p.stored != "":
			s.stored = p.stored
		case p.rec == nil:
			s.err = p.err
		default:
			s.coming = append(s.coming, p)
		}
	}
	s.List.Add(s.coming[from:]...)
	if s.Busy() {
		return nil
	}
	s.List.Set(s.coming)
	s.again.On = s.running() != nil
	return s.again.Next(s.Sh, s)
}

// running returns the running run, or nil.
func (s *Runs) running() *journal.Record {
	for _, p := range s.coming {
		if p.rec.Status == journal.Running {
			return p.rec
		}
	}
	return nil
}
