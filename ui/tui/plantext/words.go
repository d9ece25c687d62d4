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
	"ralsh/ui/words"
)

// StepSign returns the sign for the effect of a step.
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

// doomed returns the properties of a planned step that the plan knows to fail.
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

// DoomedText names all properties that will fail: "shell of user alice cannot
// be brought about".
func DoomedText(p *transaction.Plan) safe.Text {
	var text []string
	for _, s := range p.Steps {
		if names := doomed(s); len(names) > 0 {
			text = append(text, strings.Join(names, ", ")+" of "+string(words.Step(s)))
		}
	}
	if len(text) == 0 {
		return ""
	}
	return safe.Clean(kit.FewNames(text) + " cannot be changed: the apply would fail")
}

// DrawBack records which steps of a past run the steps of a plan undo.
func DrawBack(steps []Step, run *journal.Record) {
	if run == nil {
		return
	}
	for i := range steps {
		for _, st := range run.Steps {
			if st.Ref() == steps[i].Step.Ref() {
				steps[i].undoes = safe.Clean(fmt.Sprintf("undoes step %d of run %d", st.N, run.Number))
			}
		}
	}
}

// Why returns why the step, the i-th of its plan, has its place.
func (d Step) Why(i int) safe.Text {
	if d.undoes != "" && d.Step.Why.After == 0 {
		return d.undoes
	}
	return words.Place(d.Step, i)
}

// Certainty returns the certainty of a change, with its style.
func Certainty(c transaction.Change) (safe.Text, theme.Token) {
	switch c.Certainty {
	case ral.Simulated, ral.Computed:
		return words.Sure(c), theme.Info
	case ral.UnknownUntil:
		return "? " + words.Sure(c), theme.BadgeInfo
	}
	return words.Sure(c), 0
}

// Certainties counts the changes of a plan by certainty: "4 exact", "1
// simulated by apt-get -s", "1 unknown until step 3". Unknown changes are
// counted by the step that they wait for, 0 for their own step.
func Certainties(p *transaction.Plan, wide bool) []frame.Span {
	var counts [ral.UnknownUntil]int
	var by string
	waits := make(map[int]int) // the number of unknown changes by the step that must run first
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
		part := frame.Span{Text: words.Count(counts[kind]) + " " + safe.Clean(kind.String()), Style: theme.Info}
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
		text := fmt.Sprintf(until, words.Count(waits[step]), step)
		if step == 0 {
			text = fmt.Sprintf("? %s unknown until applied", words.Count(waits[step]))
		}
		parts = append(parts, frame.Span{Text: safe.Clean(text), Style: theme.BadgeInfo})
	}
	return parts
}

// MayChange counts the resources that are in sync only until another step runs:
// "3 more may change after step 1".
func MayChange(p *transaction.Plan) safe.Text {
	n, after := p.MayChange()
	if n == 0 {
		return ""
	}
	return safe.Clean(fmt.Sprintf("%s more may change after step %d: in sync now, unknown after the step.", words.Count(n), after))
}

// Title returns the size of a plan: "7 changes in 6 resources".
func Title(p *transaction.Plan) safe.Text {
	left := 0
	for _, s := range p.Steps {
		if s.LeftOut() != "" {
			left++
		}
	}
	if left > 0 && p.Ready() == 0 {
		return words.CountOf(left, "resource") + " cannot be planned"
	}
	return words.CountOf(p.ChangeCount(), "change") + " in " + words.CountOf(len(p.Steps), "resource")
}

// Text returns the lines of a pane without styles.
func Text(lines []frame.Line, width int) string {
	var b strings.Builder
	for _, line := range frame.Lines(frame.Mode{ASCII: true}, width, lines) {
		b.WriteString(strings.TrimRight(ansi.Strip(line), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// notUndoable returns the changes of a step without a copy in the journal: the
// effects of commands that are only run, the contents of directories, and
// secrets.
func notUndoable(s *transaction.Step) string {
	if s.Found == nil || !slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Status == transaction.Planned }) {
		return ""
	}
	props, name := s.Resource.Type.Properties(), string(words.Step(s))
	var text, secrets []string
	losses := journal.Losses(s)
	for _, loss := range losses {
		switch loss.Kind {
		case journal.LossSecret:
			secrets = append(secrets, loss.Property)
		case journal.LossOther, journal.LossFile, journal.LossAlong:
			text = append(text, loss.Text)
		}
	}
	if text != nil {
		return name + ": " + strings.Join(text, "; ")
	}
	if n := AlongWith(s); n > 0 {
		return string(words.CountOf(n, safe.Clean(s.Resource.Type.Name))) + " that the removal of " + name + " also removes"
	}
	if !slices.ContainsFunc(props, func(a *ral.Attribute) bool { return !a.Transient }) {
		return "the effect of " + name
	}
	if s.Clears() {
		return "the content of " + name
	}
	if secrets == nil {
		return ""
	}
	return "the " + strings.Join(secrets, ", ") + " of " + name
}

// AlongWith counts the resources of the same type that the tool also removes.
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
