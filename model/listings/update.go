package listings

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/onhost"
)

// Reading lists a type once.
type Reading struct {
	listing *Listing
	session *model.Session
	entries []Entry
	ctx     context.Context
	cancel  context.CancelFunc
}

// Update is a step of a reading: the tests, or a step of the listing.
type Update struct {
	choice   *model.Choice
	byUser   []*ral.Provider // providers that will list; set with choice
	previous *previous       // set with choice
	event    onhost.ListEvent
	findings [][]string // of event.Found, with the same indexes
	matches  []match    // of event.Found, with the same indexes
}

// Change is the result of taking updates into a listing.
type Change struct {
	Listing  *Listing
	Added    []Entry // appended to the entries
	Replaced bool    // the entries were replaced
}

// Context is cancelled when the reading is cancelled.
func (r *Reading) Context() context.Context { return r.ctx }

// Run lists the type and passes each step to put. It may run in a separate
// goroutine, and ends with the context. It replaces an instance that equals the
// previous instance by the latter, so that memory does not hold two listings of
// 100,000 instances.
func (r *Reading) Run(ctx context.Context, put func(Update)) {
	t := r.listing.Type
	choice, prev := r.session.Choose(ctx, t), newPrevious(r.entries)
	if t.NotListable != "" || choice.Election.Winner == nil {
		put(Update{choice: &choice, previous: prev})
		return
	}
	put(Update{choice: &choice, previous: prev, byUser: r.session.Env.Sources(ctx, t)})
	r.session.Env.List(ctx, t, func(ev onhost.ListEvent) {
		u := Update{event: ev, findings: make([][]string, 0, len(ev.Found)), matches: make([]match, 0, len(ev.Found))}
		for i, inst := range ev.Found {
			kept, m := prev.match(inst)
			u.findings, u.matches = append(u.findings, inst.Findings()), append(u.matches, m)
			ev.Found[i] = kept
		}
		put(u)
	})
}

// Take applies the updates of Run since the last call, in order; ended is set
// with the last updates. It returns false, without applying the updates, if the
// reading was cancelled or has ended.
func (r *Reading) Take(updates []Update, ended bool, now time.Time) (Change, bool) {
	if r.listing.reading != r {
		return Change{}, false
	}
	return r.listing.take(updates, ended, now), true
}

func (l *Listing) take(updates []Update, ended bool, now time.Time) Change {
	out := Change{Listing: l, Replaced: l.reset}
	l.reset = false
	l.Version++
	for _, u := range updates {
		if u.choice != nil {
			l.Choice, l.Stage, l.previous = u.choice, StageReading, u.previous
			l.coming = make([]Entry, 0, len(u.previous.entries))
			for _, p := range u.byUser {
				l.Sources = append(l.Sources, &Source{Provider: p, Began: now})
			}
			continue
		}
		l.note(u.event, now)
		for i, inst := range u.event.Found {
			e := newEntry(inst, u.findings[i])
			if l.again {
				l.coming = append(l.coming, e)
				l.previous.note(u.matches[i])
				continue
			}
			l.Entries = append(l.Entries, e)
			out.Added = append(out.Added, e)
		}
	}
	if !ended {
		return out
	}
	// The reading references the previous entries.
	l.reading.cancel()
	l.reading = nil
	l.Stage, l.Ended = StageDone, now
	if l.again {
		l.coming = distinct(l.coming)
		marked := len(l.marks) > 0
		if now := l.compared(); marked || len(l.marks) > 0 || !sameEntries(l.Entries, now) {
			l.Entries, out.Replaced = now, true
			l.sum()
		}
		l.coming, l.previous = nil, nil
	} else {
		if all := distinct(l.Entries); len(all) < len(l.Entries) {
			l.Entries, out.Replaced = all, true
		}
		l.sum()
	}
	l.ours, l.byUser = false, false
	return out
}

// sum computes the counts that every frame shows.
func (l *Listing) sum() {
	l.WithFindings, l.States, l.Enabled = 0, nil, 0
	counts := make(map[string]int)
	states := l.Type.HasEnsure() && l.Type.Attr("ensure").AllowsNothingElse()
	enables := l.Type.Attr("enable") != nil
	for _, e := range l.Entries {
		if e.HasFindings() {
			l.WithFindings++
		}
		if states {
			counts[e.Instance.Get("ensure").Text()]++
		}
		if enables && e.Instance.Get("enable").Text() == "true" {
			l.Enabled++
		}
	}
	for _, value := range slices.Sorted(maps.Keys(counts)) {
		l.States = append(l.States, Tally{value, counts[value]})
	}
	slices.SortStableFunc(l.States, func(a, b Tally) int { return cmp.Compare(b.Count, a.Count) })
}

// compared returns the instances of the reading. The instances of a failed
// source remain as they were.
func (l *Listing) compared() []Entry {
	prev := l.previous
	if prev == nil {
		prev = newPrevious(l.Entries)
	}
	for _, s := range l.Failed() {
		if slices.ContainsFunc(l.coming, func(e Entry) bool { return e.Instance.Provider == s.Provider }) {
			continue
		}
		for _, e := range l.Entries {
			if e.Instance.Provider == s.Provider {
				l.coming = append(l.coming, e)
				_, m := prev.match(e.Instance)
				prev.note(m)
			}
		}
	}
	l.compare(prev)
	return l.coming
}

// Read replaces the entry of an instance that was read without a listing, and
// marks it if it drifted. If the instance is gone, it removes the entry.
func (l *Listing) Read(inst *ral.Instance, drifted bool) {
	at := slices.IndexFunc(l.Entries, func(e Entry) bool { return e.ID() == ID(inst) })
	if at < 0 || l.Busy() {
		return
	}
	l.Entries = slices.Clone(l.Entries)
	old := l.Entries[at].Instance
	was, marked := l.marks[old]
	delete(l.marks, old)
	if drifted && !marked {
		was = old
	}
	switch {
	case inst.Present():
		l.Entries[at] = newEntry(inst, inst.Findings())
		if drifted || marked {
			l.marks.put(inst, was)
		}
	default:
		l.Entries = slices.Delete(l.Entries, at, at+1)
		if drifted {
			l.Gone = append(l.Gone, inst.Name)
		}
	}
	l.sum()
}

// from records the file that an instance was read from, without the line.
func (s *Source) from(from string) {
	switch {
	case s.MoreFiles || !strings.HasPrefix(from, "/"):
	case s.File == "":
		if i := strings.LastIndexByte(from, ':'); i > 0 && strings.Trim(from[i+1:], "0123456789") == "" {
			from = from[:i]
		}
		s.File = from
	default:
		s.MoreFiles = !strings.HasPrefix(from, s.File)
	}
}

func (l *Listing) note(ev onhost.ListEvent, now time.Time) {
	i := slices.IndexFunc(l.Sources, func(s *Source) bool { return s.Provider == ev.Provider })
	if i < 0 {
		return
	}
	s := l.Sources[i]
	if ev.Trace != nil && s.Command == "" {
		s.Command = ev.Trace.Command
	}
	if took, ended := ev.Ran(); ended {
		s.Ran = append(s.Ran, RanCommand{ev.Trace.Command, took})
	}
	for _, inst := range ev.Found {
		s.from(inst.From)
	}
	s.Count = max(s.Count, ev.Count)
	if ev.Done {
		s.Done, s.Ended, s.Took, s.Err = true, now, ev.Elapsed, ev.Err
		s.Searched, s.SearchedMore = ev.Read, ev.ReadMore
		if ev.Err != nil && s.Command == "" {
			s.Command = model.FailureOf(ev.Err, 0).Command
		}
	}
}
