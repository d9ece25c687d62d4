package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ralsh/model/fleet"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// agreed prompts for confirmation of the plans, and returns the confirmed plans. --yes
// confirms a single plan, or the plans of --if-plan.
func (m *many) agreed(ctx context.Context, plans []fleet.Plan) ([]fleet.Plan, error) {
	groups := slices.DeleteFunc(fleet.GroupPlans(plans), func(g fleet.PlanGroup) bool { return g.Kind != fleet.Changes })
	switch {
	case m.flags.yes && (len(groups) == 1 || m.command.Digests != nil):
		return plans, nil
	case m.flags.yes:
		return nil, usage.Errorf("--yes confirms a single plan, but the hosts have %d: add --if-plan with their digests, or select the hosts of a single plan; no changes were made", len(groups))
	}
	if why := m.cannotAsk(); why != "" {
		return nil, usage.Errorf("cannot prompt for confirmation: %s (to apply the plan without a prompt, add --yes after --on TARGET); no changes were made", why)
	}
	for {
		prompt := "apply this plan"
		if len(groups) > 1 {
			prompt = fmt.Sprintf("apply these %d plans", len(groups))
		}
		answer, err := m.ask(ctx, fmt.Sprintf("%s on %s? [No/yes/s: skip hosts] ", prompt, output.Counted(len(plans), "host")))
		if err != nil {
			return nil, err
		}
		switch strings.ToLower(answer) {
		case "y", "yes":
			return plans, nil
		case "s":
			if plans, err = m.leaveOut(ctx, plans); err != nil {
				return nil, err
			}
			groups = fleet.GroupPlans(plans)
		default:
			m.Say("no changes were made")
			return nil, command.StatusError(command.Cancelled)
		}
	}
}

// cannotAsk returns the reason why a prompt is impossible, or "".
func (m *many) cannotAsk() string {
	switch {
	case m.command.stdin:
		return "standard input contains the declarations"
	case !m.InTerminal:
		return "standard input is not a terminal"
	case !m.ErrTerminal:
		return "standard error is not a terminal"
	}
	return ""
}

// leaveOut prompts for the hosts to skip, and returns the remaining plans. An invalid
// answer changes nothing.
func (m *many) leaveOut(ctx context.Context, plans []fleet.Plan) ([]fleet.Plan, error) {
	targets := make([]fleet.Target, len(plans))
	for i, p := range plans {
		targets[i] = p.Target
	}
	words, err := m.ask(ctx, "hosts to skip (names, ranges, patterns and @groups, separated by commas): ")
	if err != nil || words == "" {
		return plans, err
	}
	_, left, err := m.inv.LeaveOut(targets, words)
	switch {
	case err != nil:
		m.Say("%s", err)
		return plans, nil
	case len(left) == len(targets):
		m.Say("this would skip all hosts")
		return plans, nil
	}
	return slices.DeleteFunc(plans, func(p fleet.Plan) bool {
		out := slices.ContainsFunc(left, func(t fleet.Target) bool { return t.Name == p.Target.Name })
		if out {
			p.Outcome, p.Reason = fleet.LeftOut, "skipped by you"
		}
		return out
	}), nil
}

// ask prompts at the terminal and returns the typed line. The end of input is an empty
// line.
func (m *many) ask(ctx context.Context, question string) (string, error) {
	fmt.Fprint(m.Err, question)
	type line struct {
		text string
		err  error
	}
	typed, lines := make(chan line, 1), m.InputLines()
	go func() {
		text, err := lines.ReadString('\n')
		typed <- line{text, err}
	}()
	select {
	case l := <-typed:
		if l.err != nil && !errors.Is(l.err, io.EOF) {
			return "", l.err
		}
		return strings.TrimSpace(l.text), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
