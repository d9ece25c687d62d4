package jump

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/tui/kit"
)

// readNames are names that must be read first: names inside facts with their
// values, and the runs of the journal.
type readNames struct {
	leaves []jumpTarget
	facts  []jumpTarget // values of facts whose names are already known
}

// readFacts reads the names and values inside facts.
func (j *Screen) readFacts() tea.Cmd {
	session := j.sh.Session
	return j.reads[0].Start(j.sh, func(ctx context.Context) (names readNames) {
		for _, f := range session.Facts.All(ctx) {
			for _, leaf := range f.Leaves {
				at := jumpTarget{kind: "fact", name: leaf.Name, state: leaf.Value.Text(), from: leaf.From, to: &kit.Route{Kind: kit.RouteFacts, Name: leaf.Name}}
				if leaf.Name != f.Name {
					names.leaves = append(names.leaves, at)
				} else {
					names.facts = append(names.facts, at)
				}
			}
		}
		return names
	})
}

// gather makes the list of known names in a command. Only a single command runs
// at a time.
func (j *Screen) gather() tea.Cmd {
	if j.grown = j.gathers.Busy(); j.grown {
		return nil
	}
	now := knownNow(j.sh)
	return j.gathers.Start(j.sh, func(context.Context) known { return now.withFacts() })
}

// ask matches the typed text in a command, because there can be 100,000 names.
// Text typed meanwhile is matched after the result.
func (j *Screen) ask() tea.Cmd {
	j.number++
	j.searches.Stop()
	if j.asks.Busy() {
		return nil
	}
	number, text, places, leaves := j.number, j.field.Value(), j.places, j.leaves
	lately := lately(j.sh)
	return j.asks.Start(j.sh, func(context.Context) matches {
		m := matches{number: number}
		if m.found, m.full, m.loose = nearestPlaces(text, 200, lately, places.all, keptGroup(leaves)); text == "" {
			m.found = latelyFirst(lately, m.found)
		}
		if m.full == 0 {
			m.near = nearestName(text, places.all, keptGroup(leaves))
		}
		return m
	})
}

func (j *Screen) Update(msg tea.Msg) tea.Cmd {
	if places, ok := j.gathers.Done(msg); ok {
		if j.places = places; j.grown {
			return tea.Batch(j.ask(), j.gather())
		}
		return j.ask()
	}
	for i := range j.reads {
		if names, ok := j.reads[i].Done(msg); ok {
			j.leaves = append(slices.Clip(j.leaves), names.leaves...)
			j.facts = append(slices.Clip(j.facts), names.facts...)
			return j.ask()
		}
	}
	if m, ok := j.asks.Done(msg); ok {
		return j.answer(m)
	}
	if l, ok := j.searches.Done(msg); ok {
		return j.answerValues(&l)
	}
	switch msg := msg.(type) {
	case tea.PasteMsg:
		j.field.Insert(msg.Content)
		return j.ask()
	case kit.ListedMsg:
		if !msg.Listing.Busy() {
			return j.gather()
		}
	case valuesDueMsg:
		if msg.screen == j && msg.number == j.number {
			return j.searchValues()
		}
	}
	return nil
}

// answer stores the matching names. If the text has changed since, it matches
// again, otherwise it searches the values.
func (j *Screen) answer(m matches) tea.Cmd {
	j.found, j.full, j.loose, j.near, j.at = m.found, m.full, m.loose, m.near, 0
	j.values, j.matched = nil, 0
	j.offer()
	twins(j.found)
	if j.answered = m.number; j.answered != j.number {
		return j.ask()
	}
	if j.entered && (j.named() || j.field.Value() == "") {
		return j.lead()
	}
	return j.askValues()
}

// named reports whether a name contains the typed text, and not only its
// letters.
func (j *Screen) named() bool {
	return slices.ContainsFunc(j.found, func(m match) bool { return m.rank < letterRank && m.kind != searchPrompt })
}

// answerValues stores the matching values. They replace names that contain only
// the letters of the text.
func (j *Screen) answerValues(l *valueSearch) tea.Cmd {
	j.valued, j.searched = j.number, l.searched
	if j.values, j.matched = l.found(), l.matched; len(j.values) > 0 && j.field.Value() != "" {
		at, _ := j.here()
		j.found = slices.DeleteFunc(j.found, func(m match) bool { return m.rank >= letterRank && m.kind != searchPrompt })
		j.full, j.loose = j.full-j.loose, 0
		if at.rank >= letterRank {
			j.at = 0
		}
	}
	if look, ok := j.atPath(); ok {
		j.values = append(j.values, look)
	}
	if j.entered {
		return j.lead()
	}
	return nil
}

// gathering reports whether names are still being read or matched. Until then a
// text without a match can get a match.
func (j *Screen) gathering() bool {
	return j.gathers.Busy() || j.asks.Busy() || j.reads[0].Busy() || j.reads[1].Busy() ||
		slices.ContainsFunc(j.sh.Session.Types(), func(t *ral.Type) bool { return j.sh.Listings.Of(t).Busy() })
}

// lead opens the target under the cursor, as soon as the matches for the typed
// text are known.
func (j *Screen) lead() tea.Cmd {
	known := j.answered == j.number && (j.named() || j.valued == j.number || j.field.Value() == "")
	if j.entered = !known || j.places.sh == nil; j.entered {
		return nil
	}
	at, ok := j.here()
	if loose := j.at < len(j.found) && at.rank >= letterRank && at.kind != searchPrompt; (!ok || loose) && j.gathering() {
		j.entered = true
		return nil
	}
	if !ok {
		return nil
	}
	j.sh.Recent.Ask(j.field.Value())
	to := at.route()
	if at.instance != nil {
		to.Attr = at.attr
	}
	return func() tea.Msg { return kit.NavigateMsg{Route: to} }
}
