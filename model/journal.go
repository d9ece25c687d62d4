package model

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"sync"

	"ralsh/model/export"
	"ralsh/model/notation"
	"ralsh/model/undo"
	"ralsh/ral"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
)

// History is the history of the runs on this host, from the journal. Its methods
// return no runs if runs are not recorded.
type History struct {
	dir  string // state directory; "" if runs are not recorded
	root string // absolute path of the root of the session
}

// KeepJournal sets the state directory for the runs of this session. It is
// created by the first run.
func (s *Session) KeepJournal(stateDir string) {
	s.History.dir, s.OwnFiles.dir = stateDir, stateDir
}

// Apply applies a plan and records the run in the journal. A plan can be
// applied once. If the run cannot be recorded, Apply makes no changes; a
// *journal.BusyError means that a different run is active. A *journal.LostError
// comes with a report: the journal became unwritable, so the run was stopped.
func (s *Session) Apply(ctx context.Context, p *transaction.Plan, opt transaction.Options) (*transaction.Report, error) {
	return s.ApplyWith(ctx, p, opt, ApplyOptions{})
}

// ApplyOptions connects an apply and its journal.
type ApplyOptions struct {
	UndoOf int // number of the run that this one undoes, 0 for none
	// Opened is called with the run's number before anything is done.
	Opened func(run int)
	// Lost is called, between two events, at the first failed write to the
	// journal. Nil functions are not called.
	Lost func(*journal.LostError)

	// leaves reports, after an undo, whether it did not restore all that it promised.
	leaves func(*transaction.Report) bool
}

// ApplyWith is Apply with options.
func (s *Session) ApplyWith(ctx context.Context, p *transaction.Plan, opt transaction.Options, k ApplyOptions) (*transaction.Report, error) {
	if s.History.dir == "" {
		return p.Apply(ctx, s.host.Writer(), opt)
	}
	unrecorded := make(chan struct{})
	run, err := s.open(ctx, p, k.UndoOf, sync.OnceFunc(func() { close(unrecorded) }))
	if err != nil {
		return nil, err
	}
	opt.Unrecorded = unrecorded
	if k.Opened != nil {
		k.Opened(run.Number())
	}
	text, warned := opt.Emit, false
	opt.Emit = func(ev transaction.Event) {
		run.Emit(ev)
		if whole := run.Lost(); whole != nil && !warned && k.Lost != nil {
			warned = true
			k.Lost(whole)
		}
		if text != nil {
			text(ev)
		}
	}
	removed, err := run.RemoveLeftovers(ctx, s.WholeRoot(), s.host)
	for _, l := range removed {
		s.say(errors.New(l.String()))
	}
	if err != nil {
		s.say(fmt.Errorf("cannot remove the temporary files of an interrupted run: %w", err))
	}
	// Read it again: a different run may have ended since the plan.
	if opt.Persistence, err = journal.LoadPersistence(ownfiles.Peek(s.History.dir), s.WholeRoot()); err != nil {
		s.say(err)
	}
	rep, err := p.Apply(ctx, run.Wrap(s.host.Writer()), opt)
	var lost error
	if rep != nil {
		run.ReadPaths(ctx, s.host.Reader())
		lost = run.Remember(s.WholeRoot(), opt.Persistence)
		if k.leaves != nil && k.leaves(rep) {
			run.LeavesPart()
		}
	}
	return rep, errors.Join(err, lost, run.Close(rep, err))
}

// Undo plans the undo of a run, 0 for the last run on this root: undo.Host.Undo.
func (s *Session) Undo(ctx context.Context, n int) (*undo.Undo, error) {
	return s.UndoWith(ctx, n, undo.Options{})
}

// UndoWith is Undo with options.
func (s *Session) UndoWith(ctx context.Context, n int, opt undo.Options) (*undo.Undo, error) {
	h := undo.Host{Env: s.Env, State: s.History.dir, Root: s.History.root, Run: s.History.Run, Plan: s.PlanWith}
	return h.Undo(ctx, n, opt)
}

// ApplyUndo applies the planned undo as a run. It reads each resource of the undone run
// again and adds it to NotUndoable if it is not in its previous state.
func (s *Session) ApplyUndo(ctx context.Context, u *undo.Undo, opt transaction.Options) (*transaction.Report, error) {
	return s.ApplyUndoWith(ctx, u, u.Plan, opt, ApplyOptions{})
}

// ApplyUndoWith is ApplyUndo with a given plan for the same declarations.
func (s *Session) ApplyUndoWith(ctx context.Context, u *undo.Undo, p *transaction.Plan, opt transaction.Options, k ApplyOptions) (*transaction.Report, error) {
	if err := u.Unchanged(ctx); err != nil {
		return nil, err
	}
	k.UndoOf = u.Run.Number
	k.leaves = func(rep *transaction.Report) bool { return u.Compare(ctx, rep) }
	return s.ApplyWith(ctx, p, opt, k)
}

