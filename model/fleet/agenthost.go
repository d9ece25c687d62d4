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

// rootHop is behind a filter where a look needs root, and so a signed order.
const rootHop = "+sudo"

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
var errNoAgents = errors.New("hosts of " + AgentPrefix + " are for --on and for ralsh hosts")

// agents returns the targets that a filter means. Names without a filter are targets as they
// are, whether or not their agents are there.
func (inv *Inventory) agents(text string) (list []Target, err error) {
	filter, root := strings.CutSuffix(text, rootHop)
	if names, err := ExpandRanges(filter); err == nil && areNames(names) {
		for _, name := range names {
			list = append(list, agentTarget(name, "", root))
		}
		return list, nil
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
		t := agentTarget(host.ID, filter, root)
		t.Agent.Here = host.Here
		list = append(list, t)
	}
	return list, nil
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
		t.Name += rootHop
	}
	return t
}
