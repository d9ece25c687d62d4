package history

import (
	"context"
	"strconv"
	"time"

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
	sh     *kit.Shared
	list   *widget.List[pastRun]
	search kit.Search
	feed   *kit.Batcher[pastRun]
	began  time.Time
	ended  time.Time
	err    error  // of the journal as a whole
	stored string // size and retention of the journal
	coming []pastRun
	waits  bool // reads again periodically, because a run is running
	all    bool // show runs on other roots too
	wide   bool // the run under the cursor is shown next to the list
	shift  int
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
	s := &Runs{sh: sh}
	s.list = widget.NewList(pastRun.id, s.haystack, func(a, b pastRun) int { return b.rec.Number - a.rec.Number })
	s.search = kit.NewSearch(s.list.Filter)
	s.only()
	return s
}

// only hides the runs on other roots, unless requested, and the runs without a
// problem if requested.
func (s *Runs) only() {
	s.list.Only(func(p pastRun) bool {
		return (s.all || !s.elsewhere(p)) && (!s.search.Only || p.sign() != frame.NoSign && p.sign() != frame.SignInSync)
	})
}

// elsewhere reports whether a run was on another root.
func (s *Runs) elsewhere(p pastRun) bool {
	return p.rec.Root != "" && p.rec.Root != s.sh.Session.WholeRoot()
}

// others counts the runs on other roots.
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
	return strconv.Itoa(rec.Number) + " " + kit.WhenText(s.sh, rec.Began) + " " + rec.Who() + " " + rec.Start() + " " +
		kit.StateWord(rec) + " " + rec.What + " " + rec.Root
}

func (s *Runs) Crumb() safe.Text  { return "history" }
func (s *Runs) Alone() bool       { return true }
func (s *Runs) Where() keys.Where { return keys.OnHistory }
func (s *Runs) Typing() bool      { return s.search.Typing() }
func (s *Runs) Busy() bool        { return s.ended.IsZero() }
func (s *Runs) Close()            { s.feed.Stop() }
func (s *Runs) Start() tea.Cmd    { return s.read() }

func (s *Runs) Press(key tea.KeyPressMsg) tea.Cmd { return s.search.Press(key) }

func (s *Runs) Chip() safe.Text {
	_, _, n := s.list.Rows()
	of := s.list.Total()
	if !s.all {
		of -= s.others()
	}
	return s.search.Chip(n, of)
}

// read reads the journal again. Runs that are no longer in it are removed at
// the end.
func (s *Runs) read() tea.Cmd {
	s.feed.Stop()
	s.began, s.ended, s.err, s.coming = s.sh.Now(), time.Time{}, nil, nil
	session := s.sh.Session
	s.feed = kit.NewBatcher(s.sh.Ctx, func(ctx context.Context, put func(pastRun)) {
		for rec, err := range session.EachRun() {
			if ctx.Err() != nil {
				return
			}
			put(pastRun{rec: rec, err: err})
		}
		if stored, err := session.Usage(); err == nil {
			put(pastRun{stored: model.StoredText(stored, session.Config.Keep)})
		}
	})
	return s.feed.Next()
}

func (s *Runs) Update(msg tea.Msg) tea.Cmd {
	s.search.Paste(msg)
	switch msg := msg.(type) {
	case kit.ChangedMsg:
		return s.read()
	case kit.EveryMsg:
		if msg.Screen == s {
			s.waits = false
			return s.read()
		}
	case kit.BatchMsg[pastRun]:
		if msg.Feed == s.feed {
			return s.take(msg)
		}
	}
	return nil
}

func (s *Runs) take(msg kit.BatchMsg[pastRun]) tea.Cmd {
	from := len(s.coming)
	for _, p := range msg.Items {
		switch {
		case p.stored != "":
			s.stored = p.stored
		case p.rec == nil:
			s.err = p.err
		default:
			s.coming = append(s.coming, p)
		}
	}
	s.list.Add(s.coming[from:]...)
	if !msg.Ended {
		return s.feed.Next()
	}
	s.ended = s.sh.Now()
	s.list.Set(s.coming)
	if s.running() == nil || s.waits {
		return nil
	}
	s.waits = true
	return s.sh.Wait(kit.ReadsEvery, kit.EveryMsg{Screen: s})
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
