package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
)

// take notes what came, and says what the screens are to make of it.
func (l *listing) take(msg batchMsg[listingUpdate], now time.Time) (listedMsg, tea.Cmd) {
	out := listedMsg{listing: l, replace: l.reset}
	l.reset = false
	l.takes++
	for _, n := range msg.items {
		if n.choice != nil {
			l.choice, l.stage, l.before = n.choice, stageReads, n.before
			l.coming = make([]entry, 0, len(n.before.entries))
			for _, p := range n.asked {
				l.sources = append(l.sources, &source{provider: p, began: now})
			}
			continue
		}
		l.note(n.event, now)
		for i, inst := range n.event.Found {
			e := newEntry(inst, n.odd[i])
			if l.again {
				l.coming = append(l.coming, e)
				l.before.note(n.met[i])
				continue
			}
			l.entries = append(l.entries, e)
			out.fresh = append(out.fresh, e)
		}
	}
	if !msg.ended {
		return out, l.feed.next()
	}
	l.stage, l.ended = stageDone, now
	if l.again {
		l.entries, l.coming, l.before = l.compared(), nil, nil
		out.replace = true
	}
	l.ours, l.asked = false, false
	l.sum()
	return out, nil
}

// sum counts once what every frame shows.
func (l *listing) sum() {
	l.odd = 0
	for _, e := range l.entries {
		if e.odd != nil {
			l.odd++
		}
	}
	l.states = l.statesSaid()
}

// compared are the instances that came. A source that failed said nothing of its
// own, so those stay as they were seen.
func (l *listing) compared() []entry {
	before := l.before
	if before == nil {
		before = newPrevListing(l.entries)
	}
	for _, s := range l.failed() {
		if slices.ContainsFunc(l.coming, func(e entry) bool { return e.found.Provider == s.provider }) {
			continue
		}
		for _, e := range l.entries {
			if e.found.Provider == s.provider {
				l.coming = append(l.coming, e)
				_, m := before.meet(e.found)
				before.note(m)
			}
		}
	}
	l.compare(before)
	return l.coming
}

// read takes in what a look at one instance found: it stands in the place of
// what the list had, marked if it is not the same, or is gone.
func (l *listing) read(inst *ral.Instance, moved bool) {
	at := slices.IndexFunc(l.entries, func(e entry) bool { return e.id() == instanceID(inst) })
	if at < 0 || l.busy() {
		return
	}
	// Whoever gathers names may be reading the entries.
	l.entries = slices.Clone(l.entries)
	old := l.entries[at].found
	was, marked := l.marks[old]
	delete(l.marks, old)
	if moved && !marked {
		was = old
	}
	switch {
	case inst.Present():
		l.entries[at] = newEntry(inst, inst.Findings())
		if moved || marked {
			l.marks.put(inst, was)
		}
	default:
		l.entries = slices.Delete(l.entries, at, at+1)
		if moved {
			l.gone = append(l.gone, inst.Name)
		}
	}
	l.sum()
}

// from notes the file that an instance was read from, without the line.
func (src *source) from(from string) {
	switch {
	case src.more || !strings.HasPrefix(from, "/"):
	case src.reads == "":
		if i := strings.LastIndexByte(from, ':'); i > 0 && strings.Trim(from[i+1:], "0123456789") == "" {
			from = from[:i]
		}
		src.reads = safe.Clean(from)
	default:
		src.more = !strings.HasPrefix(from, string(src.reads))
	}
}

func (l *listing) note(ev ral.ListEvent, now time.Time) {
	i := slices.IndexFunc(l.sources, func(s *source) bool { return s.provider == ev.Provider })
	if i < 0 {
		return
	}
	s := l.sources[i]
	if ev.Trace != nil && s.command == "" {
		s.command = safe.Clean(ev.Trace.Command)
	}
	for _, inst := range ev.Found {
		s.from(inst.From)
	}
	s.count = max(s.count, ev.Count)
	if ev.Done {
		s.done, s.ended, s.took, s.err = true, now, ev.Elapsed, ev.Err
		s.looked, s.lookedMore = nil, ev.LookedMore
		for _, path := range ev.Looked {
			s.looked = append(s.looked, safe.Clean(path))
		}
		if ev.Err != nil && s.command == "" {
			s.command = safe.Clean(model.FailureOf(ev.Err, 0).Command)
		}
	}
}
