package remote

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/model/fleet"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
	"ralsh/ui/tui/theme"
)

// change plans on all hosts, prompts once, and applies the confirmed plans in batches.
func (m *many) change(ctx context.Context) error {
	batches, err := fleet.ParseBatches(m.flags.batch)
	if err != nil {
		return usage.Wrap(err)
	}
	answers, plans := m.plan(ctx)
	out := m.Out
	if m.command.output != "text" {
		m.Out = m.Err // the plans are for the user, and the document is not
	}
	err = m.plansText(plans)
	m.Out = out
	if err != nil || m.command.Noop || ctx.Err() != nil {
		return errors.Join(err, m.exit(ctx, answers))
	}
	plans = slices.DeleteFunc(plans, func(p fleet.Plan) bool { return p.Kind != fleet.Changes })
	if len(plans) == 0 {
		if slices.ContainsFunc(answers, func(a *fleet.Answer) bool { return a.Outcome != fleet.Done }) {
			m.Say("no host can be changed; no changes were made")
		} else {
			m.Say("no changes are needed")
		}
		return errors.Join(m.results(answers, nil, nil), m.exit(ctx, answers))
	}
	if plans, err = m.agreed(ctx, plans); err != nil {
		return err
	}
	return m.apply(ctx, batches, answers, plans)
}

// plan is the first round. It returns the answers of all hosts, and their plans.
func (m *many) plan(ctx context.Context) ([]*fleet.Answer, []fleet.Plan) {
	args := m.command.With("--noop=true", "--output=jsonl")
	at := func(t fleet.Target) []string { return m.numbered(args, t) }
	m.signReads(ctx, at)
	run := m.runner(fleet.JSONLines, at)
	run.Ended = func(*fleet.Answer) { m.shown.ended() }
	m.shown.begin("planning", len(m.targets))
	answers := run.Run(ctx, m.targets, nil)
	m.shown.clear()
	plans := make([]fleet.Plan, len(answers))
	for i, a := range answers {
		plans[i] = fleet.ReadPlan(a)
		if p := &plans[i]; p.Kind == fleet.Changes && m.command.Digests != nil && !slices.Contains(m.command.Digests, p.Digest) {
			p.Kind = fleet.CannotPlan
			p.Outcome, p.Reason = fleet.Failed, "the plan is not listed in --if-plan: its digest is "+p.Digest
		}
	}
	m.left = append(m.left, m.late()...)
	return append(answers, m.left...), plans
}

// plansText prints each plan once, with the hosts that have it and its digests.
func (m *many) plansText(plans []fleet.Plan) error {
	digests := make(map[*fleet.Answer]string)
	for _, p := range plans {
		digests[p.Answer] = p.Digest
	}
	for _, g := range fleet.GroupPlans(plans) {
		n, names := output.Counted(len(g.Answers), "host"), strings.Join(g.Names(), " ")
		switch g.Kind {
		case fleet.Nothing:
			m.Print("%s: no changes are needed: %s", n, names)
		case fleet.Changes:
			m.Print("%s: this plan: %s", n, names)
		default:
			m.Print("x %s: skipped: %s (%s)", n, names, g.First().Reason)
		}
		if g.Kind != fleet.Changes && g.Kind != fleet.Blocked {
			continue
		}
		if err := g.First().Shown(m.shownText); err != nil {
			return fmt.Errorf("%s: %w", g.First().Target.Name, err)
		}
		if g.Kind == fleet.Changes {
			m.digestsText(g.Answers, digests)
		}
	}
	m.unanswered(m.left)
	return nil
}

// digestsText prints the digest of a plan, or that the digests of the hosts
// differ.
func (m *many) digestsText(answers []*fleet.Answer, digests map[*fleet.Answer]string) {
	var all []string
	for _, a := range answers {
		all = append(all, digests[a])
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) == 1 {
		m.Print("  digest %s", all[0])
	} else {
		m.Print("  %d digests (each host computes the digest of secrets with a private key)", len(all))
	}
}

