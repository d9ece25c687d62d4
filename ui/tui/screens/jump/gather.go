package jump

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/kit"
)

// leavesMsg holds names that must be read first: those inside facts with their
// values, and the runs of the journal.
type leavesMsg struct {
	screen *Screen
	leaves []jumpTarget
	facts  []jumpTarget // values of facts whose names are already known
}

// readFacts reads the names and values inside facts.
func (j *Screen) readFacts() tea.Cmd {
	sh := j.sh
	return func() tea.Msg {
		msg := leavesMsg{screen: j}
		for _, f := range sh.Session.Facts.All(sh.Ctx) {
			for _, leaf := range f.Leaves {
				at := jumpTarget{kind: "fact", name: leaf.Name, state: leaf.Value.Text(), from: leaf.From, to: &kit.Route{Kind: kit.RouteFacts, Name: leaf.Name}}
				if leaf.Name != f.Name {
					msg.leaves = append(msg.leaves, at)
				} else {
					msg.facts = append(msg.facts, at)
				}
			}
		}
		return msg
	}
}

// gather makes the list of known names in a command. Only one such command runs
// at a time.
func (j *Screen) gather() tea.Cmd {
	if j.grown = j.gathering; j.gathering {
		return nil
	}
	j.gathering = true
	known := knownNow(j.sh)
	return func() tea.Msg { return namesMsg{j, known.withFacts()} }
}

// ask matches the typed text in a command, because there can be 100,000 names.
// Text typed meanwhile is matched when the result is there.
func (j *Screen) ask() tea.Cmd {
	j.number++
	j.cancel()
	if j.asking {
		return nil
	}
	j.asking = true
	number, text, places, leaves := j.number, j.field.Value(), j.places, j.leaves
	lately := lately(j.sh)
	return func() tea.Msg {
		msg := jumpedMsg{screen: j, number: number}
		if msg.found, msg.full, msg.loose = nearestPlaces(text, 200, lately, places.all, keptGroup(leaves)); text == "" {
			msg.found = latelyFirst(lately, msg.found)
		}
		if msg.full == 0 {
			msg.near = nearestName(text, places.all, keptGroup(leaves))
		}
		return msg
	}
}

func (j *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		j.field.Insert(msg.Content)
		return j.ask()
	case kit.ListedMsg:
		if !msg.Listing.Busy() {
			return j.gather()
		}
	case namesMsg:
		if msg.screen == j {
			j.gathering, j.places = false, msg.places
			if j.grown {
				return tea.Batch(j.ask(), j.gather())
			}
			return j.ask()
		}
	case leavesMsg:
		if msg.screen == j && len(msg.leaves)+len(msg.facts) > 0 {
			j.leaves = append(slices.Clip(j.leaves), msg.leaves...)
			j.facts = append(slices.Clip(j.facts), msg.facts...)
			return j.ask()
		}
	case jumpedMsg:
		if msg.screen == j {
			return j.answer(msg)
		}
	case valuesDueMsg:
		if msg.screen == j && msg.number == j.number {
			return j.lookIntoValues()
		}
	case valuesMsg:
		if msg.screen == j && msg.number == j.number {
			return j.answerValues(msg)
		}
	}
	return nil
}

// answer stores the matching names. If the text has changed since, it matches
// again, else it searches the values.
func (j *Screen) answer(msg jumpedMsg) tea.Cmd {
	j.asking = false
	j.found, j.full, j.loose, j.near, j.at = msg.found, msg.full, msg.loose, msg.near, 0
	j.values, j.matched = nil, 0
	j.offer()
	twins(j.found)
	if j.answered = msg.number; j.answered != j.number {
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
	return slices.ContainsFunc(j.found, func(m match) bool { return m.rank < letterRank && m.kind != lookFor })
}

// answerValues stores the matching values. They replace names that contain only
// the letters of the text.
func (j *Screen) answerValues(msg valuesMsg) tea.Cmd {
	j.valued, j.looked = msg.number, msg.looked
	if j.values, j.matched = msg.found, msg.matched; len(j.values) > 0 && j.field.Value() != "" {
		at, _ := j.here()
		j.found = slices.DeleteFunc(j.found, func(m match) bool { return m.rank >= letterRank && m.kind != lookFor })
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

// lead opens the target under the cursor, as soon as the matches for the typed
// text are known.
func (j *Screen) lead() tea.Cmd {
	known := j.answered == j.number && (j.named() || j.valued == j.number || j.field.Value() == "")
	if j.entered = !known || j.places.sh == nil; j.entered {
		return nil
	}
	at, ok := j.here()
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
