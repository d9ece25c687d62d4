package kit

import (
	"math"
	"slices"
	"strings"
	"time"

	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// LogEntry is one line of the log.
type LogEntry struct {
	Number int
	When   time.Time
	Sign   frame.Sign
	About  safe.Text
	What   safe.Text
	Took   time.Duration
	Timed  bool
	Lines  []safe.Text // the tail of what was printed
	Acted  bool        // the host was changed by it
	Run    int         // of the journal in which it was done, 0 for none
}

// Stamp is when it was, in so many cells: 8 to the second, 12 to the millisecond.
func (e LogEntry) Stamp(cells int) safe.Text {
	return safe.Clean(e.When.Format("15:04:05.000")[:cells])
}

// TimeTaken is how long it took, "" of what takes no time.
func (e LogEntry) TimeTaken() safe.Text {
	if !e.Timed {
		return ""
	}
	return widget.Took(e.Took)
}

// EventLog is what was run, read and said, oldest first. It keeps so many lines
// and forgets the oldest.
type EventLog struct {
	Notes []LogEntry
	Next  int
	Open  int // errors that were not dismissed

	Written int          // the number up to which it is in the file, or on its way there
	Writing bool         // a write is under way
	Write   func() error // does it, once
	Lost    error        // why nothing is written any more
}

// Errors are how many of the notes are errors.
func (el *EventLog) Errors() int {
	n := 0
	for _, note := range el.Notes {
		if note.Sign == frame.SignNeeds {
			n++
		}
	}
	return n
}

const maxLogEntries = 5000

// Add notes an entry, and forgets the oldest where there are too many.
func (el *EventLog) Add(e LogEntry) {
	e.Number = el.Next
	el.Next++
	if len(el.Notes) == maxLogEntries {
		el.Notes = el.Notes[1:]
	}
	el.Notes = append(el.Notes, e)
}

// Listed notes how each source of a listing ended, and when.
func (el *EventLog) Listed(l *listings.Listing) {
	sources := slices.Clone(l.Sources)
	slices.SortStableFunc(sources, func(a, b *listings.Source) int { return a.Ended.Compare(b.Ended) })
	for _, s := range sources {
		if !s.Done {
			continue
		}
		e := LogEntry{When: s.Ended, About: safe.Clean(l.Type.Name + " " + s.Provider.Name), Took: s.Took, Timed: true}
		e.What = "looked: "
		if s.Command != "" {
			e.What += safe.Clean(s.Command) + ", "
		}
		if s.Err != nil {
			e.Sign = frame.SignNeeds
			e.What += safe.Clean(FirstLine(s.Err.Error()))
			if lines := safe.Lines(s.Err.Error()); len(lines) > 1 {
				e.Lines = lines
			}
		} else {
			e.What += widget.CountOf(s.Count, "instance")
		}
		el.Add(e)
	}
}

// maxDriftLogged is how many of what moved a look has by name in the log.
const maxDriftLogged = 5

// Moved notes what a look found to have moved, with what it was.
func (el *EventLog) Moved(l *listings.Listing, now time.Time) {
	m := l.TakeDrift()
	typ := safe.Clean(l.Type.Name)
	put := func(about, what safe.Text) {
		el.Add(LogEntry{When: now, Sign: frame.SignMoved, About: about, What: what})
	}
	for _, v := range m.Changed[:min(len(m.Changed), maxDriftLogged)] {
		put(typ+" "+safe.Clean(v.Now.Name), "moved: "+MovedWords(v.Was, v.Now))
	}
	if n := len(m.Changed) - maxDriftLogged; n > 0 {
		put(typ, "and "+widget.Count(n)+" more moved")
	}
	if len(m.Came) > 0 {
		put(typ, "came: "+someNames(m.Came))
	}
	if len(m.Gone) > 0 {
		put(typ, "gone: "+someNames(m.Gone))
	}
}

// someNames are the first of names, and how many more there are.
func someNames(names []string) safe.Text {
	text := safe.Clean(strings.Join(names[:min(len(names), maxDriftLogged)], ", "))
	if n := len(names) - maxDriftLogged; n > 0 {
		text += " and " + widget.Count(n) + " more"
	}
	return text
}

// Since are the notes from a number on as lines of the log file: when, the sign,
// about what, what, took. The tail of what was printed is below, indented.
func (el *EventLog) Since(number int) string {
	var b strings.Builder
	for _, e := range el.Notes {
		if e.Number < number {
			continue
		}
		sign := byte(' ')
		if e.Sign != frame.NoSign {
			sign = byte(e.Sign)
		}
		b.WriteString(e.When.UTC().Format("2006-01-02T15:04:05.000Z ") + string(sign) + " " + string(e.About) + ": " + string(e.What.ASCIIArrows(math.MaxInt)))
		if e.Timed {
			b.WriteString(" (" + string(widget.Took(e.Took)) + ")")
		}
		b.WriteByte('\n')
		for _, line := range e.Lines {
			b.WriteString("    " + string(line) + "\n")
		}
	}
	return b.String()
}

// SlowFrom is the time from which a command counts as slow.
const SlowFrom = time.Second

// Style is how a cell of a line looks: what only looked is muted, what changed the host
// is not.
func (e LogEntry) Style(what bool) theme.Token {
	switch {
	case what && e.Acted:
		return theme.Change
	case !what || e.Sign == frame.NoSign && !e.Acted:
		return theme.Muted
	}
	return theme.Text
}
