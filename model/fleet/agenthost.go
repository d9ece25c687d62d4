package fleet

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/model/where"
	"ralsh/model/wire"
)

// AgentPrefix begins words of --on that name hosts by their agents: a filter by facts, or
// names.
const AgentPrefix = "nats:"

// RootHop is behind a filter where a look needs root, and so a signed order.
const RootHop = "+sudo"

// AgentHost is how a host is asked by its agent.
type AgentHost struct {
	ID        string // its name, which is that of its account at the server
	Where     string // the filter, which it is asked again
	Root      bool   // also a look is an order
	wire.Here        // what was found of it; empty for a name
}

// FoundAgent is a host that a filter means.
type FoundAgent struct {
	ID string
	wire.Here
}

// errNoAgents is returned where no agents can be asked.
var errNoAgents = errors.New("hosts of " + AgentPrefix + " work only with --on and with ralsh hosts")

// agents returns the targets that a filter means. A name that no agent has answered to is a
// target, too.
func (inv *Inventory) agents(text string) (list []Target, err error) {
	filter, root := strings.CutSuffix(text, RootHop)
	names, err := ExpandRanges(filter) // else it is a filter, also web[1-99999]
	named := err == nil && areNames(names)
	if named && strings.Contains(filter, ",") { // web[1,3]
		filter = strings.Join(names, " or ")
	}
	if inv.FindAgents == nil {
		return nil, errNoAgents
	}
	if _, err := where.Parse(filter); err != nil {
		return nil, fmt.Errorf("%s%s: %w", AgentPrefix, filter, err)
	}
	found, err := inv.FindAgents(filter)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b FoundAgent) int { return strings.Compare(a.ID, b.ID) })
	for _, host := range found {
		if named && slices.Contains(names, shortName(host.ID)) && !slices.Contains(names, host.ID) && answered(found, shortName(host.ID)) {
			continue // the host that is called so alone is meant
		}
		t := agentTarget(host.ID, filter, root)
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
		err = fmt.Errorf("no agent matches %s%s", AgentPrefix, filter)
	}
	return list, err
}

// shortName returns the first part of the name of a host.
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
