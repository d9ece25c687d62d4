package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// maxErrorLines is how many lines of a failed command are shown.
const maxErrorLines = 12

// statusOf is how a source failed, in a line.
func statusOf(src *listings.Source) safe.Text {
	return safe.Clean(model.FailureOf(src.Err, 0).Status)
}

// newFailures shows the whole error of every source that failed: the command,
// how it ended, and the last it printed. The providers are one answer away.
func newFailures(sh *shared, l *listings.Listing, p *ral.Provider) *menu {
	var before []safe.Text
	copied := ""
	for _, src := range l.Failed() {
		f := model.FailureOf(src.Err, maxErrorLines)
		name := safe.Clean(src.Provider.Name)
		if src.Command != "" {
			before = append(before, "$ "+safe.Clean(src.Command))
		}
		before = append(before, name+fared(src)+": "+safe.Clean(f.Status))
		for _, line := range f.Lines {
			before = append(before, "  "+safe.Clean(line))
		}
		copied += src.Provider.Name + string(fared(src)) + ": " + src.Err.Error() + "\n"
	}
	return newChoose(sh, "why", "why "+sourceNames(l.Failed())+fared(l.Failed()...), before, "",
		option{"copy", "the error, to the terminal's clipboard", func() tea.Cmd { return sent(copied, "the error") }},
		option{"providers and why", "who is suitable, and who is the default", func() tea.Cmd { return push(toProviders(l.Type, p)) }},
		option{"back", "", func() tea.Cmd { return pop(1) }})
}

// othersOf says how the sources stand that did not fail: ". apt is complete".
func othersOf(l *listings.Listing) safe.Text {
	var waits, done []*listings.Source
	for _, src := range l.Sources {
		switch {
		case !src.Done:
			waits = append(waits, src)
		case src.Err == nil:
			done = append(done, src)
		}
	}
	switch {
	case len(waits) > 0:
		return ". " + sourceNames(waits) + plural(len(waits), " is", " are") + " still listing"
	case len(done) == 1:
		return ". " + sourceNames(done) + " is complete"
	case len(done) > 1:
		return ". The other " + widget.Count(len(done)) + " are complete"
	}
	return ""
}
