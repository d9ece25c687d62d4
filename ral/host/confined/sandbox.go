package confined

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"
	"weak"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/key"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
	"ralsh/ral/host/sandbox"
)

// Spec describes the program of a Sandbox.
type Spec = sandbox.Spec

// UnavailableError is why no process can be confined on this machine.
type UnavailableError = sandbox.UnavailableError

// ErrNotHere is the error of a sandbox for a host that is not this machine: a
// directory that is used as a root, or a fake.
var ErrNotHere = errors.New("ralsh runs code of modules only on the machine itself, not below a root directory")

// ShowsActs reports whether a Reader shows the recorded acts of a plan.
func ShowsActs(rd host.Reader) bool {
	rec := record.Of(rd)
	return rec != nil && rec.Mark() > 0
}

// Sandbox runs processes that the kernel confines: see package sandbox.
type Sandbox struct {
	box *sandbox.Sandbox

	mu    sync.Mutex
	reads *sandbox.View
	plans map[weak.Pointer[record.Recorder]]*planView
}

// planView is the view of the processes of a plan.
type planView struct {
	*sandbox.View
	mu   sync.Mutex
	base bool // it contains the recorded acts of the plans below
	seen int  // number of acts of the recorder that it has

	settled time.Time // see Worker.settled
}

// Open starts a sandbox on this machine. The error is an *UnavailableError if the kernel
// does not support it.
func Open(ctx context.Context, spec Spec) (*Sandbox, error) {
	box, err := sandbox.Open(ctx, spec)
	if err != nil {
		return nil, err
	}
	return &Sandbox{box: box, plans: make(map[weak.Pointer[record.Recorder]]*planView)}, nil
}

// Close ends all processes of the sandbox.
func (s *Sandbox) Close() error { return s.box.Close() }

// Ended reports whether the sandbox has ended.
func (s *Sandbox) Ended() bool {
	select {
	case <-s.box.Done():
		return true
	default:
		return false
	}
}

// Reading starts a process that sees this machine and cannot change it.
func (s *Sandbox) Reading(ctx context.Context) (*Worker, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reads == nil {
		var err error
		if s.reads, err = s.box.ReadView(ctx); err != nil {
			return nil, err
		}
	}
	p, err := s.reads.Start(ctx, sandbox.Code)
	if err != nil {
		return nil, err
	}
	return &Worker{Process: p, view: s.reads, box: s.box}, nil
}

// ReaderWorker returns a process that sees the host of a Reader: on this machine a fork of warm,
// or a new process if warm is nil; in a plan a process that sees the recorded acts. It cannot
// change files outside.
func (s *Sandbox) ReaderWorker(ctx context.Context, rd host.Reader, warm *Worker) (*Worker, error) {
	if rec := record.Of(rd); rec != nil {
		return s.planned(ctx, rec)
	}
	if !local.IsMachine(baseOf(rd)) {
		return nil, ErrNotHere
	}
	if warm == nil {
		return s.Reading(ctx)
	}
	p, err := warm.Fork(ctx)
	if err != nil {
		return nil, err
	}
	return &Worker{Process: p, view: warm.view, box: s.box}, nil
}

// WriterWorker returns a process whose file changes go into an overlay, for Commit. On this machine
// it has network access; in a plan it does not.
func (s *Sandbox) WriterWorker(ctx context.Context, wr host.Writer) (*Worker, error) {
	if rec := record.Of(wr.Reader()); rec != nil {
		return s.planned(ctx, rec)
	}
	if !local.IsMachine(baseOf(wr.Reader())) {
		return nil, ErrNotHere
	}
	view, err := s.box.Overlay(ctx, true)
	if err != nil {
		return nil, err
	}
	w, err := started(ctx, view)
	if err == nil {
		w.own, w.changes, w.box = &ownView{}, true, s.box
		w.own.begin()
	}
	return w, err
}

func started(ctx context.Context, view *sandbox.View) (*Worker, error) {
	p, err := view.Start(ctx, sandbox.Code)
	if err != nil {
		view.Close()
		return nil, err
	}
	return &Worker{Process: p, view: view}, nil
}

// planned returns a process for a plan. All processes of a plan share a view.
func (s *Sandbox) planned(ctx context.Context, rec *record.Recorder) (*Worker, error) {
	if !local.IsMachine(rec.Base()) {
		return nil, ErrNotHere
	}
	plan, err := s.planOf(ctx, rec)
	if err != nil {
		return nil, err
	}
	p, err := plan.Start(ctx, sandbox.Code)
	if err != nil {
		return nil, err
	}
	w := &Worker{Process: p, view: plan.View, plan: plan, rec: rec, changes: true, box: s.box}
	return w, w.CatchUp(ctx)
}

// planOf returns the view of a plan. It ends with its Recorder.
func (s *Sandbox) planOf(ctx context.Context, rec *record.Recorder) (*planView, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := weak.Make(rec)
	if plan := s.plans[at]; plan != nil {
		return plan, nil
	}
	view, err := s.box.Overlay(ctx, false)
	if err != nil {
		return nil, err
	}
	s.plans[at] = &planView{View: view}
	runtime.AddCleanup(rec, s.endPlan, at)
	return s.plans[at], nil
}

func (s *Sandbox) endPlan(at weak.Pointer[record.Recorder]) {
	s.mu.Lock()
	plan := s.plans[at]
	delete(s.plans, at)
	s.mu.Unlock()
	if plan != nil {
		plan.Close()
	}
}

func baseOf(rd host.Reader) any { return host.Unwrap(key.Key{}, rd).Base() }
