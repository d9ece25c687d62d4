package host

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The network at the door. There are three ways to it, each with a side that
// looks and a side that acts: questions to a name server and updates of a zone
// (Ask, Update), requests to an HTTP API (Fetch, Send), and calls of a client
// that someone else wrote (Call on either side). Acts are recorded, announced
// and traced as commands are.

// exchange is one turn with a server.
type exchange interface {
	String() string // as a person reads it, without any secret
	lines() []string
	limit() time.Duration // how long it may take; 0 is NetTimeout
	do(ctx context.Context) (reply, error)
}

// reply is what a server said.
type reply struct {
	records []Record
	body    []byte
}

// NetTimeout is how long a server may be silent when nothing else is said: to be
// reached, and from one message to the next.
const NetTimeout = 10 * time.Second

// Ask asks a name server. The answer to a question of type AXFR is the whole
// zone. What the server refuses, a signature that is missing or wrong, silence,
// and a transfer that ends too soon are errors.
func (rd Reader) Ask(ctx context.Context, q Question) ([]Record, error) {
	r, err := exchanged(ctx, q, true, rd.be.Exchange)
	return r.records, err
}

// Fetch reads from an HTTP API: the method must be GET. A status that is not 2xx
// is a *StatusError. It returns the body.
func (rd Reader) Fetch(ctx context.Context, r Request) ([]byte, error) {
	if r.Method != "GET" {
		return nil, &UndeclaredError{Command: r.String()}
	}
	got, err := exchanged(ctx, r, true, rd.be.Exchange)
	return got.body, err
}

// Call runs a call that only looks.
func (rd Reader) Call(ctx context.Context, call Call) error {
	_, err := exchanged(ctx, call, true, rd.be.Exchange)
	return err
}

// Update changes a zone on a name server, all of it or nothing (RFC 2136).
func (wr Writer) Update(ctx context.Context, u Update) error { return wr.tell(ctx, u) }

// Send changes something by an HTTP API. A status that is not 2xx is a
// *StatusError.
func (wr Writer) Send(ctx context.Context, r Request) error { return wr.tell(ctx, r) }

// Call runs a call that changes something. While planning it is recorded and not
// made.
func (wr Writer) Call(ctx context.Context, call Call) error { return wr.tell(ctx, call) }

func (wr Writer) tell(ctx context.Context, x exchange) error {
	_, err := exchanged(ctx, x, false, wr.be.Tell)
	if errors.Is(err, ErrNotRun) {
		return nil
	}
	return err
}

// exchanged makes an exchange and reports it while it lives. It has no process,
// and so its PID is 0. What is only recorded is not reported.
func exchanged(ctx context.Context, x exchange, looks bool, do func(context.Context, exchange) (reply, error)) (reply, error) {
	fn := watcher(ctx)
	if fn == nil {
		return do(ctx, x)
	}
	text, began := x.String(), false
	r, err := do(context.WithValue(ctx, beganKey{}, func() {
		began = true
		fn(Trace{Stage: Started, ReadOnly: looks, Command: text, At: time.Now()})
	}), x)
	if began {
		fn(Trace{Stage: Finished, ReadOnly: looks, Command: text, Err: err, At: time.Now()})
	}
	return r, err
}

type beganKey struct{}

// perform is what a host that has a network does with an exchange.
func perform(ctx context.Context, x exchange, do func(context.Context) (reply, error)) (reply, error) {
	if fn, ok := ctx.Value(beganKey{}).(func()); ok {
		fn()
	}
	if err := ctx.Err(); err != nil {
		return reply{}, fmt.Errorf("%s: %w", x, err)
	}
	r, err := do(ctx)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", x, err)
	}
	return r, nil
}

func (m machine) Exchange(ctx context.Context, x exchange) (reply, error) {
	return perform(ctx, x, x.do)
}

func (m machine) Tell(ctx context.Context, x exchange) (reply, error) {
	return perform(ctx, x, x.do)
}

func requestAct(x exchange) Act {
	return Act{Kind: ActRequest, Path: x.String(), Args: x.lines(), UID: -1, GID: -1}
}

// silenceTimeout is how long one silence may last.
func silenceTimeout(x exchange) time.Duration {
	if d := x.limit(); d > 0 {
		return d
	}
	return NetTimeout
}
