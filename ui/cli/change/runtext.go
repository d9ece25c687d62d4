package change

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/manifest"
	"ralsh/ral/transaction"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// planText prints a plan: current and desired values, their certainty, and the
// acts. With many, resources in sync are only counted.
func (a *runner) planText(plan *transaction.Plan, many bool) {
	synced, alone, cannot := 0, 0, 0
	for _, s := range plan.Steps {
		switch {
		case leftOut(s):
			cannot++
		case s.Status == transaction.Skipped:
			alone++
		case s.Status == transaction.InSync && s.Until == 0:
			synced++
		}
		if many && unexplained(s) {
			continue
		}
		a.stepText(s, many)
	}
	a.mayChangeText(plan)
	rest := ""
	if n, after := plan.MayChange(); n > 0 {
		rest = fmt.Sprintf(", %d more may change after step %d", n, after)
	}
	if many {
		rest += fmt.Sprintf(", %d of %s in sync", synced, output.Counted(len(plan.Steps), "resource"))
	}
	if many && alone > 0 {
		rest += fmt.Sprintf(", %d skipped", alone)
	}
	if many && cannot > 0 {
		rest += fmt.Sprintf(", %d cannot be planned", cannot)
	}
	switch n := plan.ChangeCount(); {
	case len(plan.Steps) == 0:
		a.Say("no resources are declared; no changes are needed")
	case !slices.ContainsFunc(plan.Steps, func(s *transaction.Step) bool { return s.Skip != transaction.NotTagged }):
		a.Say("no resource has a tag of --tags; no changes were made")
	case n == 0 && blocked(plan):
		a.Say("no change can be planned%s; no changes were made", rest)
	case n == 0:
		a.Say("no changes are needed%s", rest)
	default:
		a.Say("%s planned%s; no changes were made", output.Counted(n, "change"), rest)
	}
}

// mayChangeText prints the resources that are in sync now and may change after a
// step: "in sync now, may change after step 1: File[/srv/x]".
func (a *runner) mayChangeText(plan *transaction.Plan) {
	const named = 10
	refs := make(map[int][]string)
	for _, s := range plan.Steps {
		if s.Status == transaction.InSync && s.Until > 0 {
			refs[s.Until] = append(refs[s.Until], s.Ref())
		}
	}
	for _, until := range slices.Sorted(maps.Keys(refs)) {
		list, more := refs[until], ""
		if n := len(list) - named; n > 0 {
			list, more = list[:named], fmt.Sprintf(" and %d more", n)
		}
		a.Print("in sync now, may change after step %d: %s%s", until, strings.Join(list, ", "), more)
	}
}

func (a *runner) stepText(s *transaction.Step, many bool) {
	place := ""
	if many {
		place = fmt.Sprintf("%d ", s.N)
	}
	status := a.Paint(stepToken(s.Status), string(words.Status(s.Status)))
	a.Print("%s%s (provider %s): %s", place, a.Ref(s.Ref()), providerName(s), status)
	if many && s.Why.After > 0 {
		a.Print("  after %d, by %s", s.Why.After, s.Why.By)
	}
	for i, c := range s.Changes {
		if c.Err == nil {
			a.changeText(s, c)
		} else if names := s.FaultOf(i); names != nil {
			a.Print("  ! %s: %s", strings.Join(names, ", "), c.Err.Error())
		}
	}
	for _, loss := range journal.Losses(s) {
		a.Print("      cannot be undone later: %s", loss.Text)
	}
	for _, r := range words.Planned(s) {
		remark(a.App, "  ", r)
	}
	for _, act := range s.Acts() {
		a.Print("  %s", act.String())
	}
}

func providerName(s *transaction.Step) string {
	if s.Resource.Provider == nil {
		return "none"
	}
	return s.Resource.Provider.Name
}

// doubts prints warnings about the planned values, and the changes that undo
// cannot revert.
func (a *runner) doubts(plan *transaction.Plan) {
	if n, after := plan.MayChange(); n > 0 {
		a.Say("%s in sync now may change after step %d", output.Counted(n, "resource"), after)
	}
	for _, s := range plan.Steps {
		for _, c := range s.Changes {
			if text := c.Attr.Warning(s.Resource); text != "" {
				a.Say("%s: %s is %s", s.Ref(), c.Attr.Name, text)
			}
		}
		for _, loss := range journal.Losses(s) {
			a.Say("%s: cannot be undone later: %s", s.Ref(), loss.Text)
		}
	}
}

func (a *runner) changeText(s *transaction.Step, c transaction.Change) {
	if c.Status == transaction.Audited {
		a.Print("  audit: %s", c.Text)
		return
	}
	is, should := words.InLine(c.Attr, c.IsText), words.InLine(c.Attr, c.Attr.TextOfShould(s.Resource, c.Should))
	if before, after, ok := words.Contents(s, c); ok && before != after {
		a.Print("  %s  (%s)", c.Attr.Name, words.SureBy(c))
		a.Hunks(a.Out, before, after)
		return
	}
	note := ""
	if c.Note != "" {
		note = ": " + c.Note
	}
	if c.Certainty == ral.UnknownUntil {
		is, should = cmp.Or(is, "?"), cmp.Or(should, "?")
	}
	a.Print("  %s: %s -> %s%s  (%s)", c.Attr.Name, is, a.Paint(theme.Change, should), note, words.SureBy(c))
	for _, also := range c.Also {
		a.Print("      also  %s", also)
	}
}

