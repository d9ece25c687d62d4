package plantext

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// StepSign is what a step of a plan does.
func StepSign(s *transaction.Step) frame.Sign {
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

// doomed are the properties of a step that is done anyway, of which the plan
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

// DoomedSaid names all of them: "shell of user alice cannot be brought about".
func DoomedSaid(p *transaction.Plan) safe.Text {
	var said []string
	for _, s := range p.Steps {
		if names := doomed(s); len(names) > 0 {
			said = append(said, strings.Join(names, ", ")+" of "+string(words.Step(s)))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return safe.Clean(kit.FewNames(said) + " cannot be brought about, and will fail")
}

// DrawBack notes which steps of a past run those of a plan undo.
func DrawBack(steps []Step, run *journal.Record) {
	if run == nil {
		return
	}
	for i := range steps {
		for _, st := range run.Steps {
			if st.Ref() == steps[i].Step.Ref() {
				steps[i].back = safe.Clean(fmt.Sprintf("takes back step %d of run %d", st.N, run.Number))
			}
		}
	}
}

// Why says why the step is in its place, the i-th of its plan.
func (d Step) Why(i int) safe.Text {
	if d.back != "" && d.Step.Why.After == 0 {
		return d.back
	}
	return words.Place(d.Step, i)
}

// Certainty is how sure a plan is of a change, with its look.
func Certainty(c transaction.Change) (safe.Text, theme.Token) {
	switch c.Certainty {
	case ral.Simulated, ral.Computed:
		return words.Sure(c), theme.Info
	case ral.UnknownUntil:
		return "? " + words.Sure(c), theme.BadgeInfo
	}
	return words.Sure(c), 0
}

// Certainties counts the changes of a plan by how sure they are: "4 exact", "1 simulated
// by apt-get -s", "1 unknown until step 3". The unknown ones are counted for each step
// that they wait for.
func Certainties(p *transaction.Plan, wide bool) []frame.Span {
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

// MayChange counts what is in sync only as things stand: "3 more may change after step
// 1".
func MayChange(p *transaction.Plan) safe.Text {
	n, after := p.MayChange()
	if n == 0 {
		return ""
	}
	return safe.Clean(fmt.Sprintf("%s more may change after step %d: in sync now, and nobody can foresee it.", widget.Count(n), after))
}

// Title is how much a plan is: "7 changes in 6 resources".
func Title(p *transaction.Plan) safe.Text {
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

// Text is lines of a pane without looks.
func Text(lines []frame.Line, width int) string {
	var b strings.Builder
	for _, line := range frame.Lines(frame.Mode{ASCII: true}, width, lines) {
		b.WriteString(strings.TrimRight(ansi.Strip(line), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// notUndoable is what a step changes of which the journal keeps no copy: what commands
// do that are only run, what is in a directory, and secrets.
func notUndoable(s *transaction.Step) string {
	if s.Found == nil || !slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Status == transaction.Planned }) {
		return ""
	}
	props, name := s.Resource.Type.Properties(), string(words.Step(s))
	var said, secrets []string
	losses := journal.Losses(s)
	for _, loss := range losses {
		switch loss.Kind {
		case journal.LossSecret:
			secrets = append(secrets, loss.Property)
		case journal.LossOther, journal.LossFile:
			said = append(said, loss.Text)
		}
	}
	if said != nil {
		return name + ": " + strings.Join(said, "; ")
	}
	if n := AlongWith(s); n > 0 {
		return "the " + string(widget.CountOf(n, safe.Clean(s.Resource.Type.Name))) + " that " + string(kit.Plural(n, "goes", "go")) + " with " + name
	}
	if !slices.ContainsFunc(props, func(a *ral.Attribute) bool { return !a.Transient }) {
		return "what " + name + " does"
	}
	if s.Clears() {
		return "what is in " + name
	}
	if secrets == nil {
		return ""
	}
	return "the " + strings.Join(secrets, ", ") + " of " + name
}

// AlongWith counts the resources of the same type that the tool removes with the
// resource of a step.
func AlongWith(s *transaction.Step) (n int) {
	for _, c := range s.Changes {
		for _, d := range c.AlsoRemoves {
			if d.Type == s.Resource.Type.Name {
				n++
			}
		}
	}
	return n
}
