package listings

import (
	"cmp"
	"context"
	"slices"
	"time"

	"ralsh/model"
	"ralsh/ral"
)

// Stage is the progress of reading a type.
type Stage uint8

// The stages, in order.
const (
	StageWaiting Stage = iota // not read yet, or to be read again
	StageTesting              // the providers are being tested
	StageReading              // the providers are listing
	StageDone
)

// Source is a provider that lists instances.
type Source struct {
	Provider *ral.Provider
	Command  string       // first command that it ran
	Ran      []RanCommand // those that have ended, in that order
	File     string       // file of the first instance
	// MoreFiles is set if instances come from several files.
	MoreFiles bool
	Searched  []string // files and directories that it read, once it is done
	// SearchedMore is set if Searched is incomplete.
	SearchedMore bool
	Count        int // instances so far
	Began        time.Time
	Ended        time.Time
	Took         time.Duration
	Done         bool
	Err          error
}

// RanCommand is a command of a listing that has ended.
type RanCommand struct {
	Command string
	Took    time.Duration
}

// Longest returns the commands of the source, the longest first.
func (s *Source) Longest() []RanCommand {
	list := slices.Clone(s.Ran)
	slices.SortStableFunc(list, func(a, b RanCommand) int { return cmp.Compare(b.Took, a.Took) })
	return list
}

// Entry is an instance with its findings.
type Entry struct {
	Instance *ral.Instance
	findings *[]string // nil for most instances
}

// newEntry returns an instance with its findings.
func newEntry(inst *ral.Instance, findings []string) Entry {
	if len(findings) == 0 {
		return Entry{Instance: inst}
	}
	return Entry{inst, &findings}
}

// HasFindings reports whether the instance has findings.
func (e Entry) HasFindings() bool { return e.findings != nil }

// Findings returns the findings of the instance.
func (e Entry) Findings() []string {
	if e.findings == nil {
		return nil
	}
	return *e.findings
}

func (e Entry) same(other Entry) bool {
	return e.Instance == other.Instance && slices.Equal(e.Findings(), other.Findings())
}

// sameEntries reports whether two listings hold the same entries in any order,
// because sources list concurrently.
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

// ID identifies the instance of the entry, see ID.
func (e Entry) ID() string { return ID(e.Instance) }

// ID identifies an instance within its type by name and provider: two providers
// may know the same name.
func ID(inst *ral.Instance) string {
	if inst.Provider == nil {
		return inst.Name
	}
	return inst.Name + "\x00" + inst.Provider.Name
}

// Tally is the number of instances with a value.
type Tally struct {
	Value string
	Count int
}

// Listing holds the known instances of a type on this host. Its fields are
// read-only; all parts of the user interface share the Listing of a type.
type Listing struct {
	Type    *ral.Type
	Choice  *model.Choice // nil until the providers are tested
	Sources []*Source
	Stage   Stage
	Began   time.Time
	Ended   time.Time
	// Entries are the entries of the last complete reading, or of the first
	// reading while it runs. Later entries are appended or stored in a new
	// slice, so existing elements do not change.
	Entries []Entry
	Gone    []string // names that were listed before, see SeeGone
	// WithFindings is the number of entries with findings, set once the reading
	// is complete.
	WithFindings int
	// States counts the entries by the value of ensure, the most frequent
	// first, once the reading is complete. It is empty if ensure accepts any
	// value.
	States []Tally
	// Enabled is the number of services that start at boot: enable is true.
	Enabled int
	// Version increases with each change.
	Version int

	coming   []Entry   // of a later reading while it runs
	previous *previous // the entries before a later reading
	again    bool      // the reading is not the first
	ours     bool      // this session changed the host since the last reading
	reset    bool      // Entries were emptied, and no Change has reported that yet
	byUser   bool      // the user asked for the running reading: earlier drift was seen
	marks    marks
	drift    DriftSummary
	reading  *Reading // nil if none is running
}

// Busy reports whether the type is being read.
func (l *Listing) Busy() bool { return l.Stage == StageTesting || l.Stage == StageReading }

// Took returns the duration of the running reading so far, or of the last reading.
func (l *Listing) Took(now time.Time) time.Duration {
	if l.Busy() {
		return now.Sub(l.Began)
	}
	return l.Ended.Sub(l.Began)
}

// Unsuitable reports whether no provider of the type is suitable on this host.
func (l *Listing) Unsuitable() bool { return l.Choice != nil && l.Choice.Election.Winner == nil }

// Failed returns the sources that ended with an error.
func (l *Listing) Failed() []*Source {
	return slices.DeleteFunc(slices.Clone(l.Sources), func(s *Source) bool { return s.Err == nil })
}

// SoFar returns the number of instances that the running reading has yielded.
func (l *Listing) SoFar() int {
	if l.again {
		return len(l.coming)
	}
	return len(l.Entries)
}

// Answered returns the number of sources that have ended.
func (l *Listing) Answered() int {
	n := 0
	for _, s := range l.Sources {
		if s.Done {
			n++
		}
	}
	return n
}

// Begin cancels a running reading and returns a new reading, which starts with
// Run.
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
