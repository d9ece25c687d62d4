package operator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/model/wire"
)

// The limits for data of a host that is not forwarded yet. A host that respects
// wire.MaxInFlight stays below them; any other host loses its messages.
const (
	maxPending      = 64
	maxPendingBytes = 192 << 10
)

// client connects ralsh to the agents of hosts.
type client struct {
	conn     *nats.Conn
	operator string
	out      *wire.Writer
	inbox    string // without the number of the call
	times    times
	buckets  bool // the server has buckets of JetStream
	say      func(line string)

	mu    sync.Mutex
	calls map[string]*call
}

// times are the timeouts of a call.
type times struct{ begin, alive time.Duration }

// Options identify the operator.
type Options struct {
	Hello   wire.Hello
	Buckets bool // the server has buckets of JetStream
	Say     func(line string)

	times times // 0 for the times of package wire
}

// Run answers the requests from in, until in or ctx ends. Orders then continue on the hosts;
// read-only commands end.
func Run(ctx context.Context, conn *nats.Conn, o Options, in io.Reader, out io.Writer) error {
	if o.times.begin == 0 {
		o.times = times{wire.BeginLimit, wire.AliveLimit}
	}
	a := &client{
		conn: conn, operator: o.Hello.Operator, out: wire.NewWriter(out), inbox: conn.NewInbox(), times: o.times,
		buckets: o.Buckets, say: o.Say, calls: make(map[string]*call),
	}
	replies, err := conn.Subscribe(a.inbox+".*", a.replied)
	if err != nil {
		return err
	}
	defer func() { _ = replies.Unsubscribe() }()
	conn.SetClosedHandler(func(*nats.Conn) { a.lost() })
	if err := a.out.Write(o.Hello); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- a.read(ctx, wire.NewReader(in)) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (a *client) read(ctx context.Context, in *wire.Reader) error {
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		m, err := wire.Decode[wire.Ask](line)
		switch {
		case err != nil:
			return err
		case m.Find != nil:
			go a.find(ctx, *m.Find)
		case m.Call != nil:
			a.begin(m.Call)
		default:
			a.more(m.More)
		}
	}
}

func (a *client) begin(m *wire.Call) {
	c := &call{client: a, host: m.Host, number: m.Call, next: 1, early: make(map[int]wire.Answer)}
	c.sum = newSum()
	a.mu.Lock()
	a.calls[m.Call] = c
	a.mu.Unlock()
	if err := c.begin(m); err != nil {
		c.end(wire.NotReached, fmt.Sprintf("the server rejected the call: %v", err))
	}
}

func (a *client) more(m *wire.More) {
	if c := a.called(m.Call); c != nil {
		_ = a.publish(wire.SubjectMore(c.host), m) // the timeout detects a missing host
	}
}

func (a *client) called(number string) *call {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.calls[number]
}

func (a *client) publish(subject string, message any) error {
	data, err := wire.Encode(message)
	if err != nil {
		return err
	}
	return a.conn.Publish(subject, data)
}

// lost ends all calls, because the connection is not restored.
func (a *client) lost() {
	a.mu.Lock()
	all := slices.Collect(maps.Values(a.calls))
	a.mu.Unlock()
	for _, c := range all {
		c.silent()
	}
}

// replied handles the reply of the server to a call without a receiver.
func (a *client) replied(msg *nats.Msg) {
	if msg.Header.Get("Status") != "503" || len(msg.Subject) <= len(a.inbox) {
		return
	}
	if c := a.called(msg.Subject[len(a.inbox)+1:]); c != nil {
		c.end(wire.NotReached, "the agent is not connected")
	}
}
