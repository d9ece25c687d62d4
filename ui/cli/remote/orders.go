package remote

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ralsh/model/fleet"
	"ralsh/model/order"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// orderLimit is how long an order is good: until it has reached all hosts of a batch.
const orderLimit = 10 * time.Minute

// maxOrdered limits the hosts of an order, because each host receives the whole order.
const maxOrdered = 1000

// signed is a signed order for a host, or the error of signing it. Without both, the
// command only reads.
type signed struct {
	order, signature []byte
	err              error
}

// sign signs orders for the agents among targets. args returns the command line of a target, and
// digests contains the digest of its plan, or "" for a read-only command. Hosts with the same
// command line share an order. what describes the order to a user at a terminal, because the key
// may prompt for each signature.
func (m *many) sign(ctx context.Context, what string, targets []fleet.Target, args func(fleet.Target) []string, digests map[string]string) {
	byArgs := make(map[string][]fleet.Target)
	var lines []string
	for _, t := range targets {
		if t.Agent == nil {
			continue
		}
		line := strings.Join(withoutDigests(args(t)), "\x00")
		if byArgs[line] == nil {
			lines = append(lines, line)
		}
		byArgs[line] = append(byArgs[line], t)
	}
	for _, line := range lines {
		for part := range slices.Chunk(byArgs[line], maxOrdered) {
			s := m.signOne(ctx, what, part, withoutDigests(args(part[0])), digests)
			for _, t := range part {
				m.orders[t.Name] = s
			}
		}
	}
}

// signOne signs an order.
func (m *many) signOne(ctx context.Context, what string, targets []fleet.Target, args []string, digests map[string]string) (s signed) {
	plans := make(map[string][]string)
	for _, t := range targets {
		plans[digests[t.Name]] = append(plans[digests[t.Name]], t.Agent.ID)
	}
	m.shown.pause(func() {
		s = m.signOrder(ctx, &m.link, what+" on "+output.Counted(len(targets), "host"), order.Order{Args: args, StdinSHA256: order.Sum(m.in), Plans: plans})
	})
	return s
}

// signOrder adds the signer and the time to an order, and signs it. It prints what at a
// terminal, because the key may prompt.
func (a Caller) signOrder(ctx context.Context, link *agentLink, what string, o order.Order) (s signed) {
	agents, err := link.connected(ctx)
	if err != nil {
		return signed{err: err}
	}
	key := agents.Hello.Key
	if key == "" {
		return signed{err: usage.Errorf("orders need a signing key: set key in nats.yaml (docs/orders.md)")}
	}
	now := time.Now()
	o.Principal, o.Nonce, o.NotBefore, o.NotAfter = agents.Hello.Principal, order.NewNonce(), now, now.Add(orderLimit)
	if s.order, s.err = order.Encode(o); s.err != nil {
		return s
	}
	if a.ErrTerminal {
		a.Say("signing with %s: %s", key, what)
	}
	if s.signature, s.err = order.Sign(ctx, key, s.order); s.err != nil && !a.ErrTerminal && !a.InTerminal {
		s.err = fmt.Errorf("%w; the passphrase of the key needs a terminal or ssh-agent(1)", s.err)
	}
	return s
}

// signReads signs orders for the targets that read as root, or that plan.
func (m *many) signReads(ctx context.Context, args func(fleet.Target) []string) {
	what := "a read-only command as root"
	if m.command.Change {
		what = "the plan"
	}
	m.sign(ctx, what, slices.DeleteFunc(slices.Clone(m.targets), func(t fleet.Target) bool {
		return t.Agent == nil || !t.Agent.Root && !m.command.Change
	}), args, nil)
}

// withoutDigests takes --if-plan out of a command line: an order has the digest apart.
func withoutDigests(args []string) []string {
	var rest []string
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--":
			return append(rest, args[i:]...)
		case args[i] == "--if-plan":
			i++
		case !strings.HasPrefix(args[i], "--if-plan="):
			rest = append(rest, args[i])
		}
	}
	return rest
}
