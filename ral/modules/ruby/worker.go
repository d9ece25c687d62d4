package ruby

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/confined"
)

// worker is a process of the worker, with the Reader and the Writer of its run.
type worker struct {
	process *process
	proc    *confined.Worker
	b       *Bridge
	rd      host.Reader
	wr      *host.Writer

	waiting func(wait func()) error // if set, wraps the time in which the process waits for a fact

	readCommands map[string]bool // commands that ran while the code read
	refused      string          // a command that read, and failed because it was confined
	outside      string          // a program that a call needs on the host
	talks        []*conversation // of this request
	acted        map[string]int  // how often this change used each command
	notRun       string          // the last command of this change that was not run
	stale        bool            // the code read the host after such a command
	undefined    []Note          // warnings about facts that the code read and that failed
	refresh      bool            // the host was changed since the process saw it
	idle         *time.Timer     // of a process of a run
}

func (b *Bridge) newWorker(w *confined.Worker, rd host.Reader) *worker {
	return &worker{process: &process{conn: w}, proc: w, b: b, rd: rd, readCommands: make(map[string]bool), acted: make(map[string]int)}
}

// runIdle is how long the process of a run waits for a request. The next process reads
// its data again.
const runIdle = 20 * time.Second

// forRun ends the process when its run sends no more requests.
func (w *worker) forRun() *worker {
	w.idle = time.AfterFunc(runIdle, func() {
		w.process.end(errIdle)
		w.proc.Close()
	})
	return w
}

// patient returns a limit as Options.Patience has it.
func (b *Bridge) patient(limit time.Duration) time.Duration {
	switch p := b.opt.Patience; {
	case p == 0 || limit == changeLimit:
		return limit
	case limit == readLimit:
		return p
	default:
		return min(limit, p)
	}
}

// ask sends a request to the process.
func (w *worker) ask(ctx context.Context, limit time.Duration, op string, req request, rows func([]row) error, out any) error {
	if req == nil {
		req = request{}
	}
	fields, err := json.Marshal(req)
	if err != nil {
		return err
	}
	return w.send(ctx, limit, op, fields, rows, out)
}

// send is ask for a request in JSON.
func (w *worker) send(ctx context.Context, limit time.Duration, op string, fields json.RawMessage, rows func([]row) error, out any) error {
	if w.idle != nil {
		w.idle.Stop()
		defer w.idle.Reset(runIdle)
	}
	if err := w.proc.CatchUp(ctx); err != nil {
		return err
	}
	to := &errand{worker: w}
	err := w.process.ask(ctx, w.b.patient(limit), op, fields, to, rows, out)
	if _, raised := errors.AsType[*Fault](err); to.outside != "" && (err == nil || raised) {
		return ral.Final(&OutsideError{to.outside})
	}
	return err
}

// errand is a request to a worker. Its process works on a single request at a time.
type errand struct {
	*worker
	outside string // a program that the request needs on the host, see OutsideError
}

func (e *errand) called(ctx context.Context, name string, line []byte) any {
	reply := e.worker.called(ctx, name, line)
	if e.worker.outside != "" {
		e.outside, e.worker.outside = e.worker.outside, ""
	}
	return reply
}

func (w *worker) kill() {
	if w == nil {
		return
	}
	if w.idle != nil {
		w.idle.Stop()
	}
	w.proc.Close()
}

// usableFor reports whether the process can read for a run.
func (w *worker) usableFor(rd host.Reader) bool {
	return w != nil && w.process.usable() && w.proc.ReadsFor(rd)
}

// changesFor reports whether the process can make the changes of a Writer.
func (w *worker) changesFor(wr host.Writer) bool {
	return w != nil && w.process.usable() && w.proc.ChangesFor(wr)
}

// begin begins a change.
func (w *worker) begin() { w.notRun, w.stale, w.acted = "", false, make(map[string]int) }

// commit writes the files that the code wrote.
func (w *worker) commit(ctx context.Context) error {
	if err := w.proc.Commit(ctx, *w.wr, false); err != nil {
		return err
	}
	return w.renew(ctx)
}

// renew makes changes visible to the process.
func (w *worker) renew(ctx context.Context) error {
	if !w.refresh {
		return nil
	}
	w.refresh = false
	return w.proc.Refresh(ctx)
}
