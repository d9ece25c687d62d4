package tui

import (
	"slices"
	"time"

	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// logEntry is one line of the log.
type logEntry struct {
	number int
	when   time.Time
	sign   frame.Sign
	about  safe.Text
	what   safe.Text
	took   time.Duration
	timed  bool
	lines  []safe.Text // the tail of what was printed
	acted  bool        // the host was changed by it
	run    int         // of the journal in which it was done, 0 for none
}

// stamp is when it was, in so many cells: 8 to the second, 12 to the millisecond.
func (e logEntry) stamp(cells int) safe.Text {
	return safe.Clean(e.when.Format("15:04:05.000")[:cells])
}

// timeTaken is how long it took, "" of what takes no time.
func (e logEntry) timeTaken() safe.Text {
	if !e.timed {
		return ""
	}
	return widget.Took(e.took)
}

// eventLog is what was run, read and said, oldest first. It keeps so many lines
// and forgets the oldest.
type eventLog struct {
	notes []logEntry
	next  int
	open  int // errors that were not dismissed

	written int          // the number up to which it is in the file, or on its way there
	writing bool         // a write is under way
	write   func() error // does it, once
	lost    error        // why nothing is written any more
}

// errors are how many of the notes are errors.
func (el *eventLog) errors() int {
	n := 0
	for _, note := range el.notes {
		if note.sign == frame.SignNeeds {
			n++
		}
	}
	return n
}

const maxLogEntries = 5000

func (el *eventLog) add(e logEntry) {
	e.number = el.next
	el.next++
	if len(el.notes) == maxLogEntries {
		el.notes = el.notes[1:]
	}
	el.notes = append(el.notes, e)
}

// listed notes how each source of a listing ended, and when.
func (el *eventLog) listed(l *listings.Listing) {
	sources := slices.Clone(l.Sources)
	slices.SortStableFunc(sources, func(a, b *listings.Source) int { return a.Ended.Compare(b.Ended) })
	for _, s := range sources {
		if !s.Done {
			continue
		}
		e := logEntry{when: s.Ended, about: safe.Clean(l.Type.Name + " " + s.Provider.Name), took: s.Took, timed: true}
		e.what = "looked: "
		if s.Command != "" {
			e.what += safe.Clean(s.Command) + ", "
		}
		if s.Err != nil {
			e.sign = frame.SignNeeds
			e.what += safe.Clean(firstLine(s.Err.Error()))
			if lines := safe.Lines(s.Err.Error()); len(lines) > 1 {
				e.lines = lines
			}
		} else {
			e.what += widget.CountOf(s.Count, "instance")
		}
		el.add(e)
	}
}
