package model

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

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
// comes with a report: the run went on, and its journal is not whole.
func (s *Session) Apply(ctx context.Context, p *transaction.Plan, opt transaction.Options) (*transaction.Report, error) {
	return s.applyKept(ctx, p, opt, 0)
}

func (s *Session) applyKept(ctx context.Context, p *transaction.Plan, opt transaction.Options, undoOf int) (*transaction.Report, error) {
	if s.journal == "" {
		return p.Apply(ctx, s.host.Change(), opt)
	}
	run, err := s.open(p, undoOf)
	if err != nil {
		return nil, err
	}
	told := opt.Emit
	opt.Emit = func(ev transaction.Event) {
		run.Emit(ev)
		if told != nil {
			told(ev)
		}
	}
	// Read again: another run may have come between the plan and this.
	if opt.Memory, err = journal.Memory(host.PeekState(s.journal), s.wholeRoot()); err != nil {
		s.say(err)
	}
	rep, err := p.Apply(ctx, run.Change(s.host.Change()), opt)
	var lost error
	if rep != nil {
		lost = run.Remember(s.wholeRoot(), opt.Memory)
	}
	return rep, errors.Join(err, lost, run.Close(rep, err))
}

func (s *Session) open(p *transaction.Plan, undoOf int) (*journal.Run, error) {
	state, err := host.OpenState(s.journal)
	if err != nil {
		return nil, fmt.Errorf("the journal cannot be written, and nothing is done without it: %w (XDG_STATE_HOME says where it goes)", err)
	}
	return journal.Open(state, journal.Meta{
		Host: s.name, User: s.user, Root: s.wholeRoot(), Version: s.Version, Now: s.Env.Look().Now(),
		Planned: p.Steps, UndoOf: undoOf,
	})
}

// wholeRoot is the root by its full path: the journal outlives the folder that
// a command was given in.
func (s *Session) wholeRoot() string {
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

// PastRun is one run of the journal; 0 is the last one on this root. The error
// matches journal.ErrNoRun.
func (s *Session) PastRun(n int) (*journal.Record, error) {
	if s.journal == "" {
		return nil, journal.ErrNoRun
	}
	if n == 0 {
		return journal.Last(host.PeekState(s.journal), s.wholeRoot())
	}
	return journal.Read(host.PeekState(s.journal), n)
}
