package history

import (
	"strconv"
	"strings"
	"time"

	"ralsh/model"
	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

func (p pastRun) sign() frame.Sign {
	switch {
	case p.err != nil || p.rec.State() == "failed":
		return frame.SignNeeds
	case p.rec.Stopped > 0:
		return frame.SignMoved
	case p.rec.Status == journal.CutOff || p.rec.Status == journal.Lost:
		return frame.SignUnknown
	case p.rec.Status == journal.Running:
		return frame.SignWorks
	case p.rec.Status == journal.NotBegun || p.rec.Status == journal.Stopped:
		return frame.SignCannot
	}
	return frame.SignInSync
}

// table returns the columns of the list. Next to the details it omits the user
// and the state, which the details show.
func (s *Runs) table(_ int, rooms frame.Layout) kit.Table {
	t := kit.Table{Title: "runs", Sub: "newest first", Room: kit.TimeRoom(rooms)}
	if s.Wide {
		t.Last, t.Room = "took", len("15.6 s")+2
		t.Columns = []frame.Column{{Title: "run", Min: 4}, {Title: "when", Min: 10, Ideal: s.longestWhen(), Drop: 1}, {Title: "what", Min: 12, Grow: 1}}
		return t
	}
	t.Columns = []frame.Column{
		{Title: "run", Min: 4},
		{Title: "when", Min: 16, Drop: 5},
		{Title: "who", Min: 5, Ideal: 6, Drop: 3},
		{Title: "from", Min: 8, Ideal: 14, Drop: 1},
		{Title: "state", Min: 8, Drop: 6},
		{Title: "done", Min: 4, Drop: 4, Right: true},
		{Title: "failed", Min: 6, Drop: 4, Right: true},
		{Title: "what", Min: 16, Grow: 1},
	}
	return t
}

// longestWhen returns the width of the visible times.
func (s *Runs) longestWhen() int {
	n := 0
	for _, row := range s.List.Window() {
		n = max(n, s.day(row.Item.rec).Width())
	}
	return n
}

// day formats the beginning of a run in few cells: with the time for today and
// yesterday, otherwise the date.
func (s *Runs) day(rec *journal.Record) safe.Text {
	if rec.Status == journal.Lost || rec.Began.IsZero() {
		return "-"
	}
	now := s.Sh.Now()
	then, day := rec.Began.In(now.Location()), time.DateOnly
	for i, word := range []string{"today", "yesterday"} {
		if then.Format(day) == now.AddDate(0, 0, -i).Format(day) {
			return safe.Clean(word + " " + then.Format("15:04"))
		}
	}
	return safe.Clean(then.Format(day))
}

func (s *Runs) row(shown widget.Shown[pastRun], slots []frame.Slot) frame.Row {
	p, rec := shown.Item, shown.Item.rec
	when, what := kit.WhenText(s.Sh, rec.Began), rec.What
	when = when[:min(len(when), len("2006-01-02 15:04"))]
	switch {
	case rec.Status == journal.Lost:
		when, what = "-", model.Ending(rec, s.Sh.Now().Location())
	case rec.Root != s.Sh.Session.WholeRoot():
		what += "  (on " + rec.Root + ")"
	}
	what += model.UndoneMark(rec)
	cells := []safe.Text{safe.Clean(p.id()), safe.Clean(when)}
	if s.Wide {
		cells[1] = s.day(rec)
		if p.sign() != frame.SignInSync {
			what = ended(rec) + what
		}
	} else {
		cells = append(cells, safe.Clean(rec.Who()), safe.Clean(rec.From), safe.Clean(kit.StateWord(rec)), words.Count(rec.Changed), words.Count(rec.Failed))
	}
	r := frame.Row{Cursor: shown.Cursor, Sign: p.sign(), Cells: frame.Cells(slots, append(cells, safe.Clean(what))...)}
	if s.Wide && rec.Ended.After(rec.Began) {
		r.Evidence = words.Took(rec.Ended.Sub(rec.Began))
	}
	return r
}

// ended returns how a run ended, as a prefix of its description: "1 failed of
// ", or "cut off: ".
func ended(rec *journal.Record) string {
	if text, _, _ := strings.Cut(failures(rec), ", "); text != "" {
		return text + " of "
	}
	return kit.StateWord(rec) + ": "
}

// failures counts the resources that are not as desired: "1 failed, 2 stopped".
func failures(rec *journal.Record) string {
	var parts []string
	if n := rec.Failed - rec.Stopped; n > 0 {
		parts = append(parts, strconv.Itoa(n)+" failed")
	}
	if rec.Stopped > 0 {
		parts = append(parts, strconv.Itoa(rec.Stopped)+" stopped")
	}
	return strings.Join(parts, ", ")
}

// nothing returns why the list is empty.
func (s *Runs) nothing() safe.Text {
	switch {
	case s.Busy():
		return "the journal is being read"
	case s.err != nil:
		return safe.Clean("cannot read the journal in " + s.Sh.Session.History.Dir())
	case s.List.Total() > 0 && s.List.Total() == s.others() && !s.all:
		return "no run on this root" + s.onOthers()
	case s.List.Total() > 0:
		return s.Search.Hides(s.Sh, "run", "a problem", "")
	case s.Sh.Session.History.Dir() == "":
		return "this session has no journal"
	}
	return safe.Clean((&journal.NoRunError{}).Error() + "; the journal is in " + s.Sh.Session.History.Dir())
}

func (s *Runs) message() frame.Message {
	took := words.Took(s.reads.Took())
	switch {
	case s.Busy():
		return frame.Message{Sign: frame.SignWorks, Text: "still reading, " + words.CountOf(len(s.coming), "run") + " so far", Evidence: took}
	case s.err != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean(s.err.Error()), Evidence: took}
	}
	if rec := s.running(); rec != nil {
		return frame.Message{Sign: frame.SignWorks, Text: safe.Clean("run " + strconv.Itoa(rec.Number) + " is active: " + rec.Holder), Evidence: took}
	}
	return frame.Message{Text: safe.Clean(s.stored) + s.onOthers(), Evidence: took}
}

// onOthers returns the number of runs on other roots, and the key that shows or
// hides them.
func (s *Runs) onOthers() safe.Text {
	n := s.others()
	switch {
	case n == 0:
		return ""
	case s.all:
		return s.Sh.Spell("; {next-pane} hides the runs with a different root")
	}
	return "; " + words.CountOf(n, "run") + " with a different root" + s.Sh.Spell(", {next-pane} shows them")
}

// foot describes the run under the cursor in sentences.
func (s *Runs) foot(at pastRun, width, _ int) []frame.Line {
	lines := []frame.Line{frame.Title("run "+safe.Clean(at.id()), safe.Clean(kit.WhenText(s.Sh, at.rec.Began)), false)}
	if at.err != nil {
		return append(lines, kit.RowsOf(safe.Clean(at.err.Error()), width, 3)...)
	}
	lines = append(lines, kit.RowsOf(safe.Clean(at.rec.What), width, 1)...)
	for _, t := range pastWords(s.Sh, at.rec) {
		lines = append(lines, kit.RowsOf(t, width, 2)...)
	}
	return lines
}
