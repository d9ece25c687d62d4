package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
)

// newMovedWhy says of an instance that moved what it was and what it is now. What
// else there is to say of it is one answer away.
func newMovedWhy(sh *shared, was, now *ral.Instance) *menu {
	const cells = 2000
	var before []safe.Text
	if !was.Present() {
		before = append(before, "it was not there")
	}
	for _, a := range listings.DriftedAttrs(was, now) {
		before = append(before, movedText(was, now, a, cells))
	}
	copied := string(safe.Join(before, "\n")) + "\n"
	if now.From != "" {
		before = append(before, safe.Clean("read from "+now.From))
	}
	options := []option{{"copy", "what moved, to the terminal's clipboard", func() tea.Cmd { return sent(copied, "what moved") }}}
	if failed := sh.listings.Of(now.Type); len(failed.Failed()) > 0 {
		options = append(options, option{"who did not list", sourceNames(failed.Failed()), func() tea.Cmd { return push(toFailures(now.Type, now.Provider)) }})
	}
	next := option{"providers and why", "who manages it, and why", func() tea.Cmd { return push(toFindings(now)) }}
	if len(now.Findings()) > 0 {
		next.name, next.what = "what is odd", "what it was found to have, and who manages it"
	}
	options = append(options, next, option{"back", "", func() tea.Cmd { return pop(1) }})
	return newChoose(sh, "why", safe.Clean("what moved in "+now.Type.Name+" "+now.Name), before, "", options...)
}
