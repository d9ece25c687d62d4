package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ralsh/ral/host/dnswire"
)

// Network access. There are two kinds, each with a reading and a changing form: questions to a
// name server and updates of a zone (Ask, Update), and requests to an HTTP API (Fetch, Send).
// Changes are recorded, announced and traced like commands.

// Exchange is a Question, an Update or a Request. Its text has no secrets.
type Exchange interface{ String() string }

// Reply is the answer to an Exchange.
type Reply struct {
	Records []dnswire.Record
	Body    []byte
}

// Ask sends a question to a name server. The answer to a question of type AXFR is the whole
// zone. A rejection, a missing or wrong signature, a timeout and an incomplete transfer are
// errors.
func (rd Reader) Ask(ctx context.Context, q dnswire.Question) ([]dnswire.Record, error) {
	r, err := exchanged(ctx, q, true, rd.be.Exchange)
	return r.Records, err
}

// Fetch reads from an HTTP API and returns the body. The method must be GET, or PUT with
// TokenOnly. A status that is not 2xx is a *StatusError.
func (rd Reader) Fetch(ctx context.Context, r Request) ([]byte, error) {
	if r.Method != "GET" && (r.Method != "PUT" || !r.TokenOnly) {
		return nil, &UndeclaredError{Command: r.String()}
	}
	got, err := repeated(ctx, r, func() (Reply, error) { return exchanged(ctx, r, true, rd.be.Exchange) })
	if r.To != nil && err == nil {
		_, err = r.To.Write(got.Body) // of a fake, which does not stream
		got.Body = nil
	}
	return got.Body, err
}

// Update changes a zone on a name server atomically (RFC 2136).
func (wr Writer) Update(ctx context.Context, u dnswire.Update) error { return wr.tell(ctx, u) }

// Send changes something with an HTTP API. A status that is not 2xx is a
// *StatusError.
func (wr Writer) Send(ctx context.Context, r Request) error {
	_, err := wr.SendFor(ctx, r)
	return recorded(err)
}

// SendFor is Send for a caller that needs the body of the answer. While planning, the error is
// ErrNotRun.
func (wr Writer) SendFor(ctx context.Context, r Request) ([]byte, error) {
	got, err := repeated(ctx, r, func() (Reply, error) { return exchanged(ctx, r, false, wr.ask) })
	return got.Body, err
}

func (wr Writer) tell(ctx context.Context, x Exchange) error {
	_, err := exchanged(ctx, x, false, wr.ask)
	return recorded(err)
}

func (wr Writer) ask(ctx context.Context, x Exchange) (Reply, error) {
	res, err := wr.be.Do(ctx, Action{Act: requestAct(x), Request: x})
	return Reply{Body: res.Stdout}, err
}

// recorded returns nil for a recorded request.
func recorded(err error) error {
	if errors.Is(err, ErrNotRun) {
		return nil
	}
	return err
}

// exchanged makes an exchange and traces it, with PID 0. It does not trace a recorded
// exchange.
func exchanged(ctx context.Context, x Exchange, looks bool, do func(context.Context, Exchange) (Reply, error)) (Reply, error) {
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

// RequestError is the error of a request to a server.
type RequestError struct {
	Request string // without secrets: "GET https://example.com/motd"
	Err     error
}

// Error returns the request and the cause.
func (e *RequestError) Error() string { return e.Request + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *RequestError) Unwrap() error { return e.Err }

type beganKey struct{}

// Perform makes an exchange on a host with a network.
func Perform(ctx context.Context, x Exchange, do func(context.Context) (Reply, error)) (Reply, error) {
	if fn, ok := ctx.Value(beganKey{}).(func()); ok {
		fn()
	}
	if err := ctx.Err(); err != nil {
		return Reply{}, fmt.Errorf("%s: %w", x, err)
	}
	r, err := do(ctx)
	if request, ok := x.(Request); ok && err != nil {
		err = request.concealed(err)
	}
	if err != nil {
		return Reply{}, &RequestError{x.String(), err}
	}
	return r, nil
}

func requestAct(x Exchange) Act {
	act := Act{Kind: ActRequest, Path: x.String(), UID: -1, GID: -1}
	switch x := x.(type) {
	case dnswire.Update:
		act.Args = x.Lines
	case Request:
		act.Args = x.Lines
	}
	return act
}
