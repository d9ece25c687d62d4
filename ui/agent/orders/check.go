package orders

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"ralsh/model/order"
	"ralsh/model/wire"
	"ralsh/ral/host/attached"
	"ralsh/ral/host/ownfiles"
)

// readLimit limits the time of the agent to send an order.
const readLimit = 30 * time.Second

// CheckOptions are where a host checks orders.
type CheckOptions struct {
	Name    string // of this host, as orders name it
	Signers order.Signers
	State   *ownfiles.State
	Runner  string // the socket at which Run answers
	Now     func() time.Time
}

// Check reads an order, a wire.Call, and answers with wire.Answer: the reason for a rejection,
// or the answers of Run. It forwards messages that follow the order (wire.More). If ctx ends,
// Check ends, and the run continues. The error is that of a stream.
func Check(ctx context.Context, in io.Reader, out io.Writer, opt CheckOptions) error {
	lines := wire.NewReader(in)
	line, err := nextWithin(ctx, lines, readLimit)
	if err != nil {
		return err
	}
	answers := wire.NewWriter(out)
	call, err := wire.Decode[wire.Call](line)
	if err != nil {
		return answers.Write(refusal("", err))
	}
	runner, err := opt.take(ctx, &call)
	if err != nil {
		return answers.Write(refusal(call.Call, err))
	}
	defer runner.Close()
	defer context.AfterFunc(ctx, func() { runner.Close() })() // the run goes on
	go func() {
		for {
			line, err := lines.Next()
			if err == nil {
				_, err = runner.Write(append(line, '\n'))
			}
			if err != nil {
				_ = runner.CloseWrite() // the run goes on
				return
			}
		}
	}()
	_, err = io.Copy(out, runner)
	return err
}

// Refuse reads an order, and rejects it.
func Refuse(ctx context.Context, in io.Reader, out io.Writer, why error) error {
	line, err := nextWithin(ctx, wire.NewReader(in), readLimit)
	if err != nil {
		return err
	}
	call, _ := wire.Decode[wire.Call](line) // for its number
	return wire.NewWriter(out).Write(refusal(call.Call, why))
}

// nextWithin reads a line. Reading goes on after the limit: the process is to end then.
func nextWithin(ctx context.Context, lines *wire.Reader, limit time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	type read struct {
		line []byte
		err  error
	}
	came := make(chan read, 1)
	go func() {
		line, err := lines.Next()
		came <- read{line, err}
	}()
	select {
	case r := <-came:
		return r.line, r.err
	case <-ctx.Done():
		return nil, fmt.Errorf("no order was received: %w", ctx.Err())
	}
}

func refusal(call string, err error) wire.Answer {
	return wire.Answer{Call: call, End: &wire.End{Outcome: wire.Refused, Reason: wire.Clip(err.Error())}}
}

// take checks and records an order, and passes it to Run. The error is the reason for a
// rejection, which is recorded too.
func (opt *CheckOptions) take(ctx context.Context, call *wire.Call) (runner attached.Socket, err error) {
	r := Record{When: opt.Now(), Outcome: Refused, Operator: call.Operator}
	defer func() {
		if err != nil && r.Outcome == Refused {
			r.Reason = err.Error()
			_ = r.write(opt.State) // the order is rejected in any case
		}
	}()
	j, err := opt.check(ctx, call, &r)
	if err != nil {
		return nil, err
	}
	runner, err = attached.Dial(ctx, opt.Runner)
	if err != nil {
		return nil, fmt.Errorf("cannot run orders on this host: %w", err)
	}
	begun := r
	begun.Outcome = Begun
	if err := begun.write(opt.State); err != nil {
		return nil, errors.Join(fmt.Errorf("%w; no changes were made", err), runner.Close())
	}
	r.Outcome = Begun
	if err := wire.NewWriter(runner).Write(j); err != nil {
		return nil, errors.Join(err, runner.Close())
	}
	return runner, nil
}

// check validates an order and fills in r. Cheap checks run first.
func (opt *CheckOptions) check(ctx context.Context, call *wire.Call, r *Record) (j job, err error) {
	o, err := order.Parse(call.Order)
	if err != nil {
		return j, err
	}
	r.Principal, r.Nonce, r.Args = o.Principal, o.Nonce, strike(o.Args)
	r.Plan, err = o.For(opt.Name, r.When, call.Stdin)
	if err != nil {
		return j, err
	}
	if err := opt.Signers.Verify(ctx, opt.State, o.Principal, call.Order, call.Signature); err != nil {
		return j, err
	}
	r.Signed = true
	if err := claim(opt.State, &o, r.When); err != nil {
		return j, err
	}
	return newJob(call, &o, r.Plan), nil
}

const nonces = "nonces"

// claim records the nonce of an order on disk. It rejects an order with a known nonce, and an
// order whose nonce cannot be recorded.
func claim(state *ownfiles.State, o *order.Order, now time.Time) error {
	forget(state, now)
	until, err := o.Forgotten().MarshalText()
	if err != nil {
		return err
	}
	err = state.Claim(nonces+"/"+o.Nonce, until)
	if errors.Is(err, fs.ErrExist) {
		return errors.New("the order was accepted before; a host accepts each order once")
	}
	if err != nil {
		return fmt.Errorf("cannot record the order, so it is rejected: %w", err)
	}
	return nil
}

// forget removes the nonces of expired orders. It keeps an unreadable file, which may be new.
func forget(state *ownfiles.State, now time.Time) {
	names, err := state.List(nonces)
	if err != nil {
		return // claim returns the same error
	}
	for _, name := range names {
		var until time.Time
		text, err := state.Read(nonces + "/" + name)
		if err == nil && until.UnmarshalText(text) == nil && now.After(until) {
			_ = state.Remove(nonces + "/" + name) // the next order tries again
		}
	}
}
