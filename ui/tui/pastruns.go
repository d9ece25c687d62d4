package tui

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
	"ralsh/ui/tui/widget"
)

// pastRuns are the runs of the journal, the newest first, each shown as soon as
// it is read.
type pastRuns struct {
	sh     *shared
	list   *widget.List[pastRun]
	search search
	feed   *batcher[pastRun]
	began  time.Time
	ended  time.Time
	err    error  // of the journal as a whole
	stored string // how much there is, and how much is kept
	coming []pastRun
	waits  bool // reads again by itself, as a run is at work
	all    bool // also runs on other roots
	wide   bool // the run under the cursor stands beside the list
	shift  int
}

// pastRun is a run, or why it cannot be read.
type pastRun struct {
	rec    *journal.Record
	err    error
	stored string // with the last of them, instead of a run
}

func (p pastRun) id() string { return strconv.Itoa(p.rec.Number) }

func newPastRuns(sh *shared) *pastRuns {
	s := &pastRuns{sh: sh}
	s.list = widget.NewList(pastRun.id, s.haystack, func(a, b pastRun) int { return b.rec.Number - a.rec.Number })
	s.search = newSearch(s.list.Filter)
	s.only()
	return s
}

// only shows the runs on this root, those on others if asked for, and only those
// with a problem if that was asked for.
func (s *pastRuns) only() {
	s.list.Only(func(p pastRun) bool {
		return (s.all || !s.elsewhere(p)) && (!s.search.only || p.sign() != frame.NoSign && p.sign() != frame.SignInSync)
	})
}

// elsewhere reports whether a run was on another root.
func (s *pastRuns) elsewhere(p pastRun) bool {
	return p.rec.Root != "" && p.rec.Root != s.sh.session.WholeRoot()
}

// others is how many runs were on other roots.
func (s *pastRuns) others() int {
	n := 0
	for _, p := range s.coming {
		if s.elsewhere(p) {
			n++
		}
	}
	return n
}

func (s *pastRuns) haystack(p pastRun) string {
	rec := p.rec
	return strconv.Itoa(rec.Number) + " " + whenText(s.sh, rec.Began) + " " + rec.User + " " + rec.From + " " +
		stateWord(rec) + " " + rec.What + " " + rec.Root
}

// whenText is a moment by the clock of the screens.
func whenText(sh *shared, t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(sh.now().Location()).Format("2006-01-02 15:04:05")
}

func (s *pastRuns) crumb() safe.Text  { return "history" }
func (s *pastRuns) alone() bool       { return true }
func (s *pastRuns) where() keys.Where { return keys.OnHistory }
func (s *pastRuns) typing() bool      { return s.search.typing() }
func (s *pastRuns) busy() bool        { return s.ended.IsZero() }
func (s *pastRuns) close()            { s.feed.stop() }
func (s *pastRuns) start() tea.Cmd    { return s.read() }

func (s *pastRuns) press(key tea.KeyPressMsg) tea.Cmd { return s.search.press(key) }

func (s *pastRuns) chip() safe.Text {
	_, _, n := s.list.Rows()
	of := s.list.Total()
	if !s.all {
		of -= s.others()
	}
	return s.search.chip(n, of)
}

// read looks at the journal anew; what is no longer in it goes at the end.
func (s *pastRuns) read() tea.Cmd {
	s.feed.stop()
	s.began, s.ended, s.err, s.coming = s.sh.now(), time.Time{}, nil, nil
	session := s.sh.session
	s.feed = newBatcher(s.sh.ctx, func(ctx context.Context, put func(pastRun)) {
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
	return s.feed.next()
}

func (s *pastRuns) update(msg tea.Msg) tea.Cmd {
	s.search.paste(msg)
	switch msg := msg.(type) {
	case changedMsg:
		return s.read()
	case everyMsg:
		if msg.screen == s {
			s.waits = false
			return s.read()
		}
	case batchMsg[pastRun]:
		if msg.feed == s.feed {
			return s.take(msg)
		}
	}
	return nil
}

func (s *pastRuns) take(msg batchMsg[pastRun]) tea.Cmd {
	from := len(s.coming)
	for _, p := range msg.items {
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
	if !msg.ended {
		return s.feed.next()
	}
	s.ended = s.sh.now()
	s.list.Set(s.coming)
	if s.running() == nil || s.waits {
		return nil
	}
	s.waits = true
	return s.sh.wait(readsEvery, everyMsg{s})
}

// running is the run that is at work, nil when none is.
func (s *pastRuns) running() *journal.Record {
	for _, p := range s.coming {
		if p.rec.Status == journal.Running {
			return p.rec
		}
	}
	return nil
}