func (s *Session) open(ctx context.Context, p *transaction.Plan, undoOf int, stop func()) (*journal.Writer, error) {
	state, err := ownfiles.Open(s.History.dir)
	if err != nil {
		return nil, fmt.Errorf("cannot write the journal: %w (ralsh makes only changes that it can record; XDG_STATE_HOME sets the directory)", err)
	}
	makeDigestKey(state)
	var origin journal.Origin
	if s.origin != nil {
		origin = s.origin(ctx)
	}
	return journal.Open(state, journal.Meta{
		Host: s.name, User: s.User.Name, Origin: origin, Root: s.WholeRoot(), Version: s.Version, From: s.From, Now: s.Env.Reader().Now(),
		Planned: p.Steps, Initial: s.initial(ctx, p), Secrets: p.Secrets(), UndoOf: undoOf, Retention: s.Config.Keep, Stop: stop,
	})
}

// initial returns the resources before a run, where that state is not the plan's.
func (s *Session) initial(ctx context.Context, p *transaction.Plan) map[string]*ral.Instance {
	all, before := make(map[string]*ral.Instance), undo.Before(ctx, s.Env)
	for _, step := range p.Steps {
		if inst := before(step); inst != nil {
			all[step.Ref()] = inst
		}
	}
	return all
}

// WholeRoot returns the absolute path of the root, because the journal does not
// depend on the current directory.
func (s *Session) WholeRoot() string {
	if whole, err := filepath.Abs(s.Root()); err == nil {
		return whole
	}
	return s.Root()
}

// Runs returns the runs of the journal, the newest first; limit 0 returns
// all.
func (h History) Runs(limit int) ([]*journal.Record, error) {
	if h.dir == "" {
		return nil, nil
	}
	return journal.List(ownfiles.Peek(h.dir), limit)
}

// Each yields the runs of the journal, the newest first. A run that cannot
// be read is yielded with its number and an error (journal.All).
func (h History) Each() iter.Seq2[*journal.Record, error] {
	if h.dir == "" {
		return func(func(*journal.Record, error) bool) {}
	}
	return journal.All(ownfiles.Peek(h.dir))
}

// Usage returns the size of the journal.
func (h History) Usage() (journal.Usage, error) {
	if h.dir == "" {
		return journal.Usage{}, nil
	}
	return journal.Count(ownfiles.Peek(h.dir))
}

// MarkSeen records that the user has seen a run; an interrupted run may be
// deleted from then on.
func (h History) MarkSeen(rec *journal.Record) error {
	return journal.MarkSeen(ownfiles.Peek(h.dir), rec)
}

// Dir returns the directory of the runs, "" if they are not recorded.
func (h History) Dir() string { return h.dir }

// Run returns a run of the journal; 0 is the last run on this root. If the
// journal does not contain it, the error is a *journal.NoRunError.
func (h History) Run(n int) (*journal.Record, error) {
	if h.dir == "" {
		return nil, &journal.NoRunError{Run: n}
	}
	if n == 0 {
		return journal.Last(ownfiles.Peek(h.dir), h.root)
	}
	return journal.Find(ownfiles.Peek(h.dir), n)
}

// Code returns a run as code that can be applied again.
func (h History) Code(rec *journal.Record, as export.Format) (string, error) {
	return export.Run(rec.Declarations(ownfiles.Peek(h.dir)), as)
}

// StoredText describes the size of the history and its limits: "14 runs, 3
// contents of 1.2 MiB for undo; at most 200 runs, 256 MiB".
func StoredText(s journal.Usage, k journal.Retention) string {
	text := notation.Plural(s.Runs, "run", "runs")
	if s.Contents > 0 {
		text += fmt.Sprintf(", %s of %s for undo", notation.Plural(s.Contents, "content", "contents"), size(s.Bytes))
	}
	var most []string
	if k.Runs > 0 {
		most = append(most, notation.Plural(k.Runs, "run", "runs"))
	}
	if k.Bytes > 0 {
		most = append(most, size(k.Bytes))
	}
	if len(most) == 0 {
		return text + "; no limit"
	}
	return text + "; at most " + strings.Join(most, ", ")
}

// size formats a number of bytes: "148 bytes", "1.2 MiB", "256 MiB".
func size(n int64) string {
	unit, name := int64(1<<10), "KiB"
	switch {
	case n < unit:
		return notation.Plural(int(n), "byte", "bytes")
	case n >= 1<<30:
		unit, name = 1<<30, "GiB"
	case n >= 1<<20:
		unit, name = 1<<20, "MiB"
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(n)/float64(unit)), ".0") + " " + name
}
