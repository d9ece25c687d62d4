package ask

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

// The bounds of what is kept of a host that was not passed on yet. Whoever keeps to
// wire.MaxInFlight stays below them, and a host that does not loses messages of its own.
const (
	maxPending      = 64
	maxPendingBytes = 192 << 10
)

// Asker asks the agents of hosts.
type Asker struct {
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

// times are how long is waited for hosts.
type times struct{ begin, alive time.Duration }

// Options are who asks.
type Options struct {
	Hello   wire.Hello
	Buckets bool // the server has buckets of JetStream
	Say     func(line string)

	times times // 0 for those of package wire
}

// Run answers what comes from in, until it ends or ctx does. Calls that run then go on at the
// hosts, but looks.
func Run(ctx context.Context, conn *nats.Conn, o Options, in io.Reader, out io.Writer) error {
	if o.times.begin == 0 {
		o.times = times{wire.BeginLimit, wire.AliveLimit}
	}
	a := &Asker{
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

// read takes what ralsh asks.
func (a *Asker) read(ctx context.Context, in *wire.Reader) error {
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

// begin sends a call to its host.
func (a *Asker) begin(m *wire.Call) {
	c := &call{asker: a, host: m.Host, number: m.Call, next: 1, early: make(map[int]wire.Answer)}
	c.sum = newSum()
	a.mu.Lock()
	a.calls[m.Call] = c
	a.mu.Unlock()
	if err := c.begin(m); err != nil {
		c.end(wire.NotReached, fmt.Sprintf("the server rejected the call: %v", err))
	}
}

// more sends what follows a call.
func (a *Asker) more(m *wire.More) {
	if c := a.called(m.Call); c != nil {
		_ = a.publish(wire.SubjectMore(c.host), m) // a host that is not there is found out otherwise
	}
}

func (a *Asker) called(number string) *call {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.calls[number]
}

func (a *Asker) publish(subject string, message any) error {
	data, err := wire.Encode(message)
	if err != nil {
		return err
	}
	return a.conn.Publish(subject, data)
}

// lost ends all calls, since the connection does not come back.
func (a *Asker) lost() {
	a.mu.Lock()
	all := slices.Collect(maps.Values(a.calls))
	a.mu.Unlock()
	for _, c := range all {
		c.silent()
	}
}

// replied takes what the server says of a call that no host takes.
func (a *Asker) replied(msg *nats.Msg) {
	if msg.Header.Get("Status") != "503" || len(msg.Subject) <= len(a.inbox) {
		return
	}
	if c := a.called(msg.Subject[len(a.inbox)+1:]); c != nil {
		c.end(wire.NotReached, "the agent is not connected")
	}
}
