package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"ralsh/model/wire"
)

// The names in the services API of NATS: that of the agents, and of the endpoint for filters.
const (
	ServiceName  = "ralsh"
	FindEndpoint = "find"
)

// The limits for concurrent commands, and for the time of a read-only command.
const (
	maxReads    = 8
	maxOrders   = 4
	maxReadTime = 10 * time.Minute
	stallLimit  = time.Minute // without an acknowledgement, until an operator counts as disconnected
	readyLimit  = 20 * time.Second
	recalled    = 4096 // remembered calls, which are not repeated
)

// Options connect an agent to its host.
type Options struct {
	Name    string // of the host
	Version string // of ralsh
	System  func() string
	// Match reports whether a filter matches this host. It returns an error if the facts do
	// not decide that.
	Match func(where string) (bool, error)
	// Read runs a read-only command, with its output and lines of standard error, until it
	// ends, ctx ends, or stop receives 1 to interrupt it or 2 to end it.
	Read func(ctx context.Context, call *wire.Call, out io.Writer, say func(string), stop <-chan int) (exit int, err error)
	// Order connects to the helper that checks orders.
	Order func(ctx context.Context) (io.ReadWriteCloser, error)
	// Say writes a line to the journal of the system.
	Say func(line string)
	// Ready is called when the agent accepts calls.
	Ready  func()
	Keeper Keeper
	// JetStream means that the server has the buckets.
	JetStream bool
}

// Agent is the agent of a host.
type Agent struct {
	Options
	conn    *nats.Conn
	reads   chan struct{} // a place for each read-only command
	orders  chan struct{}
	ctx     context.Context
	running sync.WaitGroup

	mu     sync.Mutex
	calls  map[string]*call // the running calls, by operator and number
	recent map[string]bool  // numbers of received calls
	order  []string         // the same, the oldest first
}

// Run serves until ctx ends or the connection is closed, and ends running read-only commands.
// The error is the reason for a failed start, or for the closed connection.
func Run(ctx context.Context, conn *nats.Conn, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	closed := conn.StatusChanged(nats.CLOSED)
	a := &Agent{
		Options: o, conn: conn, ctx: ctx, reads: make(chan struct{}, maxReads), orders: make(chan struct{}, maxOrders),
		calls: make(map[string]*call), recent: make(map[string]bool),
	}
	service, err := micro.AddService(conn, micro.Config{
		Name: ServiceName, Version: o.Version, Description: "reads the host, and changes it by signed orders",
		Metadata: map[string]string{"host": o.Name}, QueueGroupDisabled: true,
	})
	if err != nil {
		return fmt.Errorf("cannot start the service: %w", err)
	}
	if err := a.handle(service, FindEndpoint, wire.SubjectFind, a.find); err != nil {
		return err
	}
	if err := a.handle(service, "call", wire.SubjectCall(o.Name), a.call); err != nil {
		return err
	}
	more, err := conn.Subscribe(wire.SubjectMore(o.Name), a.more)
	if err != nil {
		return fmt.Errorf("cannot start the service: %w", err)
	}
	if err := conn.FlushTimeout(readyLimit); err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	a.Ready()
	a.running.Go(func() { a.keep(ctx) })
	select {
	case <-ctx.Done():
	case <-closed:
		err = errors.New("the connection was closed")
		cancel()
	}
	_ = service.Stop() // the connection ends next
	_ = more.Unsubscribe()
	a.running.Wait()
	_ = conn.FlushTimeout(time.Second) // sends the remaining ends, if the server answers
	return err
}

// handle registers do for the requests of a subject, and counts invalid requests.
func (a *Agent) handle(service micro.Service, name, subject string, do func(micro.Request) error) error {
	handler := micro.HandlerFunc(func(r micro.Request) {
		if err := do(r); err != nil {
			a.Say(err.Error())
			_ = r.Error("400", err.Error(), nil)
		}
	})
	if err := service.AddEndpoint(name, handler, micro.WithEndpointSubject(subject)); err != nil {
		return fmt.Errorf("cannot start the service: %w", err)
	}
	return nil
}

// find answers if a filter matches this host, or may match.
func (a *Agent) find(r micro.Request) error {
	m, err := wire.Decode[wire.Find](r.Data())
	if err != nil {
		return err
	}
	here := &wire.Here{Version: a.Version, System: a.System()}
	meant, err := a.Match(m.Where)
	if err != nil {
		here.Unsure = wire.Clip(err.Error())
	} else if !meant {
		return nil
	}
	return a.send(wire.SubjectAnswer(a.Name, m.Operator, m.Call), wire.Answer{Call: m.Call, Here: here})
}

// call starts a command line.
func (a *Agent) call(r micro.Request) error {
	m, err := wire.Decode[wire.Call](r.Data())
	if err != nil {
		return err
	}
	if m.Host != a.Name {
		return fmt.Errorf("received a call for the host %q", m.Host)
	}
	c := newCall(a, &m)
	if !a.begin(c) {
		return nil // a duplicate
	}
	places := a.reads
	if m.Order != nil {
		places = a.orders
	}
	select {
	case places <- struct{}{}:
	default:
		a.forget(c)
		return c.answer.end(wire.End{Outcome: wire.Refused, Reason: fmt.Sprintf("the host is busy: it already runs %d commands", cap(places))})
	}
	a.running.Go(func() {
		defer func() { a.forget(c); <-places }()
		if err := c.run(); err != nil {
			a.Say(err.Error())
		}
	})
	return nil
}

// begin records a call. It returns false for a known number.
func (a *Agent) begin(c *call) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.recent[c.Call.Call] {
		return false
	}
	if len(a.order) == recalled {
		delete(a.recent, a.order[0])
		a.order = a.order[1:]
	}
	a.recent[c.Call.Call], a.order = true, append(a.order, c.Call.Call)
	a.calls[key(c.Operator, c.Call.Call)] = c
	return true
}

func (a *Agent) forget(c *call) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.calls, key(c.Operator, c.Call.Call))
}

func (a *Agent) more(msg *nats.Msg) {
	m, err := wire.Decode[wire.More](msg.Data)
	if err != nil {
		return
	}
	a.mu.Lock()
	c := a.calls[key(m.Operator, m.Call)]
	a.mu.Unlock()
	if c != nil {
		c.more(m)
	}
}

func key(operator, call string) string { return operator + " " + call }

func (a *Agent) send(subject string, m wire.Answer) error {
	data, err := wire.Encode(m)
	if err != nil {
		return err
	}
	return a.conn.Publish(subject, data)
}
