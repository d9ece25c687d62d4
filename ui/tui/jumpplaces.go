package tui

import (
	"cmp"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// places are all that can be gone to now.
func places(sh *shared) []place {
	var list []place
	for _, t := range sh.session.Types() {
		l := sh.book.of(t)
		list = append(list, place{kind: "type", name: t.Name, state: t.Summary, sign: typeSign(l), lead: func() []screen {
			if l.choice != nil && l.choice.Election.Winner == nil {
				return []screen{newWhy(sh, t)}
			}
			if t.Listless != "" {
				return []screen{newAsk(sh, t)}
			}
			return []screen{newInstances(sh, t)}
		}})
	}
	for _, s := range []struct {
		name string
		make func() screen
	}{
		{"facts", func() screen { return newFacts(sh) }},
		{"history", func() screen { return newPastRuns(sh) }},
		{"log", func() screen { return newLog(sh) }},
		{"basket", func() screen { return newBasket(sh) }},
	} {
		list = append(list, place{kind: "screen", name: s.name, lead: func() []screen { return []screen{s.make()} }})
	}
	if sh.welcome.said() {
		list = append(list, place{kind: "screen", name: "welcome", lead: func() []screen {
			sh.welcome.shown = true
			return nil
		}})
	}
	if sh.session.Facts != nil {
		for _, name := range sh.session.Facts.Known() {
			list = append(list, place{kind: "fact", name: name, lead: func() []screen { return []screen{newFactsAt(sh, name)} }})
		}
	}
	for _, t := range sh.session.Types() {
		for _, e := range sh.book.of(t).entries {
			p := place{kind: t.Name, name: e.found.Name, sign: sh.drafts.sign(t, e.found.Name, e.found.Provider)}
			p.lead = func() []screen { return instanceAt(sh, t, e.found.Name, e.found) }
			if t.Columns[0] != "" {
				p.state = t.Columns[0] + " " + shown(e.found, t.Columns[0])
			}
			list = append(list, p)
		}
	}
	return list
}

// instanceAt is an instance, with the list of its type below it.
func instanceAt(sh *shared, t *ral.Type, name string, found *ral.Found) []screen {
	one := newInstance(sh, t, name, found)
	if t.Listless != "" {
		return []screen{one}
	}
	list := newInstances(sh, t)
	if found != nil {
		list.list.Go(instanceID(found))
	}
	return []screen{list, one}
}

// match is a place that fits what was typed: exact, then prefix, then part,
// then letters in order.
type match struct {
	place
	rank    int
	letters []int // bytes of the name that were matched
}

// nearestPlaces finds the best places for a text, and says how many fit at all. A
// first word that is a kind narrows to that.
func nearestPlaces(text string, all []place, most int) ([]match, int) {
	text = strings.ToLower(strings.TrimSpace(text))
	kind, rest, two := strings.Cut(text, " ")
	narrow := two && slices.ContainsFunc(all, func(p place) bool { return p.kind == kind })
	if narrow {
		text = strings.TrimSpace(rest)
	}
	var found []match
	for _, p := range all {
		if narrow && p.kind != kind || text == "" && !narrow && p.kind != "type" && p.kind != "screen" {
			continue
		}
		if rank, letters, ok := fit(text, strings.ToLower(p.name)); ok {
			found = append(found, match{p, rank, letters})
		}
	}
	if text == "" {
		return found[:min(len(found), most)], len(found)
	}
	slices.SortStableFunc(found, func(a, b match) int {
		return cmp.Or(a.rank-b.rank, len(a.name)-len(b.name))
	})
	return found[:min(len(found), most)], len(found)
}

// fit says how a text fits a name, both in lower case, and by which letters.
func fit(text, name string) (rank int, letters []int, ok bool) {
	at := strings.Index(name, text)
	switch {
	case name == text:
		rank = 0
	case at == 0:
		rank = 1
	case at > 0:
		rank = 2
	default:
		for i := 0; i < len(name) && len(letters) < len(text); i++ {
			if name[i] == text[len(letters)] {
				letters = append(letters, i)
			}
		}
		return 3, letters, len(letters) == len(text)
	}
	for i := range len(text) {
		letters = append(letters, at+i)
	}
	return rank, letters, true
}

func (m match) row(slots []frame.Slot, cursor bool) frame.Line {
	r := frame.Row{Sign: m.sign, Cells: frame.Cells(slots, safe.Clean(m.kind))}
	name := frame.Cell{At: slots[1], Text: safe.Clean(m.name)}
	// Only where cleaning has changed nothing do the matched letters still
	// stand where they were.
	if clean := safe.Clean(m.name); string(clean) == m.name && clean.ASCII() {
		name.Text, name.More = "", lit(m.name, m.letters)
	}
	if cursor {
		name.Look = frame.Reverse
		for i := range name.More {
			name.More[i].Look |= frame.Reverse
		}
	}
	r.Cells = append(r.Cells, name)
	if !slots[2].Hidden() && m.state != "" {
		r.Cells = append(r.Cells, frame.Cell{At: slots[2], Text: safe.Clean(m.state)})
	}
	return r
}

// lit cuts a name into parts that were matched and parts that were not.
func lit(name string, letters []int) []frame.Span {
	var spans []frame.Span
	for i := 0; i < len(name); {
		hit := slices.Contains(letters, i)
		end := i + 1
		for end < len(name) && slices.Contains(letters, end) == hit {
			end++
		}
		span := frame.Span{Text: safe.Clean(name[i:end])}
		if hit {
			span.Look = frame.Changed
		}
		spans = append(spans, span)
		i = end
	}
	return spans
}
