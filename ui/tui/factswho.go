package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
)

// looker is a type with those of its providers that look at a fact.
type looker struct {
	typ       *ral.Type
	providers []string
}

// lookers are the providers whose tests or defaults look at a fact.
func (s *factsScreen) lookers(name string) []looker {
	var list []looker
	for _, t := range s.sh.session.Types() {
		var names []string
		for _, p := range t.Providers() {
			if slices.Contains(model.LooksAt(p), name) {
				names = append(names, p.Name)
			}
		}
		if len(names) > 0 {
			list = append(list, looker{t, names})
		}
	}
	return list
}

func (s *factsScreen) lookersText(name string) safe.Text {
	var parts []string
	for _, l := range s.lookers(name) {
		parts = append(parts, l.typ.Name+": "+strings.Join(l.providers, " "))
	}
	return safe.Clean(strings.Join(parts, "   "))
}

// goToLookers opens the providers that look at a fact; of several types one is
// chosen first.
func (s *factsScreen) goToLookers(name string) tea.Cmd {
	list := s.lookers(name)
	open := func(l looker) tea.Cmd {
		return push(route{kind: routeProviders, typ: l.typ.Name, provider: l.providers[0]})
	}
	switch len(list) {
	case 0:
		return say("no provider looks at it")
	case 1:
		return open(list[0])
	}
	var options []option
	for _, l := range list {
		options = append(options, option{safe.Clean(l.typ.Name), safe.Clean(strings.Join(l.providers, " ")), func() tea.Cmd {
			return tea.Sequence(pop(1), open(l))
		}})
	}
	return showMenu(newChoose(s.sh, "who looks at it", "types whose providers look at "+safe.Clean(name), nil, "", options...))
}

// query is what ralsh facts is asked for.
func (n factNode) query() string {
	if n.trouble != nil {
		return "--sources"
	}
	return n.id()
}
