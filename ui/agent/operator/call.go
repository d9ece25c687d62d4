package operator

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/model/wire"
)

// call is a command line on a host. Its answer is forwarded in order.
type call struct {
	client *client
	host   string
	number string

	mu    sync.Mutex
	from  *nats.Subscription
	timer *time.Timer // ends the call when the host is silent
	begun bool
	next  int                 // Seq of the next part
	early map[int]wire.Answer // later parts that arrived before it
	sum   hash.Hash
	last  *wire.End // the end, while parts are missing
	over  bool
}

func newSum() hash.Hash { return sha256.New() }

func (c *call) begin(m *wire.Call) error {
	data, err := wire.Encode(m)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.from, err = c.client.conn.Subscribe(wire.SubjectAnswer(c.host, c.client.operator, c.number), c.take)
	if err != nil {
		return err
	}
	if err := c.from.SetPendingLimits(maxPending, maxPendingBytes); err != nil {
		return err
	}
	c.timer = time.AfterFunc(c.client.times.begin, c.silent)
	return c.client.conn.PublishRequest(wire.SubjectCall(c.host), c.client.inbox+"."+c.number, data)
}

func (c *call) take(msg *nats.Msg) {
	m, err := wire.Decode[wire.Answer](msg.Data)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.over:
		return
	case err != nil:
		c.finish(wire.End{Outcome: wire.Lost, Reason: wire.Clip(err.Error())})
		return
	}
	if m.Begun || m.Alive || m.Seq >= c.next || m.End != nil {
		c.begun = true
		c.timer.Reset(c.client.times.alive)
	}
	if m.Seq > 0 && (len(m.Out) > 0 || m.Say != "") {
		c.part(m)
	} else if m.Begun || m.Alive {
		c.pass(wire.Answer{Begun: m.Begun, Alive: m.Alive})
	}
	if m.End != nil {
		c.last = m.End
	}
	if c.last != nil && c.next > c.last.Parts {
		c.whole(*c.last)
	}
}

// part handles a part, and forwards the parts that are in order. It ignores duplicates, and
// parts that are so far ahead that the host ignored the acknowledgements.
func (c *call) part(m wire.Answer) {
	if m.Seq < c.next || m.Seq >= c.next+wire.MaxInFlight {
		return
	}
	c.early[m.Seq] = m
	for {
		m, ok := c.early[c.next]
		if !ok {
			return
		}
		delete(c.early, c.next)
		c.sum.Write(m.Out)
		c.pass(wire.Answer{Seq: c.next, Out: m.Out, Say: m.Say})
		if m.End == nil {
			_ = c.client.publish(wire.SubjectMore(c.host), wire.More{Call: c.number, Operator: c.client.operator, Got: c.next})
		}
		c.next++
	}
}

// whole ends a call that has all its parts.
func (c *call) whole(end wire.End) {
	if end.SHA256 != hex.EncodeToString(c.sum.Sum(nil)) {
		end = wire.End{Outcome: wire.Lost, Reason: "the checksum of the answer is wrong"}
	}
	c.finish(end)
}

// silent ends a call of a silent host.
func (c *call) silent() {
	c.mu.Lock()
	begun, ended, conn := c.begun, c.last != nil, c.client.conn
	c.mu.Unlock()
	switch {
	case !conn.IsConnected() && begun:
		c.end(wire.Lost, "the connection to the server was lost")
	case !conn.IsConnected():
		c.end(wire.NotReached, "the connection to the server was lost")
	case ended:
		c.end(wire.Lost, "a part of the answer is missing")
	case begun:
		c.end(wire.Lost, fmt.Sprintf("no message for %s", c.client.times.alive))
	default:
		c.end(wire.NotReached, fmt.Sprintf("no answer in %s", c.client.times.begin))
	}
}

func (c *call) end(outcome wire.Outcome, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.finish(wire.End{Outcome: outcome, Reason: wire.Clip(reason)})
	}
}

func (c *call) finish(end wire.End) {
	c.over = true
	if c.timer != nil {
		c.timer.Stop()
	}
	if c.from != nil {
		_ = c.from.Unsubscribe() // fails only without a connection
	}
	c.client.mu.Lock()
	delete(c.client.calls, c.number)
	c.client.mu.Unlock()
	end.Parts = c.next - 1
	c.pass(wire.Answer{End: &end})
}

// pass forwards a message to ralsh. If ralsh has ended, the reader of its requests ends too.
func (c *call) pass(m wire.Answer) {
	m.Call, m.Host = c.number, c.host
	_ = c.client.out.Write(m)
}
