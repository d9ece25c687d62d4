package fleet

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/model/filter"
	"ralsh/model/wire"
)

// AgentPrefix begins a target of --on that selects hosts with agents, by a filter or by names.
const AgentPrefix = "nats:"

// RootHop after a filter runs read-only commands as root, which requires a signed order.
const RootHop = "+sudo"

// AgentHost is a host that ralsh reaches through its agent.
type AgentHost struct {
	ID        string // its name, which is that of its account at the server
	Where     string // the filter, which the host checks again
	Root      bool   // read-only commands are orders too
	wire.Here        // data of the host; empty for a name
}

// FoundAgent is a host that matches a filter.
type FoundAgent struct {
	ID string
	wire.Here
}

// errNoAgents reports a command that does not support agents.
var errNoAgents = errors.New("hosts of " + AgentPrefix + " work only with --on and with ralsh hosts")

// agents returns the targets of a filter. A name without an answer is a target too.
func (inv *Inventory) agents(text string) (list []Target, err error) {
	expression, root := strings.CutSuffix(text, RootHop)
	names, err := ExpandRanges(expression) // an error means a filter, also web[1-99999]
	named := err == nil && areNames(names)
	if named && strings.Contains(expression, ",") { // web[1,3]
		expression = strings.Join(names, " or ")
	}
	if inv.FindAgents == nil {
		return nil, errNoAgents
	}
	if _, err := filter.Parse(expression); err != nil {
		return nil, fmt.Errorf("%s%s: %w", AgentPrefix, expression, err)
	}
	found, err := inv.FindAgents(expression)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b FoundAgent) int { return strings.Compare(a.ID, b.ID) })
	for _, host := range found {
		if named && slices.Contains(names, shortName(host.ID)) && !slices.Contains(names, host.ID) && answered(found, shortName(host.ID)) {
			continue // a host with exactly this name exists
		}
		t := agentTarget(host.ID, expression, root)
		t.Agent.Here = host.Here
		list = append(list, t)
	}
	for _, name := range names {
		if named && !slices.ContainsFunc(found, func(f FoundAgent) bool {
			return strings.EqualFold(f.ID, name) || strings.EqualFold(shortName(f.ID), name)
		}) {
			list = append(list, agentTarget(name, "", root))
		}
	}
	if len(list) == 0 {
		err = fmt.Errorf("no agent matches %s%s", AgentPrefix, expression)
	}
	return list, err
}

// shortName returns the part before the first dot.
func shortName(id string) string {
	short, _, _ := strings.Cut(id, ".")
	return short
}

func answered(found []FoundAgent, id string) bool {
	return slices.ContainsFunc(found, func(f FoundAgent) bool { return f.ID == id })
}

func areNames(names []string) bool {
	for _, name := range names {
		if wire.CheckName(name) != nil {
			return false
		}
	}
	return len(names) > 0
}

func agentTarget(id, where string, root bool) Target {
	t := Target{Name: AgentPrefix + id, Agent: &AgentHost{ID: id, Where: where, Root: root}}
	if root {
		t.Name += RootHop
	}
	return t
}
