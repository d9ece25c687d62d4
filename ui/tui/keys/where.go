package keys

import "strings"

// Where is a set of screens.
type Where uint32

// The screens, and Typing, the only mode in which keys have other meanings.
// Typing is set for a field on any screen. The jump palette is always Typing.
const (
	OnTypes Where = 1 << iota
	OnWhy
	OnInstances
	OnInstance
	OnSides
	OnEdit
	OnDifference
	OnApply
	OnResult
	OnBasket
	OnFacts
	OnHelp
	OnLog
	OnHistory
	OnRun
	OnMenu
	OnHosts
	OnCompare
	Typing

	all          = Typing<<1 - 1
	allButTyping = all &^ Typing
	lists        = OnTypes | OnWhy | OnInstances | OnInstance | OnBasket | OnFacts | OnHelp | OnLog | OnHistory | OnHosts | OnCompare
	steps        = OnDifference | OnApply | OnResult | OnRun
)

// String names the screens as the key table does.
func (w Where) String() string {
	switch w {
	case all:
		return "all"
	case allButTyping:
		return "everywhere except typing"
	case lists:
		return "all lists"
	}
	var names []string
	rest := w
	if rest&lists == lists {
		names, rest = append(names, "all lists"), rest&^lists
	}
	for i, name := range []string{
		"types", "why", "instances", "instance", "side by side", "edit", "difference",
		"apply", "result", "basket", "facts", "help", "log", "history", "run", "menu", "hosts", "compare", "typing",
	} {
		if rest&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