// shownText prints lines of a plan, with the colours that a difference has on this terminal.
func (m *many) shownText(lines []string) {
	for _, line := range lines {
		tok := theme.Text
		switch {
		case strings.HasPrefix(line, "    @@ "):
			tok = theme.Muted
		case strings.HasPrefix(line, "    - "):
			tok = theme.Remove
		case strings.HasPrefix(line, "    + "):
			tok = theme.Add
		}
		m.Print("  %s", m.Paint(tok, line))
	}
}

// apply is the second round. plans are the confirmed plans, and answers the answers
// of all hosts.
func (m *many) apply(ctx context.Context, batches fleet.Batches, answers []*fleet.Answer, plans []fleet.Plan) error {
	digests := make(map[string]string)
	targets := make([]fleet.Target, len(plans))
	for i, p := range plans {
		digests[p.Target.Name], targets[i] = p.Digest, p.Target
	}
	if err := m.remember(answers, digests, nil); err != nil {
		return fmt.Errorf("%w; no changes were made", err)
	}
	run := m.runner(fleet.JSONLines, func(t fleet.Target) []string {
		return m.numbered(m.command.With("--noop=false", "--output=jsonl", "--if-plan="+digests[t.Name]), t)
	})
	run.Patient = true
	run.Ended = func(*fleet.Answer) { m.shown.ended() }
	change := fleet.Change{Runner: run, Batches: batches, StopAfter: m.flags.stopAfter}
	change.Batch = func(n int, targets []fleet.Target) {
		m.sign(ctx, fmt.Sprintf("batch %d", n), targets, func(t fleet.Target) []string { return m.numbered(m.command.With("--output=jsonl"), t) }, digests)
		m.shown.begin(fmt.Sprintf("batch %d", n), len(targets))
	}
	done := change.Run(ctx, targets)
	m.shown.clear()
	results := make(map[*fleet.Answer]fleet.Result)
	for _, a := range done {
		results[a] = fleet.ReadResult(a)
	}
	for i, a := range answers { // the result of the change replaces the plan
		if at := slices.IndexFunc(done, func(d *fleet.Answer) bool { return d.Target.Name == a.Target.Name }); at >= 0 {
			answers[i] = done[at]
		}
	}
	return errors.Join(m.results(answers, done, results), m.remember(answers, nil, results), m.exit(ctx, answers))
}

// results prints the results of a change.
func (m *many) results(all, done []*fleet.Answer, results map[*fleet.Answer]fleet.Result) error {
	switch m.command.output {
	case "json":
		return m.jsonAnswers(all)
	case "jsonl":
		return m.lineAnswers(all)
	}
	for _, g := range fleet.GroupResults(done, results) {
		m.Print("%s: %s: %s", output.Counted(len(g.Answers), "host"), resultText(g.First(), results[g.First()]), strings.Join(g.Names(), " "))
	}
	m.unanswered(done)
	if slices.ContainsFunc(done, func(a *fleet.Answer) bool { return a.Outcome == fleet.NotBegun }) {
		m.Say("to continue with the hosts that failed or were not begun: ralsh --on @failed,@notbegun ...")
	}
	return nil
}

// resultText describes the result of a change on a host.
func resultText(a *fleet.Answer, res fleet.Result) string {
	text := strings.ReplaceAll(res.Status, "_", " ")
	if res.Status == "unchanged" {
		text = "in sync, no changes"
	}
	if res.Changes > 0 {
		text += ", " + output.Counted(res.Changes, "change")
	}
	if a.Outcome == fleet.Failed {
		text += fmt.Sprintf(", exit status %d", a.Exit)
	}
	if a.Reason != "" {
		text += ": " + a.Reason
	}
	return text
}

// remember saves the outcome of each host. Hosts in digests are not begun.
func (m *many) remember(answers []*fleet.Answer, digests map[string]string, results map[*fleet.Answer]fleet.Result) error {
	var last fleet.Last
	for _, a := range answers {
		h := fleet.LastHost{Name: a.Target.Name, Outcome: a.Outcome, Run: results[a].Number}
		if digests[h.Name] != "" {
			h.Outcome = fleet.NotBegun
		}
		last.Hosts = append(last.Hosts, h)
	}
	if err := last.Write(m.state); err != nil {
		return fmt.Errorf("cannot save the hosts of @failed and @notbegun: %w", err)
	}
	return nil
}
