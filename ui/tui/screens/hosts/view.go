package hosts

import (
	"strings"
	"time"

	"ralsh/model/fleet"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// foot describes the host under the cursor in rows whose number does not depend
// on it, so that the list does not move with the cursor.
func (s *Screen) foot(at *entry, width, height int) []frame.Line {
	return append(s.detail(at, width, height), make([]frame.Line, frame.FootRows)...)[:frame.FootRows]
}

// table returns the columns of the list. Columns that the detail repeats are
// dropped first.
func (s *Screen) table(int, frame.Layout) kit.Table {
	return kit.Table{Title: "hosts", Columns: []frame.Column{
		{Title: "host", Min: 12, Grow: 1},
		{Title: "reached", Min: 10},
		{Title: "system", Min: 12, Ideal: 16, Drop: 3},
		{Title: "last run", Min: 20, Drop: 2},
		{Title: "differs", Min: 8, Right: true, Drop: 4},
		{Title: "groups", Min: 10, Grow: 1, Drop: 1},
	}}
}

func (s *Screen) row(shown widget.Shown[*entry], slots []frame.Slot) frame.Row {
	e := shown.Item
	row := frame.Row{Cursor: shown.Cursor, Selected: shown.Selected, Sign: e.sign(), Muted: e.asked && !e.found.Reached}
	name := safe.Clean(e.target.Name)
	if row.Muted { // why takes the room of what is not known
		row.Cells = []frame.Cell{{At: slots[0], Text: name}, {At: frame.At(slots[1].Col), Text: e.reached(), Style: theme.Strong}}
	} else {
		row.Cells = frame.Cells(slots, name, e.reached(), safe.Clean(e.found.System), s.run(e), e.differences(), safe.Clean(e.groups()))
	}
	return row
}

// reached returns whether a host was reached, or why not.
func (e *entry) reached() safe.Text {
	switch {
	case e.here():
		return "this host"
	case !e.asked:
		return "reading"
	case !e.found.Reached:
		return safe.Clean(e.found.Reason)
	case e.found.Reason != "":
		return "partly"
	}
	return "yes"
}

// run returns the newest run of a host: "44 done, today 02:54".
func (s *Screen) run(e *entry) safe.Text {
	r := e.found.Last
	if r == nil {
		if e.asked && e.found.Reached && e.found.Reason == "" {
			return "none"
		}
		return ""
	}
	now := s.Sh.Now()
	when := r.Began.In(now.Location())
	text := when.Format(time.DateOnly)
	if text == now.Format(time.DateOnly) {
		text = when.Format("15:04")
	}
	return words.Count(r.Run) + " " + ended(r) + ", " + safe.Clean(text)
}

func ended(r *fleet.LastRun) safe.Text {
	if r.Status == "changed" || r.Status == "unchanged" {
		return "done"
	}
	return safe.Clean(strings.ReplaceAll(r.Status, "_", " "))
}

// differences returns how many rows differ from this host, "" before a
// comparison.
func (e *entry) differences() safe.Text {
	switch n, unknown := e.differ(), e.unknown(); {
	case !e.compared:
		return ""
	case n == 0 && unknown == 0:
		return "equal"
	case unknown == 0:
		return words.Count(n)
	default:
		return words.Count(n) + ", " + words.Count(unknown) + " ?"
	}
}

func (s *Screen) nothing() safe.Text { return s.Search.Hides(s.Sh, "host", "a sign", "") }

// empty returns why the list has no other hosts, and how to add hosts.
func (s *Screen) empty() (head frame.Ruler, text []safe.Text) {
	head = frame.Title("hosts", "", true)
	switch {
	case len(s.all) > 1:
		return head, nil
	case s.err != nil:
		return head, []safe.Text{safe.Clean(s.err.Error())}
	case s.inv == nil:
		return head, []safe.Text{"the inventory is being read"}
	}
	own := s.Sh.Session.OwnFiles.Hosts()
	text = []safe.Text{"No other hosts are known.", "Add a host on each line of " + safe.Clean(own) + ", and groups below a line like [web]."}
	if s.inv.File != own {
		text = append(text, "The file does not exist, and "+safe.Clean(s.inv.File)+" contains no Host lines.")
	}
	return head, append(text, s.Sh.Spell("{refresh} reads the file again."))
}

func (s *Screen) message() frame.Message {
	asked, reached := 0, 0
	for _, e := range s.all {
		if e.asked && !e.here() {
			asked++
			if e.found.Reached {
				reached++
			}
		}
	}
	others := max(0, len(s.all)-1)
	switch {
	case s.err != nil && others == 0: // the list shows the error
		return frame.Message{Sign: frame.SignNeeds, Text: "cannot list other hosts"}
	case s.err != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean(s.err.Error())}
	case s.Busy():
		return frame.Message{
			Sign: frame.SignWorks, Text: words.Count(asked) + " of " + words.CountOf(others, "host") + " answered",
			Evidence: words.Took(s.asks.Took()),
		}
	case others == 0:
		return frame.Message{}
	}
	text := words.Count(reached) + " of " + words.CountOf(others, "host") + " reached"
	if s.inv != nil && len(s.inv.Warnings) > 0 {
		text += "; " + safe.Clean(s.inv.Warnings[0])
	}
	return frame.Message{Text: text, Evidence: words.Took(max(s.asks.Took(), time.Millisecond))}
}
