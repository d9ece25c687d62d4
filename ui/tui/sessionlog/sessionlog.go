// Package sessionlog records the commands, reads and messages of a session.
package sessionlog

import (
	"math"
	"slices"
	"strings"
	"time"

	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// Entry is an entry of the log.
type Entry struct {
	Number int
	When   time.Time
	Sign   frame.Sign
	About  safe.Text
	What   safe.Text
	Took   time.Duration
	Timed  bool
	Lines  []safe.Text // the end of the output
	Acted  bool        // it changed the host
	Run    int         // the run in the journal to which it belongs; 0 for none
}

// Stamp formats the time in the given number of cells: 8 to the second, 12 to
// the millisecond.
func (e Entry) Stamp(cells int) safe.Text {
	return safe.Clean(e.When.Format("15:04:05.000")[:cells])
}

// TimeTaken formats the duration, or returns "" for an entry without a
// duration.
func (e Entry) TimeTaken() safe.Text {
	if !e.Timed {
		return ""
	}
	return words.Took(e.Took)
}

// Log lists commands, reads and messages, oldest first. It keeps at most
// maxLogEntries entries and drops the oldest.
type Log struct {
	Notes []Entry
	Next  int
	Open  int // number of errors that were not dismissed

	Written int          // entries below this number are in the file or being written
	Writing bool         // a write is running
	Write   func() error // performs the next write
	Lost    error        // why nothing is written any more
}

// Errors counts the entries that are errors.
func (el *Log) Errors() int {
	n := 0
	for _, note := range el.Notes {
		if note.Sign == frame.SignNeeds {
			n++
		}
	}
	return n
}

const maxLogEntries = 5000

// Add appends an entry, and drops the oldest beyond the limit.
func (el *Log) Add(e Entry) {
	e.Number = el.Next
	el.Next++
	if len(el.Notes) == maxLogEntries {
		el.Notes = el.Notes[1:]
	}
	el.Notes = append(el.Notes, e)
}

// Listed logs how and when each source of a listing ended.
func (el *Log) Listed(l *listings.Listing) {
	sources := slices.Clone(l.Sources)
	slices.SortStableFunc(sources, func(a, b *listings.Source) int { return a.Ended.Compare(b.Ended) })
	for _, s := range sources {
		if !s.Done {
			continue
		}
		e := Entry{When: s.Ended, About: safe.Clean(l.Type.Name + " " + s.Provider.Name), Took: s.Took, Timed: true}
		e.What = "listed: "
		if s.Command != "" {
			e.What += safe.Clean(s.Command) + ", "
		}
		if s.Err != nil {
			e.Sign = frame.SignNeeds
			e.What += safe.Clean(words.FirstLine(s.Err.Error()))
			if lines := safe.Lines(s.Err.Error()); len(lines) > 1 {
				e.Lines = lines
			}
		} else {
			e.What += words.CountOf(s.Count, "instance")
		}
		el.Add(e)
	}
}

// maxDriftLogged is the maximum number of drifted instances that the log names
// for each read.
const maxDriftLogged = 5

// Moved logs the drift that a listing found, with the previous values.
func (el *Log) Moved(l *listings.Listing, now time.Time) {
	m := l.TakeDrift()
	typ := safe.Clean(l.Type.Name)
	put := func(about, what safe.Text) {
		el.Add(Entry{When: now, Sign: frame.SignMoved, About: about, What: what})
	}
	for _, v := range m.Changed[:min(len(m.Changed), maxDriftLogged)] {
		put(typ+" "+safe.Clean(v.Now.Name), "changed: "+words.Drift(v.Was, v.Now))
	}
	if n := len(m.Changed) - maxDriftLogged; n > 0 {
		put(typ, "and "+words.Count(n)+" more changed")
	}
	if len(m.Came) > 0 {
		put(typ, "new: "+someNames(m.Came))
	}
	if len(m.Gone) > 0 {
		put(typ, "gone: "+someNames(m.Gone))
	}
}

// someNames joins the first names, followed by the number of the remaining
// names.
func someNames(names []string) safe.Text {
	text := safe.Clean(strings.Join(names[:min(len(names), maxDriftLogged)], ", "))
	if n := len(names) - maxDriftLogged; n > 0 {
		text += " and " + words.Count(n) + " more"
	}
	return text
}

// Since formats the entries from a number on as lines of the log file: time,
// sign, subject, text and duration. The end of the output follows, indented.
func (el *Log) Since(number int) string {
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
			b.WriteString(" (" + string(words.Took(e.Took)) + ")")
		}
		b.WriteByte('\n')
		for _, line := range e.Lines {
			b.WriteString("    " + string(line) + "\n")
		}
	}
	return b.String()
}

// SlowFrom is the duration from which a command counts as slow.
const SlowFrom = time.Second

// Style returns the style of a cell of an entry. Entries that only read the
// host are muted.
func (e Entry) Style(what bool) theme.Token {
	switch {
	case what && e.Acted:
		return theme.Change
	case !what || e.Sign == frame.NoSign && !e.Acted:
		return theme.Muted
	}
	return theme.Text
}
