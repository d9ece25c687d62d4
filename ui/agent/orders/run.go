package orders

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ralsh/model/wire"
	"ralsh/ral/host/attached"
	"ralsh/ral/host/ownfiles"
)

// The time limits of a run.
const (
	stallLimit = 2 * time.Minute // while the receiver reads nothing, before output is dropped
	killLimit  = time.Minute     // that ralsh has to end after the second stop
)

// RunOptions are where a host runs orders.
type RunOptions struct {
	Program string   // the path of ralsh
	Env     []string // of ralsh, in addition to the environment of the order
	State   *ownfiles.State
	Now     func() time.Time

	stall, kill, alive time.Duration // 0 for the limits above, and that of package wire
}

// Run reads an order that Check accepted, runs ralsh, and answers with its output and its end.
// wire.More stops the run. It continues to its end if the receiver disconnects; if ctx ends,
// it is interrupted like by a user. Run records the end.
func Run(ctx context.Context, in io.Reader, out io.Writer, opt RunOptions) error {
	opt.stall, opt.kill, opt.alive = cmp.Or(opt.stall, stallLimit), cmp.Or(opt.kill, killLimit), cmp.Or(opt.alive, wire.AliveEvery)
	heard, over := context.WithCancel(context.WithoutCancel(ctx))
	defer over()
	lines := wire.NewReader(in)
	j, err := readJob(lines)
	if errors.Is(err, io.EOF) {
		return nil // Check rejected the order
	}
	if err != nil {
		return err
	}
	s := newStream(j.Call, j.MaxBytes, wire.NewWriter(out), opt.stall)
	s.push(wire.Answer{Begun: true})
	end := opt.run(ctx, &j, s, stops(heard, lines))
	r := Record{When: opt.Now(), Outcome: Ended, Principal: j.Principal, Signed: true, Operator: j.Operator, Nonce: j.Nonce, Plan: j.Plan, Reason: end.Reason}
	if end.Outcome == wire.Ended {
		r.Exit = &end.Exit
	}
	err = r.write(opt.State)
	s.end(end)
	return err
}

// stops returns how often the operator wants the run to stop: 1 or 2.
func stops(ctx context.Context, lines *wire.Reader) <-chan int {
	list := make(chan int)
	go func() {
		for {
			line, err := lines.Next()
			if err != nil {
				return // the run goes on
			}
			if more, err := wire.Decode[wire.More](line); err == nil && more.Stop > 0 {
				select {
				case list <- more.Stop:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return list
}

func (opt *RunOptions) run(ctx context.Context, j *job, s *stream, stops <-chan int) wire.End {
	errs := errorLines(s)
	env := append([]string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "USER=root", "LOGNAME=root"}, opt.Env...)
	p, err := attached.Child{
		Argv: j.argv(opt.Program), Env: append(append(env, j.Env...), "RALSH_PRINCIPAL="+j.Principal),
		In: bytes.NewReader(j.Stdin), Out: output{s}, Err: errs, Drain: opt.stall,
	}.Start(context.WithoutCancel(ctx))
	if err != nil {
		return wire.End{Outcome: wire.Refused, Reason: wire.Clip(err.Error())}
	}
	opt.wait(ctx, p, s, stops)
	_ = errs.Flush()
	end := wire.End{Outcome: wire.Ended, Exit: p.Exit()}
	switch {
	case s.isFull():
		end.Outcome, end.Reason = wire.TooMuch, fmt.Sprintf("the output is larger than %d bytes; the run was interrupted", j.MaxBytes)
	case end.Exit < 0:
		end.Outcome, end.Reason = wire.Lost, "ralsh was killed by a signal"
	}
	return end
}

// wait waits for the end of ralsh, and forwards stops. After the first stop, ralsh finishes
// its current change; after the second stop, its current command.
func (opt *RunOptions) wait(ctx context.Context, p *attached.Program, s *stream, stops <-chan int) {
	tick := time.NewTicker(opt.alive)
	defer tick.Stop()
	var late <-chan time.Time
	full, cancelled, stopped := s.full, ctx.Done(), 0
	stop := func(to int) {
		if stopped < 1 {
			p.Interrupt()
		}
		if to > 1 && stopped < 2 {
			p.Terminate()
			late = time.After(opt.kill)
		}
		stopped = max(stopped, to)
	}
	for {
		select {
		case <-p.Ended():
			return
		case <-tick.C:
			s.alive()
		case to := <-stops:
			stop(to)
		case <-full:
			full = nil
			stop(1)
		case <-cancelled:
			cancelled = nil
			stop(1)
		case <-late:
			p.Stop()
		}
	}
}
