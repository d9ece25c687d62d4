package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// stepSign is what a step of a plan does.
func stepSign(s *transaction.Step) frame.Sign {
	switch s.Status {
	case transaction.Blocked:
		return frame.SignNeeds
	case transaction.Skipped:
		return frame.SignCannot
	case transaction.InSync:
		return frame.SignInSync
	}
	if len(doomed(s)) > 0 {
		return frame.SignNeeds
	}
	if s.Resource != nil && s.Resource.Removing() {
		return frame.SignRemoves
	}
	for _, c := range s.Changes {
		if c.Attr.Name == "ensure" && c.Is.IsAbsent() {
			return frame.SignAdds
		}
	}
	return frame.SignChanges
}

// doomed are the properties of a step that is done all the same, of which the plan
// knows that they cannot be.
func doomed(s *transaction.Step) []string {
	if s.Status != transaction.Planned {
		return nil
	}
	var names []string
	for _, c := range s.Changes {
		if !c.Part && (c.Status == transaction.Blocked || c.Status == transaction.Failed) {
			names = append(names, c.Attr.Name)
		}
	}
	return names
}

// doomedSaid names all of them: "shell of user alice cannot be brought about".
func doomedSaid(p *transaction.Plan) safe.Text {
	var said []string
	for _, s := range p.Steps {
		if names := doomed(s); len(names) > 0 {
			said = append(said, strings.Join(names, ", ")+" of "+string(words.Step(s)))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return safe.Clean(few(said) + " cannot be brought about, and will fail")
}

// drawBack notes which steps of a past run those of a plan take back.
func drawBack(steps []drawnStep, run *journal.Record) {
	if run == nil {
		return
	}
	for i := range steps {
		for _, st := range run.Steps {
			if st.Ref() == steps[i].step.Ref() {
				steps[i].back = safe.Clean(fmt.Sprintf("takes back step %d of run %d", st.N, run.Number))
			}
		}
	}
}

// why says why the step stands where it does, the i-th of its plan.
func (d drawnStep) why(i int) safe.Text {
	if d.back != "" && d.step.Why.After == 0 {
		return d.back
	}
	return words.Place(d.step, i)
}

// sure is how sure a plan is of a change, with its look.
func sure(c transaction.Change) (safe.Text, theme.Token) {
	switch c.Certainty {
	case ral.Simulated, ral.Computed:
		return words.Sure(c), theme.Info
	case ral.UnknownUntil:
		return "? " + words.Sure(c), theme.BadgeInfo
	}
	return words.Sure(c), 0
}

// sureties counts the changes of a plan by how sure they are: "4 exact", "1 simulated
// by apt-get -s", "1 unknown until step 3". The unknown ones are counted for each step
// that they wait for.
func sureties(p *transaction.Plan, wide bool) []frame.Span {
	var counts [ral.UnknownUntil]int
	var by string
	waits := make(map[int]int) // the unknown ones by the step that must run first
	for _, s := range p.Steps {
		for _, c := range s.Changes {
			if s.LeftOut() != "" || c.Part || c.Status != transaction.Planned {
				continue
			}
			if c.By != "" {
				by = c.By
			}
			if c.Certainty == ral.UnknownUntil {
				waits[c.Until]++
				continue
			}
			counts[c.Certainty]++
		}
	}
	var parts []frame.Span
	for _, kind := range []ral.Certainty{ral.Exact, ral.Computed, ral.Simulated} {
		if counts[kind] == 0 {
			continue
		}
		part := frame.Span{Text: widget.Count(counts[kind]) + " " + safe.Clean(kind.String()), Style: theme.Info}
		switch {
		case kind == ral.Exact:
			part.Style = theme.BadgeNeutral
		case kind == ral.Simulated && by != "":
			part.Text += " by " + safe.Clean(by)
		}
		parts = append(parts, part)
	}
	until := "? %s unknown until %d"
	if wide {
		until = "? %s unknown until step %d"
	}
	for _, step := range slices.Sorted(maps.Keys(waits)) {
		parts = append(parts, frame.Span{Text: safe.Clean(fmt.Sprintf(until, widget.Count(waits[step]), step)), Style: theme.BadgeInfo})
	}
	return parts
}

// mayChange counts what is in sync only as things stand: "3 more may change after step
// 1".
func mayChange(p *transaction.Plan) safe.Text {
	n, after := p.MayChange()
	if n == 0 {
		return ""
	}
	return safe.Clean(fmt.Sprintf("%s more may change after step %d: in sync now, and nobody can foresee it.", widget.Count(n), after))
}

// planTitle is how much a plan is: "7 changes in 6 resources".
func planTitle(p *transaction.Plan) safe.Text {
	left := 0
	for _, s := range p.Steps {
		if s.LeftOut() != "" {
			left++
		}
	}
	if left > 0 && p.Ready() == 0 {
		return widget.CountOf(left, "resource") + " cannot be planned"
	}
	return widget.CountOf(p.ChangeCount(), "change") + " in " + widget.CountOf(len(p.Steps), "resource")
}
