package remote

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/model/order"
	"ralsh/model/wire"
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

// Agent is a host that is called through its agent.
type Agent struct {
	Caller
	Name string
	link *agentLink
}

// Agent connects to the agent of the host that a name selects. The caller closes it.
func (a Caller) Agent(ctx context.Context, name string) (*Agent, error) {
	link := &agentLink{say: func(line string) { a.Say("%s", line) }}
	_, err := link.connected(ctx)
	if err == nil {
		name, err = link.one(ctx, name)
	}
	if err != nil {
		link.close()
		return nil, err
	}
	return &Agent{Caller: a, Name: name, link: link}, nil
}

// Close ends the connection.
func (a *Agent) Close() { a.link.close() }

// Call runs a read-only command line on the host. If what is not empty, it describes the
// signed order that runs the command line as root.
func (a *Agent) Call(ctx context.Context, args []string, what string, out io.Writer, say func(line string)) (int, error) {
	agents, err := a.link.connected(ctx)
	if err != nil {
		return 0, err
	}
	user, node := model.Sender(ctx)
	call := wire.Call{Host: a.Name, Args: args, Env: a.environmentThere(user + "@" + node), MaxBytes: fleet.MaxAnswer}
	if what != "" {
		s := a.signOrder(ctx, a.link, what, order.Order{Args: args, StdinSHA256: order.Sum(nil), Plans: map[string][]string{"": {a.Name}}})
		if s.err != nil {
			return 0, s.err
		}
		call.Args, call.Order, call.Signature = nil, s.order, s.signature
	}
	return agents.Call(ctx, call, fleet.At{Out: out, Say: say, Sent: func() {}, Again: a.Kill})
}
