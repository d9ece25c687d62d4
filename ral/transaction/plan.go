package transaction

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Plan is what an apply would do, resource by resource, in order.
type Plan struct {
	Steps   []*Step
	Made    time.Time
	Elapsed time.Duration

	env  *ral.Env
	used atomic.Bool
}

// NewPlan runs the walk against a recorder: the providers' own code, with
// nothing done. It returns ral.Diags when a declaration is invalid and a
// *CycleError when there is no order.
func NewPlan(ctx context.Context, env *ral.Env, decls []ral.Decl) (*Plan, error) {
	start := time.Now()
	rec := host.NewRecorder(env.Look())
	w, err := newWalk(ctx, env.Over(rec.Look()), decls, rec.Look())
	if err != nil {
		return nil, err
	}
	w.planning = true
	w.change = w.tap(rec.Change())
	w.all(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &Plan{Steps: w.steps, Made: env.Look().Now(), Elapsed: time.Since(start), env: env}, nil
}

// ChangeCount counts the properties that would change; a creation or removal
// counts once.
func (p *Plan) ChangeCount() int {
	n := 0
	for _, s := range p.Steps {
		for _, c := range s.Changes {
			if c.Status == Planned && !c.Part {
				n++
			}
		}
		if s.Status == Planned && len(s.Changes) == 0 {
			n++
		}
	}
	return n
}

// Ready counts the steps that an apply would work on.
func (p *Plan) Ready() int {
	n := 0
	for _, s := range p.Steps {
		if s.Status == Planned {
			n++
		}
	}
	return n
}

// ErrUsed is a plan that has been applied already: a plan is used once.
var ErrUsed = errors.New("this plan was applied already; make a new one")

// Apply does what the plan says. Everything is built afresh and every resource
// is read again just before its first change: one that is not as the plan saw
// it is stopped, untouched. Steps that could not be planned are left out.
//
// Cancelling ctx stops the command in hand; closing Options.Stop lets it end
// and begins nothing more. The Report says which is which.
func (p *Plan) Apply(ctx context.Context, change host.Change, opt Options) (*Report, error) {
	if p.used.Swap(true) {
		return nil, ErrUsed
	}
	start := time.Now()
	var decls []ral.Decl
	var planned []*Step
	for _, s := range p.Steps {
		if s.Status != Blocked && s.Status != Skipped {
			decls = append(decls, s.Decl)
			planned = append(planned, s)
		}
	}
	p.env.Changed()
	w, err := newWalk(ctx, p.env, decls, p.env.Look())
	if err != nil {
		return nil, err
	}
	if opt.Emit != nil {
		w.emit = opt.Emit
	}
	w.planned, w.stop, w.readAgain = planned, opt.Stop, !opt.NoReadAgain
	w.change = w.tap(change)
	w.all(ctx)
	p.env.Changed()
	rep := &Report{Steps: w.steps, Began: p.env.Look().Now().Add(-time.Since(start)), Elapsed: time.Since(start)}
	rep.compare(planned)
	w.emit(RunFinished{rep})
	return rep, nil
}
