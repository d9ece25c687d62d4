// Package listings holds what a session knows of the instances of each type: the
// listing that is shown, the reading that runs, and what drifted between two. It holds
// values and no words for a screen. A front end reads a type so:
//
//	if r := cache.Want(ctx, session, t, now); r != nil {
//		r.Run(r.Context(), func(u listings.Update) { r.Take([]listings.Update{u}, false, now) })
//		r.Take(nil, true, now)
//	}
//
// Reading.Run may run in a goroutine of its own, its updates taken over in groups. All
// else is for one goroutine, the front end's own.
package listings

import (
	"context"
	"slices"
	"time"

	"ralsh/model"
	"ralsh/ral"
)

// Stage is how far the reading of a type has come.
type Stage uint8

// The stages, in order.
const (
	StageWaiting Stage = iota // it was not read, or has to be read again
	StageTesting              // its providers are being tested
	StageReading              // they list
	StageDone
)

// Source is one provider that is asked for instances.
type Source struct {
	Provider *ral.Provider
	Command  string // the first one it ran
	File     string // of the first instance
	// MoreFiles is set when instances come from other files too.
	MoreFiles bool
	Searched  []string // the files and directories it read, once it is done
	// SearchedMore is set when Searched are only the first of them.
	SearchedMore bool
	Count        int // instances so far
	Began        time.Time
	Ended        time.Time
	Took         time.Duration
	Done         bool
	Err          error
}

// Entry is one instance and the findings about it.
type Entry struct {
	Instance *ral.Instance
	findings *[]string // nil for most
}

// NewEntry is an instance with its findings.
func NewEntry(inst *ral.Instance, findings []string) Entry {
	if len(findings) == 0 {
		return Entry{Instance: inst}
	}
	return Entry{inst, &findings}
}

// HasFindings reports whether there is a finding about the instance.
func (e Entry) HasFindings() bool { return e.findings != nil }

// Findings are the findings about the instance.
func (e Entry) Findings() []string {
	if e.findings == nil {
		return nil
	}
	return *e.findings
}

// same reports whether two entries hold the same reading of an instance.
func (e Entry) same(other Entry) bool {
	return e.Instance == other.Instance && slices.Equal(e.Findings(), other.Findings())
}

// sameEntries reports whether two listings hold the same entries; sources that list at the
// same time bring theirs in any order.
func sameEntries(a, b []Entry) bool {
	if len(a) != len(b) || slices.EqualFunc(a, b, Entry.same) {
		return len(a) == len(b)
	}
	of := make(map[*ral.Instance]Entry, len(a))
	for _, e := range a {
		of[e.Instance] = e
	}
	return !slices.ContainsFunc(b, func(e Entry) bool { return !of[e.Instance].same(e) })
}

// ID tells the entries of one type apart.
func (e Entry) ID() string { return ID(e.Instance) }

// ID tells instances of one type apart: two providers may know one name.
func ID(inst *ral.Instance) string {
	if inst.Provider == nil {
		return inst.Name
	}
	return inst.Name + "\x00" + inst.Provider.Name
}

// Tally is how many instances have a value.
type Tally struct {
	Value string
	Count int
}

// Listing is what is known of one type on this host. Its fields are for reading;
// what is shown anywhere of the type is shown from the same one.
type Listing struct {
	Type    *ral.Type
	Choice  *model.Choice // nil until the providers were tested
	Sources []*Source
	Stage   Stage
	Began   time.Time
	Ended   time.Time
	// Entries are those of the last complete reading, or of the first while it runs.
	// What is read later goes into another slice or behind its end: one that is held
	// stays as it is.
	Entries []Entry
	Gone    []string // names that were there before, see SeeGone
	// WithFindings is how many entries have findings, once the reading is complete.
	WithFindings int
	// States counts the entries by the value of ensure, the most frequent first, once
	// the reading is complete; none of a type whose ensure takes any value.
	States []Tally
	// Enabled is how many start at boot: enable is true.
	Enabled int
	// Version rises with each change.
	Version int

	coming   []Entry   // of a later reading while it runs
	previous *previous // what the entries of a later reading were
	again    bool      // the reading is a later one
	ours     bool      // the host was changed by this session since the last reading
	reset    bool      // Entries are empty again, which no Change has reported yet
	asked    bool      // the user asked for the reading that runs: what drifted before was seen
	marks    marks
	drift    DriftSummary
	reading  *Reading // nil when none runs
}

// Busy reports whether the type is being read.
func (l *Listing) Busy() bool { return l.Stage == StageTesting || l.Stage == StageReading }

// Took is how long the reading took, or has run.
func (l *Listing) Took(now time.Time) time.Duration {
	if l.Busy() {
		return now.Sub(l.Began)
	}
	return l.Ended.Sub(l.Began)
}

// Unsuitable reports whether no provider of the type is suitable on this host.
func (l *Listing) Unsuitable() bool { return l.Choice != nil && l.Choice.Election.Winner == nil }

// Failed are the sources that ended with an error.
func (l *Listing) Failed() []*Source {
	return slices.DeleteFunc(slices.Clone(l.Sources), func(s *Source) bool { return s.Err == nil })
}

// SoFar is how many instances the reading that runs has brought.
func (l *Listing) SoFar() int {
	if l.again {
		return len(l.coming)
	}
	return len(l.Entries)
}

// Answered is how many sources have ended.
func (l *Listing) Answered() int {
	n := 0
	for _, s := range l.Sources {
		if s.Done {
			n++
		}
	}
	return n
}

// Begin starts a reading; one that runs is given up. It does nothing until it is run.
func (l *Listing) Begin(ctx context.Context, session *model.Session, now time.Time) *Reading {
	if l.reading != nil {
		l.reading.cancel()
	}
	l.Stage, l.Began, l.Sources, l.coming, l.previous = StageTesting, now, nil, nil, nil
	if l.again = !l.Ended.IsZero(); !l.again {
		l.Entries, l.reset = nil, true
	}
	l.reading = &Reading{listing: l, session: session, entries: l.Entries}
	l.reading.ctx, l.reading.cancel = context.WithCancel(ctx)
	return l.reading
}
