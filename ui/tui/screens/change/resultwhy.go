package change

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/words"
)

// why explains a step that failed, with an option that opens the providers of
// its type. For a successful step it opens the providers directly.
func (r *result) why() tea.Cmd {
	s := r.steps()[r.at]
	providers := func() tea.Cmd { return kit.Push(kit.ToProviders(s.Resource.Type, s.Resource.Provider)) }
	if s.Status.OK() {
		return providers()
	}
	texts := r.reasons(s)
	var b strings.Builder
	for _, t := range texts {
		b.WriteString(string(t) + "\n")
	}
	what := "providers of " + safe.Clean(s.Resource.Type.Name) + ", with their tests"
	return kit.ShowMenu(kit.NewMenu(r.sh, "why", words.Step(s)+" "+words.Status(s.Status), texts, "",
		kit.Option{Name: "copy", What: "this text", Do: func() tea.Cmd { return kit.SendCopy(b.String(), "the reason") }},
		kit.Option{Name: "providers", What: what, Do: providers},
		kit.Option{Name: "back", What: "", Do: func() tea.Cmd { return kit.Pop(1) }},
	))
}

// maxReasons is the maximum number of output lines of a command.
const maxReasons = 10

// reasons returns why a step failed: the command and its output, the current
// state, and the steps that were skipped as a result.
func (r *result) reasons(s *transaction.Step) []safe.Text {
	texts := r.cause(s)
	var kept []string
	for _, other := range r.steps() {
		if slices.Contains(other.Needs, s.Ref()) {
			kept = append(kept, string(words.Step(other)))
		}
	}
	if len(kept) > 0 {
		texts = append(texts, "skipped as a result: "+safe.Clean(strings.Join(kept, ", ")))
	}
	return texts
}

// cause returns the outcome of a step.
func (r *result) cause(s *transaction.Step) []safe.Text {
	switch s.Status {
	case transaction.Stopped:
		texts := []safe.Text{"a different program changed the resource after the plan, so ralsh left it unchanged"}
		return append(texts, safe.Clean(s.Drift), "planned at "+kit.Clock(r.plan.Made), r.sh.Spell("{difference} in the result plans again from the current state"))
	case transaction.NotBegun:
		return []safe.Text{r.sh.Spell("{interrupt} stopped the apply before this step; the resource is unchanged")}
	case transaction.Skipped:
		texts := []safe.Text{safe.Clean("the resource is unchanged, because it needs " + strings.Join(s.Needs, ", "))}
		for _, other := range r.steps() {
			if slices.Contains(s.Needs, other.Ref()) {
				texts = append(texts, words.Step(other)+": "+words.Status(other.Status))
				texts = append(texts, r.cause(other)...)
			}
		}
		return texts
	}
	return r.failure(s)
}

// failure returns the command of a step, its output, and the current state.
func (r *result) failure(s *transaction.Step) []safe.Text {
	var texts []safe.Text
	for i := range s.Changes {
		if _, t := plantext.ChangeNow(s, i, r.killed); t != "" {
			texts = append(texts, t)
		}
	}
	if s.Err != nil && !plantext.ShowsErr(s) {
		texts = append(texts, safe.Lines(s.Err.Error())...)
	}
	for i := range s.Results {
		d := &s.Results[i]
		t := words.Act(d)
		if d.IsCommand() {
			_, exit := words.Ended(d)
			t += ": " + exit + ", " + words.Took(d.Elapsed)
		}
		texts = append(texts, t)
		if d.Act.Secret {
			continue
		}
		for _, line := range d.Result.Tail(maxReasons) {
			texts = append(texts, "  "+safe.Clean(strings.TrimRight(line, "\r")))
		}
	}
	for _, ch := range s.Changes {
		if s.Now != nil && !ch.Part && !plantext.Taken(s, ch) {
			texts = append(texts, "now: "+plantext.NowWords(s, ch))
		}
	}
	return texts
}
