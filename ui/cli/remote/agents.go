package remote

import (
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"ralsh/model/fleet"
	"ralsh/model/wire"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// answering takes the hosts out of the targets that are silent, or cannot know whether a
// filter means them.
func (m *many) answering() {
	var rest []fleet.Target
	for _, t := range m.targets {
		switch {
		case t.Agent != nil && t.Agent.Silent != "":
			m.left = append(m.left, &fleet.Answer{Target: t, Outcome: fleet.NotReached, Reason: t.Agent.Silent})
		case t.Agent != nil && t.Agent.Unsure != "":
			m.left = append(m.left, &fleet.Answer{Target: t, Outcome: fleet.Refused, Reason: t.Agent.Unsure})
		default:
			rest = append(rest, t)
		}
	}
	m.targets = rest
}

// late returns the hosts of a filter whose agents answered after the timeout.
func (m *many) late() (list []*fleet.Answer) {
	agents := m.link.started()
	if agents == nil {
		return nil
	}
	for _, host := range agents.Late() {
		t := fleet.Target{Name: fleet.AgentPrefix + host.ID, Agent: &fleet.AgentHost{ID: host.ID}}
		if !slices.ContainsFunc(m.targets, func(o fleet.Target) bool { return o.Name == t.Name }) {
			list = append(list, &fleet.Answer{Target: t, Outcome: fleet.NotReached, Reason: "its agent answered after the timeout"})
		}
	}
	return list
}

// callAgent runs a command line on a host through its agent: as an order if there is a signed
// order, and as a read-only command otherwise.
func (m *many) callAgent(ctx context.Context, t fleet.Target, args []string, at fleet.At) (int, error) {
	agents, err := m.link.connected(ctx)
	if err != nil {
		return 0, err
	}
	call := wire.Call{Host: t.Agent.ID, Where: t.Agent.Where, Env: m.env, Stdin: m.in, MaxBytes: fleet.MaxAnswer}
	switch signed := m.orders[t.Name]; {
	case signed.err != nil:
		return 0, &fleet.AgentError{End: wire.End{Outcome: wire.Refused, Reason: signed.err.Error()}}
	case signed.order != nil:
		call.Order, call.Signature = signed.order, signed.signature
	default:
		call.Args = args
	}
	return agents.Call(ctx, call, at)
}

// otherVersions warns about hosts with a different version of ralsh, whose plans and output
// may differ.
func (m *many) otherVersions() {
	byVersion := make(map[string][]string)
	for _, t := range m.targets {
		if t.Agent != nil && t.Agent.Version != "" && t.Agent.Version != m.Version {
			byVersion[t.Agent.Version] = append(byVersion[t.Agent.Version], t.Name)
		}
	}
	for _, version := range slices.Sorted(maps.Keys(byVersion)) {
		m.Say("version of ralsh: %s, and not %s, on %s", version, m.Version, strings.Join(fleet.FoldRanges(byVersion[version]), " "))
	}
}

// answerRaw prints the unchanged output of a host, without control characters if standard
// output is a terminal.
func (m *many) answerRaw(a *fleet.Answer) error {
	if !a.Reached {
		m.unanswered([]*fleet.Answer{a})
		return nil
	}
	out := m.Out
	if m.OutTerminal {
		clean := output.NewCleaned(m.Out)
		defer clean.Flush()
		out = clean
	}
	_, err := io.Copy(out, a.Reader())
	return err
}

// limit returns at how many hosts a command runs at the same time.
func (m *many) limit() int {
	for _, t := range m.targets {
		if t.Agent == nil {
			return m.flags.limit
		}
	}
	return max(m.flags.limit, fleet.AgentLimit)
}

// forAgents rejects command lines that agents do not accept.
func (m *many) forAgents() error {
	if m.command.raw && (len(m.targets) != 1 || m.targets[0].Agent == nil) {
		return singleHost("ralsh snapshot", m.command.args...)
	}
	for _, t := range m.targets {
		switch {
		case t.Agent == nil:
			continue
		case len(m.in) > wire.MaxStdin:
			return usage.Errorf("the declarations have %d bytes, and agents accept at most %d", len(m.in), wire.MaxStdin)
		case slices.ContainsFunc(m.command.args, func(word string) bool { return !utf8.ValidString(word) }):
			return usage.Errorf("agents accept only command lines in UTF-8")
		case strings.Join(m.command.args, " ") == "--where" || strings.Join(m.command.args, " ") == "--forget":
			return usage.Errorf("%s cannot be combined with %s: ralsh copies no program to hosts with an agent", strings.Join(m.command.args, " "), t.Name)
		}
	}
	return nil
}