// progress prints the progress of a run to standard error.
func (a *runner) progress(ev transaction.Event, how running) {
	switch ev := ev.(type) {
	case transaction.ActFinished:
		line, sign := ev.Done.Act.String(), output.Painted("")
		t := a.Theme(a.Err)
		switch {
		case errors.Is(ev.Done.Err, context.Canceled) && ev.Done.Result.PID == 0:
			line, sign = "not started: "+line, output.Paint(t, theme.Remove, "x")+" "
		case ev.Done.Err != nil:
			sign = output.Paint(t, theme.Danger, "!") + " "
		case ev.Done.Result.PID > 0:
			line += fmt.Sprintf("  exit %d, %s", ev.Done.Result.Exit, words.Took(ev.Done.Elapsed))
		}
		fmt.Fprintf(a.Err, "%s%s\n", sign, safe.Clean(line))
	case transaction.ActWaits:
		if ev.For != "" {
			a.Say("waiting for %s%s", ev.For, soFar(ev.Waited))
		}
	case transaction.StepFinished:
		a.outcome(&ev.Step, how)
	}
}

// soFar formats the time waited so far, "" for less than a second.
func soFar(waited time.Duration) string {
	if waited < time.Second {
		return ""
	}
	return ", for " + string(words.Took(waited.Round(time.Second))) + " so far"
}

// notStarted reports the resources that a stopped run did not reach.
func (a *runner) notStarted(rep *transaction.Report) {
	var refs []string
	for _, s := range rep.Steps {
		if s.Status == transaction.NotBegun {
			refs = append(refs, s.Ref())
		}
	}
	if len(refs) > 0 {
		a.Say("%s: the run stopped first", notStarted(refs))
	}
}

// notStarted names the first of the resources that a run did not reach, and counts the rest:
// "Group[g3] and 1,897 more: not started".
func notStarted(refs []string) string {
	more := ""
	if n := len(refs) - 1; n > 0 {
		more = fmt.Sprintf(" and %s more", words.Count(n))
	}
	return refs[0] + more + ": not started"
}

func (a *runner) outcome(s *transaction.Step, how running) {
	if s.Status == transaction.NotBegun {
		return // see notStarted
	}
	ref := s.Ref()
	for i, c := range s.Changes {
		for _, line := range transaction.Output(s, &c) {
			a.Say("%s: | %s", ref, line)
		}
		switch {
		case c.Err != nil:
			if names := s.FaultOf(i); names != nil {
				a.Say("%s: %s: %s", ref, strings.Join(names, ", "), c.Err)
			}
		case c.Status == transaction.DidNotTake:
			a.Say("%s: %s did not take effect: after the change, ralsh read %s", ref, c.Attr.Name, c.Attr.TextOfIs(s.Resource, c.Now))
		case c.Status == transaction.Noop:
			a.Say("%s: %s (noop: not done)", ref, words.InLine(c.Attr, c.Text))
		case c.Status == transaction.Audited:
			a.Say("%s: audit: %s", ref, c.Text)
		case c.Status == transaction.NotBegun:
			a.Say("%s: %s not started: the run stopped first", ref, c.Attr.Name)
		case !c.Part || c.Attr.SyncedByEnsure:
			a.Say("%s: %s%s", ref, words.InLine(c.Attr, c.Text), corrective(c))
			if before, after, ok := words.Contents(s, c); ok && how.showDiff && before != after {
				a.Hunks(a.Err, before, after)
			}
		}
	}
	for _, r := range words.Finished(s) {
		if s.Status != transaction.Skipped || !how.many || !unexplained(s) {
			a.Say("%s: %s", ref, r.Text)
		}
	}
	switch {
	case s.Status == transaction.Stopped:
		a.Say("%s was skipped: it changed after the plan: %s", ref, s.Drift)
	case s.Status == transaction.InSync && !how.many:
		a.Say("%s is in sync; no changes are needed", ref)
	}
}

// after prints each resource as it is after the run, as code.
func (a *runner) after(rep *transaction.Report, f resourceFlags) {
	var resources []manifest.Resource
	for _, s := range rep.Steps {
		found := s.Now
		if found == nil {
			found = s.Found
		}
		if found != nil {
			resources = append(resources, manifest.FromInstance(found, f.showSecrets))
		}
	}
	a.PuppetCode(manifest.Puppet(resources...))
}

// stepToken returns the token of the status of a planned resource, as on the
// screens.
func stepToken(status transaction.Status) theme.Token {
	switch status {
	case transaction.Blocked:
		return theme.Danger
	case transaction.Skipped:
		return theme.Remove
	case transaction.InSync:
		return theme.OK
	}
	return theme.Change
}

// remark prints a remark after its sign.
func remark(a *command.App, indent string, r words.Remark) {
	if r.Kind != words.Explained {
		indent += string(rune(r.Kind)) + " "
	}
	a.Print(indent+"%s", string(r.Text))
}

// unexplained reports whether a step is only counted, because it has no changes or
// is excluded by tags.
func unexplained(s *transaction.Step) bool {
	quiet := s.Skip == transaction.HasSkipTag || s.Skip == transaction.NotTagged || s.Status == transaction.InSync
	return quiet && len(s.Dropped) == 0 && len(s.Changes) == 0 && s.NotGenerated() == nil
}

// leftOut reports whether a step was requested and cannot be done.
func leftOut(s *transaction.Step) bool {
	return s.LeftOut() != ""
}

// watched reports whether a run without changes must be recorded, because audits
// and schedules of the next run need its values and its time.
func watched(p *transaction.Plan) bool {
	for _, s := range p.Steps {
		if s.Resource.Has("audit") || s.Resource.Has("schedule") {
			return true
		}
	}
	return false
}

// corrective marks a change that reverts a change of a different program.
func corrective(c transaction.Change) string {
	if c.Corrective {
		return " (corrective)"
	}
	return ""
}
