package compare

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"ralsh/model/fleet"
	"ralsh/model/hops"
	"ralsh/model/snapshot"
	"ralsh/model/wire"
	"ralsh/ui/safe"
)

// snapshotAt takes a snapshot on a target. asking is held during a prompt for a password.
func (a compareCommand) snapshotAt(ctx context.Context, t hops.Target, f snapshotFlags, asking *sync.Mutex) (*snapshot.Snapshot, error) {
	reached := false
	snap, err := snapshot.TakeAt(ctx, func(ctx context.Context, args []string, in io.Reader, out io.Writer) (int, error) {
		call := a.Call(ctx, t, args)
		call.In, call.Out, call.Asking = in, out, asking
		say := call.Say
		call.Say = func(line string) { say(t.String() + ": " + line) }
		status, err := call.Run(ctx)
		reached = err == nil
		return status, err
	}, f.args()...)
	if reached && err != nil {
		err = fmt.Errorf("%s: %w", t, err) // the other errors name it
	}
	return snap, err
}

// snapshotByAgent takes a snapshot of a host through its agent, as root if the operand
// requires it.
func (a compareCommand) snapshotByAgent(ctx context.Context, host agentOperand, f snapshotFlags) (*snapshot.Snapshot, error) {
	agent, err := a.Agent(ctx, host.name)
	if err != nil {
		return nil, err
	}
	defer agent.Close()
	host.name = agent.Name
	order := ""
	if host.root {
		order = "a snapshot of " + host.String()
	}
	say := func(line string) { fmt.Fprintln(a.Err, safe.Clean(host.String()+": "+line)) }
	snap, err := snapshot.TakeAt(ctx, func(ctx context.Context, args []string, _ io.Reader, out io.Writer) (int, error) {
		return agent.Call(ctx, args, order, out, say)
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
