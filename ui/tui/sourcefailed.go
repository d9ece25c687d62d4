package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// maxErrorLines is how many lines of a failed command are shown.
const maxErrorLines = 12

// status is how a source failed, in a line.
func (src *source) status() safe.Text {
	return safe.Clean(model.FailureOf(src.err, 0).Status)
}

// fared is how sources fared that end with an error: where that is about damage
// alone, all that can be read is there.
func fared(ended ...*source) safe.Text {
	for _, src := range ended {
		if !ral.IsDamage(src.err) {
			return " did not list"
		}
	}
	return " listed what it can read"
}

// newFailures shows the whole error of every source that failed: the command,
// how it ended, and the last it printed. The providers are one answer away.
func newFailures(sh *shared, l *listing, p *ral.Provider) *menu {
	var before []safe.Text
	copied := ""
	for _, src := range l.failed() {
		f := model.FailureOf(src.err, maxErrorLines)
		name := safe.Clean(src.provider.Name)
		if src.command != "" {
			before = append(before, "$ "+src.command)
		}
		before = append(before, name+fared(src)+": "+safe.Clean(f.Status))
		for _, line := range f.Lines {
			before = append(before, "  "+safe.Clean(line))
		}
		copied += src.provider.Name + string(fared(src)) + ": " + src.err.Error() + "\n"
	}
	return newChoose(sh, "why", "why "+sourceNames(l.failed())+fared(l.failed()...), before, "",
		option{"copy", "the error, to the terminal's clipboard", func() tea.Cmd { return sent(copied, "the error") }},
		option{"providers and why", "who is suitable, and who is the default", func() tea.Cmd { return push(toProviders(l.typ, p)) }},
		option{"back", "", func() tea.Cmd { return pop(1) }})
}

// others says how the sources stand that did not fail: ". apt is complete".
func (l *listing) others() safe.Text {
	var waits, done []*source
	for _, src := range l.sources {
		switch {
		case !src.done:
			waits = append(waits, src)
		case src.err == nil:
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
