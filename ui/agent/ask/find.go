package ask

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/model/wire"
)

// How long is waited for hosts that a filter means: at least leastFind, and then until none
// came for as long as half of what the slowest one took, but not longer than mostFind.
const (
	leastFind = 300 * time.Millisecond
	quietFind = 100 * time.Millisecond
	emptyFind = time.Second // while no host has answered
	mostFind  = 3 * time.Second
)

// maxFound limits how many hosts are found.
const maxFound = 20_000

// find asks all hosts which of them a filter means, and passes on those that answer.
func (a *Asker) find(ctx context.Context, m wire.Find) {
	end := wire.End{Outcome: wire.Ended}
	if err := a.found(ctx, m); err != nil {
		end = wire.End{Outcome: wire.NotReached, Reason: clip(err.Error())}
	}
	_ = a.out.Write(wire.Answer{Call: m.Call, End: &end}) // ralsh is gone otherwise
}

func (a *Asker) found(ctx context.Context, m wire.Find) error {
	var mu sync.Mutex
	seen, over := make(map[string]bool), false
	came := make(chan struct{}, 1)
	from, err := a.conn.Subscribe(wire.SubjectAnswer("*", a.operator, m.Call), func(msg *nats.Msg) {
		answer, err := wire.Decode[wire.Answer](msg.Data)
		host, _, ok := wire.OfAnswer(msg.Subject)
		if err != nil || !ok || answer.Here == nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if over || seen[host] || len(seen) >= maxFound {
			return
		}
		seen[host] = true
		_ = a.out.Write(wire.Answer{Call: m.Call, Host: host, Here: answer.Here})
		select {
		case came <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = from.Unsubscribe() }()
	if err := a.publish(wire.SubjectFind, m); err != nil {
		return err
	}
	began := time.Now()
	quiet := time.NewTimer(emptyFind)
	defer quiet.Stop()
	for {
		select {
		case <-came:
			took := time.Since(began)
			quiet.Reset(min(max(leastFind-took, quietFind, took/2), mostFind-took))
		case <-quiet.C:
			mu.Lock()
			defer mu.Unlock()
			over = true
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
