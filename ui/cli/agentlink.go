package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/model/order"
	"ralsh/model/snapshot"
	"ralsh/model/wire"
	"ralsh/ui/safe"
)

// agentLink connects to ralsh-agent ask, which forwards calls to the agents of hosts. The
// first call starts it.
type agentLink struct {
	say func(line string)

	mu     sync.Mutex
	agents *fleet.Agents
	err    error // why it cannot be started
}

// connected starts the program, once.
func (l *agentLink) connected(ctx context.Context) (*fleet.Agents, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.agents == nil && l.err == nil {
		// An interrupt is for the command lines at the hosts.
		l.agents, l.err = fleet.StartAgents(context.WithoutCancel(ctx), fleet.FindAgentProgram(), l.say)
	}
	return l.agents, l.err
}

// find returns the hosts that a filter means.
func (l *agentLink) find(ctx context.Context, where string) ([]fleet.FoundAgent, error) {
	agents, err := l.connected(ctx)
	if err != nil {
		return nil, err
	}
	return agents.Find(ctx, where)
}

// one returns the host that a name selects.
func (l *agentLink) one(ctx context.Context, name string) (string, error) {
	found, err := l.find(ctx, name)
	switch {
	case err != nil || len(found) == 0 || slices.ContainsFunc(found, func(f fleet.FoundAgent) bool { return f.ID == name }):
		return name, err
	case len(found) > 1:
		return "", fmt.Errorf("%s%s selects %d hosts (for example %s and %s); name a single host", fleet.AgentPrefix, name, len(found), found[0].ID, found[1].ID)
	}
	return found[0].ID, nil
}

// started returns the program if it was started, and nil otherwise.
func (l *agentLink) started() *fleet.Agents {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.agents
}

// close ends the program.
func (l *agentLink) close() {
	if agents := l.started(); agents != nil {
		agents.Close()
	}
}

// snapshotByAgent takes a snapshot of a host through its agent, as root if the operand
// requires it.
func (a *app) snapshotByAgent(ctx context.Context, host agentOperand, f snapshotFlags) (*snapshot.Snapshot, error) {
	link := &agentLink{say: func(line string) { a.say("%s", line) }}
	defer link.close()
	agents, err := link.connected(ctx)
	if err == nil {
		host.name, err = link.one(ctx, host.name)
	}
	if err != nil {
		return nil, err
	}
	say := func(line string) { fmt.Fprintln(a.Err, safe.Clean(host.String()+": "+line)) }
	user, node := model.Sender(ctx)
	snap, err := snapshot.TakeAt(ctx, func(ctx context.Context, args []string, _ io.Reader, out io.Writer) (int, error) {
		call := wire.Call{Host: host.name, Args: args, Env: a.environmentThere(user + "@" + node), MaxBytes: fleet.MaxAnswer}
		if host.root {
			s := a.signOrder(ctx, link, "a snapshot of "+host.String(), order.Order{Args: args, StdinSHA256: order.Sum(nil), Plans: map[string][]string{"": {host.name}}})
			if s.err != nil {
				return 0, s.err
			}
			call.Args, call.Order, call.Signature = nil, s.order, s.signature
		}
		return agents.Call(ctx, call, fleet.At{Out: out, Say: say, Sent: func() {}, Again: a.Kill})
	}, f.args()...)
	if err != nil {
		err = fmt.Errorf("%s: %w", host, err)
	}
	return snap, err
}

// agentOperand is a host with an agent.
type agentOperand struct {
	name string
	root bool // by an order
}

// String returns the host as it is typed.
func (o agentOperand) String() string {
	if o.root {
		return fleet.AgentPrefix + o.name + fleet.RootHop
	}
	return fleet.AgentPrefix + o.name
}

// severalHosts returns the error of an operand that can be several hosts.
func severalHosts(word string) error {
	return fmt.Errorf("%s can select several hosts, but ralsh compare needs a single host on each side (example: web1)", word)
}

// readAgentOperand reads an operand such as nats:web1 that selects a single
// host.
func readAgentOperand(word string) (o agentOperand, is bool, err error) {
	name, is := strings.CutPrefix(word, fleet.AgentPrefix)
	if o.name, o.root = strings.CutSuffix(name, fleet.RootHop); is && wire.CheckName(o.name) != nil {
		err = severalHosts(word)
	}
	return o, is, err
}
