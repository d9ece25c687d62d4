package operator

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/model/wire"
)

// The times to wait for hosts that match a filter: at least leastFind, then until no host
// answered for half of the time of the slowest answer, at most mostFind. Later answers are
// forwarded after the end.
const (
	leastFind = 200 * time.Millisecond
	quietFind = 100 * time.Millisecond
	emptyFind = time.Second // while no host has answered
	mostFind  = 3 * time.Second
)

// maxFound limits the hosts of a filter.
const maxFound = 20_000

type finding struct {
	client *client
	call   string
	came   chan struct{}
	named  string        // the filter, which may be the name of a host
	exact  chan struct{} // closed when that host has answered

	mu   sync.Mutex
	seen map[string]bool
}

// find sends a filter to all hosts, and forwards their answers.
func (a *client) find(ctx context.Context, m wire.Find) {
	end := wire.End{Outcome: wire.Ended}
	if err := a.found(ctx, m); err != nil {
		end = wire.End{Outcome: wire.NotReached, Reason: wire.Clip(err.Error())}
	}
	_ = a.out.Write(wire.Answer{Call: m.Call, End: &end}) // fails only if ralsh has ended
}

func (a *client) found(ctx context.Context, m wire.Find) error {
	f := &finding{
		client: a, call: m.Call, named: m.Where,
		came: make(chan struct{}, 1), exact: make(chan struct{}), seen: make(map[string]bool),
	}
	// The end of the connection unsubscribes.
	from, err := a.conn.Subscribe(wire.SubjectAnswer("*", a.operator, m.Call), f.take)
	if err != nil {
		return err
	}
	data, err := wire.Encode(m)
	if err == nil {
		err = a.conn.PublishRequest(wire.SubjectFind, a.inbox+"."+m.Call, data) // an invalid request is only counted
	}
	if err != nil {
		return err
	}
	early, err := untilQuiet(ctx, f.came, f.exact, unread(a.conn, from))
	if err != nil || early || !a.buckets {
		return err
	}
	if err := a.silent(ctx, m, f.has); err != nil {
		a.say("cannot list silent hosts: " + err.Error())
	}
	return nil
}

// untilQuiet waits until the answers end, or enough is closed: then it returns true. The
// time in which this process is busy does not count: answers that arrived meanwhile are
// unread.
func untilQuiet(ctx context.Context, came, enough <-chan struct{}, unread func(context.Context) bool) (early bool, err error) {
	began := time.Now()
	quiet := time.NewTimer(emptyFind)
	defer quiet.Stop()
	next := func() {
		took := time.Since(began)
		quiet.Reset(min(max(leastFind-took, quietFind, took/2), mostFind-took))
	}
	for {
		select {
		case <-came:
			next()
		case <-enough:
			return true, nil
		case <-quiet.C:
			if unread(ctx) {
				quiet.Reset(quietFind)
				continue
			}
			select {
			case <-came:
				next()
			default:
				return false, nil
			}
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// unread returns a function that reads what the server has sent, and reports whether
// messages of the subscription wait for this process.
func unread(conn *nats.Conn, from *nats.Subscription) func(context.Context) bool {
	return func(ctx context.Context) bool {
		ctx, cancel := context.WithTimeout(ctx, mostFind)
		defer cancel()
		if conn.FlushWithContext(ctx) != nil {
			return false // the connection is lost
		}
		waiting, _, err := from.Pending()
		return err == nil && waiting > 0
	}
}

func (f *finding) take(msg *nats.Msg) {
	m, err := wire.Decode[wire.Answer](msg.Data)
	host, _, ok := wire.OfAnswer(msg.Subject)
	if err != nil || !ok || m.Here == nil || !f.add(host) {
		return
	}
	m.Here.Silent = "" // it is not
	_ = f.client.out.Write(wire.Answer{Call: f.call, Host: host, Here: m.Here})
	if host == f.named {
		close(f.exact) // once, since each host is added once
	}
	select {
	case f.came <- struct{}{}:
	default:
	}
}

// add records a host. It returns false for a known host, and above the limit.
func (f *finding) add(host string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.seen[host] || len(f.seen) >= maxFound {
		return false
	}
	f.seen[host] = true
	return true
}

func (f *finding) has(host string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen[host]
}
