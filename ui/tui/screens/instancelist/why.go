package instancelist

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// maxErrorLines is the maximum number of shown output lines of a failed
// command.
const maxErrorLines = 12

// NewFailures shows the complete error of every failed source: the command, its
// exit status, and the end of its output. An option opens the providers.
func NewFailures(sh *kit.Shared, l *listings.Listing, p *ral.Provider) *kit.Menu {
	var before []safe.Text
	copied := ""
	for _, src := range l.Failed() {
		f := model.FailureOf(src.Err, maxErrorLines)
		name := safe.Clean(src.Provider.Name)
		if src.Command != "" {
			before = append(before, "$ "+safe.Clean(src.Command))
		}
		before = append(before, name+kit.SourcesFared(src)+": "+safe.Clean(f.Status))
		for _, line := range f.Lines {
			before = append(before, "  "+safe.Clean(line))
		}
		copied += src.Provider.Name + string(kit.SourcesFared(src)) + ": " + src.Err.Error() + "\n"
	}
	return kit.NewMenu(sh, "why", "errors of "+kit.SourceNames(l.Failed()), before, "",
		kit.Option{Name: "copy", What: "the error, to the terminal's clipboard", Do: func() tea.Cmd { return kit.SendCopy(copied, "the error") }},
		kit.Option{Name: "providers", What: "suitable providers and the default", Do: func() tea.Cmd { return kit.Push(kit.ToProviders(l.Type, p)) }},
		kit.Option{Name: "back", What: "", Do: func() tea.Cmd { return kit.Pop(1) }})
}

// othersOf describes the sources that did not fail: ". apt is complete".
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
		return ". " + kit.SourceNames(waits) + kit.Plural(len(waits), " is", " are") + " still listing"
	case len(done) == 1:
		return ". " + kit.SourceNames(done) + " is complete"
	case len(done) > 1:
		return ". The other " + words.Count(len(done)) + " are complete"
	}
	return ""
}

// NewDrift shows the previous and the current values of an instance that
// changed. An option opens its findings or providers.
func NewDrift(sh *kit.Shared, was, now *ral.Instance) *kit.Menu {
	const cells = 2000
	var before []safe.Text
	if !was.Present() {
		before = append(before, "new: it was absent before")
	}
	for _, a := range listings.DriftedAttrs(was, now) {
		before = append(before, words.AttributeDrift(was, now, a, cells))
	}
	copied := string(safe.Join(before, "\n")) + "\n"
	if now.From != "" {
		before = append(before, safe.Clean("read from "+now.From))
	}
	options := []kit.Option{{Name: "copy", What: "the changes, to the terminal's clipboard", Do: func() tea.Cmd { return kit.SendCopy(copied, "the changes") }}}
	if failed := sh.Listings.Of(now.Type); len(failed.Failed()) > 0 {
		options = append(options, kit.Option{Name: "errors", What: kit.SourceNames(failed.Failed()), Do: func() tea.Cmd { return kit.Push(kit.ToFailures(now.Type, now.Provider)) }})
	}
	next := kit.Option{Name: "providers", What: "its provider, with the tests", Do: func() tea.Cmd { return kit.Push(kit.ToFindings(now)) }}
	if len(now.Findings()) > 0 {
		next.Name, next.What = "findings", "findings about the instance"
	}
	options = append(options, next, kit.Option{Name: "back", What: "", Do: func() tea.Cmd { return kit.Pop(1) }})
	return kit.NewMenu(sh, "why", safe.Clean("changed values of "+now.Type.Name+" "+now.Name), before, "", options...)
}
