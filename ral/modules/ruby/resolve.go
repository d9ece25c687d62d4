package ruby

import (
	"context"
	"errors"
	"sync"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// The limits of facts in Ruby.
const (
	factLimit     = 30 * time.Second // of a fact
	FactWait      = 5 * time.Minute  // of a fact and the facts that are resolved before it
	factsTogether = 2                // resolved at a time
	factsKept     = time.Second      // how long a process waits for the next fact of its files
)

// factFiles are the files of a fact, with the process that has loaded them, because
// facts of a file share data. A single fact is resolved at a time.
type factFiles struct {
	turn   chan struct{} // holds an element while a fact is resolved
	worker *worker
	last   *time.Timer

	mu   sync.Mutex
	away chan struct{} // closed while the process waits for a fact
}

// Fact resolves a custom fact. A fact without a value is nil. The error is that of its
// code, with its class, or of its process, which ends with it.
func (b *Bridge) Fact(ctx context.Context, rd host.Reader, f Fact) (value.Value, error) {
	files := b.own.files[f.files()]
	if files == nil {
		return value.Value{}, nil
	}
	select {
	case files.turn <- struct{}{}:
		defer func() { <-files.turn }()
	case <-files.waits():
		// The process may wait for this fact.
		files = &factFiles{away: make(chan struct{})}
	case <-ctx.Done():
		return value.Value{}, ctx.Err()
	}
	return b.resolve(ctx, rd, f, files)
}

// resolve resolves a fact in the process of its files.
func (b *Bridge) resolve(ctx context.Context, rd host.Reader, f Fact, files *factFiles) (value.Value, error) {
	slot := slot{b.own.slots, false}
	if err := slot.take(ctx); err != nil {
		return value.Value{}, err
	}
	defer slot.leave()
	if !files.worker.usableFor(rd) {
		files.worker.kill()
		var err error
		if files.worker, err = b.look(ctx, rd); err != nil {
			return value.Value{}, err
		}
	}
	files.worker.waiting = func(wait func()) error {
		slot.leave()
		defer files.leave()()
		wait()
		return slot.take(ctx)
	}
	var out struct{ Value wired }
	err := files.worker.ask(ctx, b.own.limit, "fact", request{"name": f.Name, "files": f.Files}, nil, &out)
	if err != nil {
		files.worker.kill()
		files.worker = nil
		if fault, raised := errors.AsType[*Fault](err); raised && fault.Class != systemExit {
			fault.Message = fault.Class + ": " + fault.Message
		}
		return value.Value{}, err
	}
	files.keep()
	return out.Value.Value, nil
}

// waits returns a channel that is closed while the process waits for a fact.
func (f *factFiles) waits() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.away
}

// leave records that the process waits for a fact, until the returned function is
// called.
func (f *factFiles) leave() (back func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.away)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.away = make(chan struct{})
	}
}

// keep ends the process, after a delay if more facts may follow.
func (f *factFiles) keep() {
	if f.turn == nil {
		f.worker.kill()
		return
	}
	if f.last != nil {
		f.last.Reset(factsKept)
		return
	}
	f.last = time.AfterFunc(factsKept, func() {
		select {
		case f.turn <- struct{}{}:
			f.worker.kill()
			f.worker = nil
			<-f.turn
		default: // it is in use, and the delay starts again afterwards
		}
	})
}

// slot is a place for a fact that is being resolved.
type slot struct {
	all   chan struct{}
	taken bool
}

func (s *slot) take(ctx context.Context) error {
	select {
	case s.all <- struct{}{}:
		s.taken = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *slot) leave() {
	if s.taken {
		s.taken = false
		<-s.all
	}
}
