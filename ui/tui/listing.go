package tui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
)

// listingStage is how far the look at a type has come.
type listingStage uint8

const (
	stageWaits listingStage = iota
	stageTests              // its providers are being tested
	stageReads              // they list
	stageDone
)

// source is one provider that is asked for instances.
type source struct {
	provider *ral.Provider
	command  safe.Text // the first one it ran
	reads    safe.Text // the file of the first instance
	more     bool      // instances come from other files too
	looked   []safe.Text
	// lookedMore says that looked are only the first of the places it read.
	lookedMore bool
	count      int
	began      time.Time
	ended      time.Time
	took       time.Duration
	done       bool
	err        error
}

// entry is one instance and what is odd about it.
type entry struct {
	found *ral.Instance
	odd   *[]string // nil for most
}

func newEntry(inst *ral.Instance, odd []string) entry {
	if len(odd) == 0 {
		return entry{found: inst}
	}
	return entry{found: inst, odd: &odd}
}

// findings are what is odd about the instance.
func (e entry) findings() []string {
	if e.odd == nil {
		return nil
	}
	return *e.odd
}

func (e entry) id() string { return instanceID(e.found) }

// instanceID tells instances of one type apart: two providers may know one name.
func instanceID(inst *ral.Instance) string {
	if inst.Provider == nil {
		return inst.Name
	}
	return inst.Name + "\x00" + inst.Provider.Name
}

// listing is what is known of one type on this host. Every screen that shows
// the type looks at the same one.
type listing struct {
	typ     *ral.Type
	choice  *model.Choice // nil until its providers were tested
	sources []*source
	stage   listingStage
	began   time.Time
	ended   time.Time

	entries []entry      // of the last complete look, or of the first while it runs
	coming  []entry      // of a later look while it runs
	before  *prevListing // what those of a later look were
	again   bool         // this is such a later look
	ours    bool         // the host was changed from here since the last look
	reset   bool         // entries began anew, which the screens do not know yet
	asked   bool         // the person asked for the look that runs: what moved before was seen
	marks   driftMarks   // what moved and was not visited since
	news    driftSummary // what the last look found to have moved, until it is in the log
	gone    []string     // names that were there before
	odd     int          // how many of the entries are odd, once it is complete
	states  safe.Text    // how many there are of each state
	feed    *batcher[listingUpdate]
	takes   int // how often it has grown
}

// listingUpdate is one thing that a look brought: the tests, or a step of the listing.
type listingUpdate struct {
	choice *model.Choice
	asked  []*ral.Provider // that will be listed, with the choice
	before *prevListing    // with the choice
	event  ral.ListEvent
	odd    [][]string // of event.Found, one for each
	met    []met      // the same
}

// listedMsg tells the screens that a listing has grown or ended.
type listedMsg struct {
	listing *listing
	fresh   []entry // what is to be added
	replace bool    // entries are all there is now
}

func (l *listing) busy() bool { return l.stage == stageTests || l.stage == stageReads }

func (l *listing) took(now time.Time) time.Duration {
	if l.busy() {
		return now.Sub(l.began)
	}
	return l.ended.Sub(l.began)
}

func (l *listing) failed() []*source {
	return slices.DeleteFunc(slices.Clone(l.sources), func(s *source) bool { return s.err == nil })
}

// soFar is how many instances the look that runs has brought.
func (l *listing) soFar() int {
	if l.again {
		return len(l.coming)
	}
	return len(l.entries)
}

func (l *listing) answered() int {
	n := 0
	for _, s := range l.sources {
		if s.done {
			n++
		}
	}
	return n
}

// look lists a type anew. What is as it was in the entries of the look before is
// let go here and not on the screens: two looks at 100,000 need not be held at once.
func look(session *model.Session, t *ral.Type, entries []entry) func(ctx context.Context, put func(listingUpdate)) {
	return func(ctx context.Context, put func(listingUpdate)) {
		choice, before := session.Choose(ctx, t), newPrevListing(entries)
		if t.NotListable != "" || choice.Election.Winner == nil {
			put(listingUpdate{choice: &choice, before: before})
			return
		}
		put(listingUpdate{choice: &choice, before: before, asked: session.Env.Sources(ctx, t)})
		session.Env.List(ctx, t, func(ev ral.ListEvent) {
			n := listingUpdate{event: ev}
			for i, inst := range ev.Found {
				kept, m := before.meet(inst)
				n.odd, n.met = append(n.odd, inst.Findings()), append(n.met, m)
				ev.Found[i] = kept
			}
			put(n)
		})
	}
}

// begin starts a look; one that runs is given up.
func (l *listing) begin(sh *shared) tea.Cmd {
	l.feed.stop()
	l.stage, l.began, l.sources, l.coming, l.before = stageTests, sh.now(), nil, nil, nil
	if l.again = !l.ended.IsZero(); !l.again {
		l.entries, l.reset = nil, true
	}
	l.feed = newBatcher(sh.ctx, look(sh.session, l.typ, l.entries))
	return l.feed.next()
}
