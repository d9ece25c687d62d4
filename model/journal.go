package model

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"sync"

	"ralsh/ral/host"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
)

// KeepJournal says where the runs of this session are kept: a state folder,
// which is made with the first run.
func (s *Session) KeepJournal(stateFolder string) { s.journal = stateFolder }

// Apply does what a plan says; the plan is spent by it. Each run is kept in the
// journal: when that cannot be begun nothing is changed, and a
// *journal.BusyError says that another run is at work. A *journal.LostError
// comes with a report: the journal could not be written any more, so the run was
// stopped.
func (s *Session) Apply(ctx context.Context, p *transaction.Plan, opt transaction.Options) (*transaction.Report, error) {
	return s.ApplyWith(ctx, p, opt, ApplyOptions{})
}

// ApplyOptions is what an apply and its journal have to tell each other.
type ApplyOptions struct {
	UndoOf int // the run that this one takes back, 0 for none
	// Opened is called with the run's number before anything is done.
	Opened func(run int)
	// Lost is called, between two events, when something could not be written to
	// the journal for the first time. Nil functions are not called.
	Lost func(*journal.LostError)
}

// ApplyWith is Apply with more to be told.
func (s *Session) ApplyWith(ctx context.Context, p *transaction.Plan, opt transaction.Options, k ApplyOptions) (*transaction.Report, error) {
	if s.journal == "" {
		return p.Apply(ctx, s.host.Writer(), opt)
	}
	unrecorded := make(chan struct{})
	run, err := s.open(p, k.UndoOf, sync.OnceFunc(func() { close(unrecorded) }))
	if err != nil {
		return nil, err
	}
	opt.Unrecorded = unrecorded
	if k.Opened != nil {
		k.Opened(run.Number())
	}
	told, warned := opt.Emit, false
	opt.Emit = func(ev transaction.Event) {
		run.Emit(ev)
		if whole := run.Lost(); whole != nil && !warned && k.Lost != nil {
			warned = true
			k.Lost(whole)
		}
		if told != nil {
			told(ev)
		}
	}
	removed, err := run.RemoveLeftovers(ctx, s.WholeRoot(), s.host)
	for _, l := range removed {
		s.say(errors.New(l.String()))
	}
	if err != nil {
		s.say(fmt.Errorf("what an earlier run left when it was cut off: %w", err))
	}
	// Read again: another run may have come between the plan and this.
	if opt.Persistence, err = journal.LoadPersistence(host.PeekState(s.journal), s.WholeRoot()); err != nil {
		s.say(err)
	}
	rep, err := p.Apply(ctx, run.Wrap(s.host.Writer()), opt)
	var lost error
	if rep != nil {
		run.ReadPaths(ctx, s.host.Reader())
		lost = run.Remember(s.WholeRoot(), opt.Persistence)
	}
	return rep, errors.Join(err, lost, run.Close(rep, err))
}

func (s *Session) open(p *transaction.Plan, undoOf int, stop func()) (*journal.Writer, error) {
	state, err := host.OpenState(s.journal)
	if err != nil {
		return nil, fmt.Errorf("the journal cannot be written, and nothing is done without it: %w (XDG_STATE_HOME says where it goes)", err)
	}
	return journal.Open(state, journal.Meta{
		Host: s.name, User: s.user, Root: s.WholeRoot(), Version: s.Version, From: s.From, Now: s.Env.Reader().Now(),
		Planned: p.Steps, Secrets: p.Secrets(), UndoOf: undoOf, Retention: s.Config.Keep, Stop: stop,
	})
}

// WholeRoot is the root by its full path: the journal outlives the folder that
// a command was given in.
func (s *Session) WholeRoot() string {
	if whole, err := filepath.Abs(s.Root()); err == nil {
		return whole
	}
	return s.Root()
}

// History are the runs of the journal, the newest first; limit 0 is all.
func (s *Session) History(limit int) ([]*journal.Record, error) {
	if s.journal == "" {
		return nil, nil
	}
	return journal.List(host.PeekState(s.journal), limit)
}

// EachRun are the runs of the journal as they are read, the newest first; one
// that cannot be read comes with its number and an error (journal.All).
func (s *Session) EachRun() iter.Seq2[*journal.Record, error] {
	if s.journal == "" {
		return func(func(*journal.Record, error) bool) {}
	}
	return journal.All(host.PeekState(s.journal))
}

// Usage is how much the journal holds.
func (s *Session) Usage() (journal.Usage, error) {
	if s.journal == "" {
		return journal.Usage{}, nil
	}
	return journal.Count(host.PeekState(s.journal))
}

// MarkSeen notes that a person was shown a run; an interrupted run may be
// forgotten from then on.
func (s *Session) MarkSeen(rec *journal.Record) error {
	return journal.MarkSeen(host.PeekState(s.journal), rec)
}

// JournalFolder is where the runs are kept, "" when they are not.
func (s *Session) JournalFolder() string { return s.journal }

// PastRun is one run of the journal; 0 is the last one on this root. The error
// matches journal.ErrNoRun.
func (s *Session) PastRun(n int) (*journal.Record, error) {
	if s.journal == "" {
		return nil, journal.ErrNoRun
	}
	if n == 0 {
		return journal.Last(host.PeekState(s.journal), s.WholeRoot())
	}
	return journal.Read(host.PeekState(s.journal), n)
}
