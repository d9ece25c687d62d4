package transaction

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
	"ralsh/ral/onhost"
	"ralsh/ral/redact"
	"ralsh/ral/transaction/catalog"
)

// Plan is the preview of an apply, by resource, in order.
type Plan struct {
	Steps   []*Step
	Made    time.Time
	Elapsed time.Duration

	env     *onhost.Env
	secrets *redact.Redactor
	after   *onhost.Env // on the host as the recorded writes leave it; nil once the plan is applied
	decls   []ral.Decl
	opt     Options
	used    atomic.Bool
}

// NewPlan runs the walk on a recorder: the providers run their own code, but the host
// does not change. It returns ral.Diags if a declaration is invalid, and a *graph.CycleError
// if the resources have no order.
func NewPlan(ctx context.Context, env *onhost.Env, decls []ral.Decl) (*Plan, error) {
	return NewPlanWith(ctx, env, decls, Options{})
}

// NewPlanWith is NewPlan with options. The apply uses the same tags, noop and
// schedules.
func NewPlanWith(ctx context.Context, env *onhost.Env, decls []ral.Decl, opt Options) (*Plan, error) {
	return newPlan(ctx, env, decls, opt, &redact.Redactor{})
}

func newPlan(ctx context.Context, env *onhost.Env, decls []ral.Decl, opt Options, secrets *redact.Redactor) (*Plan, error) {
	ctx, end := local.KeepDirectories(host.WithTrustedLinks(ctx))
	defer end()
	rd := env.Reader()
	start := rd.Now()
	if opt.NoChecks {
		rd = rd.WithoutChecks()
	}
	rec := record.New(rd)
	looking := opt
	looking.Emit, looking.Stop, looking.Unrecorded = nil, nil, nil
	w, err := newWalk(ctx, env.WithReader(rec.Reader()), decls, rec.Reader(), looking, secrets, nil)
	if err != nil {
		return nil, err
	}
	w.planning = true
	w.change = w.tap(ctx, rec.Writer())
	w.all(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	renumber(w.order)
	w.catalog.Inherit(w.graph, func(i int32) bool { return w.declared[i].Status == InSync }, func(i int32, list []catalog.Inherited) { w.declared[i].Inherits = list })
	return &Plan{
		Steps: w.order, Made: rd.Now(), Elapsed: rd.Since(start),
		env: env, secrets: secrets, after: env.WithReader(rec.Reader()), decls: decls, opt: opt,
	}, nil
}

// PlanNext plans declarations for the state after p has been applied. It knows the
// files that p writes; opt.KnownState provides the effects of its commands.
func (p *Plan) PlanNext(ctx context.Context, decls []ral.Decl, opt Options) (*Plan, error) {
	opt.Earlier = p.opt.Earlier
	if opt.Peers == nil {
		opt.Peers = p.decls
	}
	return newPlan(ctx, p.after, decls, opt, p.secrets)
}

// Secrets returns the redactor for the secrets of the plan and its apply.
func (p *Plan) Secrets() *redact.Redactor { return p.secrets }

// renumber numbers the steps of a plan by their final positions. A step that waits for
// itself waits for no step.
func renumber(steps []*Step) {
	last := 0
	for _, s := range steps {
		last = max(last, s.N)
	}
	now := make([]int, last+1)
	for i, s := range steps {
		now[s.N] = i + 1
	}
	place := func(n *int) {
		if *n <= last {
			*n = now[*n]
		} else {
			*n = 0 // it was not visited
		}
	}
	for _, s := range steps {
		own := s.N
		place(&s.N)
		place(&s.Why.After)
		place(&s.Until)
		for i := range s.Changes {
			if until := &s.Changes[i].Until; *until == own {
				*until = 0
			} else {
				place(until)
			}
		}
	}
}

// ChangeCount returns the number of properties that would change. A creation or
// removal counts once, and a blocked step not at all.
func (p *Plan) ChangeCount() int {
	n := 0
	for _, s := range p.Steps {
		if s.Status == Blocked {
			continue
		}
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

// MayChange returns the number of resources that are in sync now but may not be after
// an earlier step, and the first such step, or 0 and 0.
func (p *Plan) MayChange() (count, after int) {
	for _, s := range p.Steps {
		if s.Status != InSync || s.Until == 0 {
			continue
		}
		if count++; after == 0 || s.Until < after {
			after = s.Until
		}
	}
	return count, after
}

// Ready returns the number of steps that an apply would change.
func (p *Plan) Ready() int {
	n := 0
	for _, s := range p.Steps {
		if s.Status == Planned {
			n++
		}
	}
	return n
}

// ErrUsed reports that a plan has already been applied: a plan is used once.
var ErrUsed = errors.New("this plan was already applied; make a new plan")

// Apply carries out the plan. It builds every resource again, and reads it again just
// before its first change. It stops a resource that changed since the plan, and does
// not touch it. It omits steps that could not be planned.
//
// Cancelling ctx stops the current command; closing Options.Stop lets it finish and
// starts no further command. The Report distinguishes the two.
func (p *Plan) Apply(ctx context.Context, wr host.Writer, opt Options) (*Report, error) {
	if p.used.Swap(true) {
		return nil, ErrUsed
	}
	ctx = host.WithTrustedLinks(ctx)
	start := p.env.Reader().Now()
	decls, leftOut := p.kept()
	p.after = nil
	p.env.Invalidate()
	opt.Tags, opt.SkipTags, opt.Noop = p.opt.Tags, p.opt.SkipTags, p.opt.Noop
	opt.IgnoreSchedules, opt.Corrective, opt.NoBatch = p.opt.IgnoreSchedules, p.opt.Corrective, p.opt.NoBatch
	opt.IsUndo, opt.Earlier, opt.Peers = p.opt.IsUndo, p.opt.Earlier, p.opt.Peers
	if opt.Persistence == nil {
		opt.Persistence = p.opt.Persistence
	}
	w, err := newWalk(ctx, p.env, decls, p.env.Reader(), opt, p.secrets, leftOut)
	if err != nil {
		return nil, err
	}
	w.planned = make(map[string]*Step, len(p.Steps))
	for _, s := range p.Steps {
		w.planned[s.Ref()] = s
	}
	w.readAgain = !opt.NoReadAgain
	w.change = w.tap(ctx, wr)
	w.all(ctx)
	if w.readAgain {
		w.readAtEnd(ctx)
	}
	p.env.Invalidate()
	rep := w.report(start)
	rep.compare(w.planned)
	w.emit(RunFinished{rep})
	return rep, nil
}

// kept returns the declarations that an apply works on, and the names of the
// resources that could not be planned.
func (p *Plan) kept() (decls []ral.Decl, leftOut map[catalog.Name]bool) {
	leftOut = make(map[catalog.Name]bool)
	for _, s := range p.Steps {
		if s.LeftOut() != "" {
			leftOut[catalog.Name{Type: s.Resource.Type.Name, Text: s.Resource.Title}] = true
			leftOut[catalog.Name{Type: s.Resource.Type.Name, Text: s.Resource.Name()}] = true
		}
	}
	for _, d := range p.decls {
		if !leftOut[catalog.Name{Type: strings.ToLower(d.Type), Text: d.Title}] {
			decls = append(decls, d)
		}
	}
	return decls, leftOut
}

// Run applies declarations without a plan: it does not compare with an earlier state,
// and does not read again afterwards. The error is why the run could not begin:
// ral.Diags, *PreRunError, *graph.CycleError, or an error of the catalog. The Report is never nil.
func Run(ctx context.Context, env *onhost.Env, decls []ral.Decl, wr host.Writer, opt Options) (*Report, error) {
	ctx = host.WithTrustedLinks(ctx)
	start := env.Reader().Now()
	w, err := newWalk(ctx, env, decls, env.Reader(), opt, &redact.Redactor{}, nil)
	if err == nil {
		w.change = w.tap(ctx, wr)
		w.all(ctx)
		env.Invalidate()
	}
	rep := w.report(start)
	rep.Completed = err == nil
	w.emit(RunFinished{rep})
	return rep, err
}
