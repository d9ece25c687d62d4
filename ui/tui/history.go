package tui

import (
	"slices"
	"time"

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
	run    int         // of the journal in which it was done, 0 for none
}

// stamp is when it was, in so many cells: 8 to the second, 12 to the millisecond.
func (n logEntry) stamp(cells int) safe.Text {
	return safe.Clean(n.when.Format("15:04:05.000")[:cells])
}

// timeTaken is how long it took, "" of what takes no time.
func (n logEntry) timeTaken() safe.Text {
	if !n.timed {
		return ""
	}
	return widget.Took(n.took)
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
func (h *eventLog) errors() int {
	n := 0
	for _, note := range h.notes {
		if note.sign == frame.SignNeeds {
			n++
		}
	}
	return n
}

const maxLogEntries = 5000

func (h *eventLog) add(n logEntry) {
	n.number = h.next
	h.next++
	if len(h.notes) == maxLogEntries {
		h.notes = h.notes[1:]
	}
	h.notes = append(h.notes, n)
}

// listed notes how each source of a listing ended, and when.
func (h *eventLog) listed(l *listing) {
	sources := slices.Clone(l.sources)
	slices.SortStableFunc(sources, func(a, b *source) int { return a.ended.Compare(b.ended) })
	for _, s := range sources {
		if !s.done {
			continue
		}
		n := logEntry{when: s.ended, about: safe.Clean(l.typ.Name + " " + s.provider.Name), took: s.took, timed: true}
		n.what = "looked: "
		if s.command != "" {
			n.what += s.command + ", "
		}
		if s.err != nil {
			n.sign = frame.SignNeeds
			n.what += safe.Clean(firstLine(s.err.Error()))
			if lines := safe.Lines(s.err.Error()); len(lines) > 1 {
				n.lines = lines
			}
		} else {
			n.what += widget.CountOf(s.count, "instance")
		}
		h.add(n)
	}
}
