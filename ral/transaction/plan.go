package transaction

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/redact"
)

// Plan is what an apply would do, resource by resource, in order.
type Plan struct {
	Steps   []*Step
	Made    time.Time
	Elapsed time.Duration

	env     *ral.Env
	secrets *redact.Redactor
	after   *ral.Env // on the host as the recorded writes leave it, until the plan is used
	decls   []ral.Decl
	opt     Options
	used    atomic.Bool
}

// NewPlan runs the walk against a recorder: the providers' own code, with
// nothing done. It returns ral.Diags when a declaration is invalid and a
// *CycleError when there is no order.
func NewPlan(ctx context.Context, env *ral.Env, decls []ral.Decl) (*Plan, error) {
	return NewPlanWith(ctx, env, decls, Options{})
}

// NewPlanWith is NewPlan with choices, which the apply keeps to: tags, noop,
// schedules.
func NewPlanWith(ctx context.Context, env *ral.Env, decls []ral.Decl, opt Options) (*Plan, error) {
	return newPlan(ctx, env, decls, opt, &redact.Redactor{})
}

func newPlan(ctx context.Context, env *ral.Env, decls []ral.Decl, opt Options, secrets *redact.Redactor) (*Plan, error) {
	ctx = host.WithTrustedLinks(ctx)
	rd := env.Reader()
	start := rd.Now()
	if opt.NoChecks {
		rd = rd.WithoutChecks()
	}
	rec := host.NewRecorder(rd)
	looking := opt
	looking.Emit, looking.Stop, looking.Unrecorded = nil, nil, nil
	w, err := newWalk(ctx, env.WithReader(rec.Reader()), decls, rec.Reader(), looking, secrets, nil)
	if err != nil {
		return nil, err
	}
	w.planning = true
	w.change = w.tap(rec.Writer())
	w.all(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	renumber(w.order)
	return &Plan{
		Steps: w.order, Made: rd.Now(), Elapsed: rd.Since(start),
		env: env, secrets: secrets, after: env.WithReader(rec.Reader()), decls: decls, opt: opt,
	}, nil
}

// PlanNext plans what could be done once p has been carried out. What p writes is so
// then; what its commands bring about opt.KnownState says.
func (p *Plan) PlanNext(ctx context.Context, decls []ral.Decl, opt Options) (*Plan, error) {
	opt.Earlier = p.opt.Earlier
	return newPlan(ctx, p.after, decls, opt, p.secrets)
}

// Secrets is what strikes the secrets of the plan, and of its apply, out of what is
// told of them.
func (p *Plan) Secrets() *redact.Redactor { return p.secrets }

// renumber gives the steps of a plan the places that they came to have.
func renumber(steps []*Step) {
	now := make(map[int]int, len(steps))
	for i, s := range steps {
		now[s.N] = i + 1
	}
	for _, s := range steps {
		s.N, s.Why.After, s.Until = now[s.N], now[s.Why.After], now[s.Until]
		for i := range s.Changes {
			s.Changes[i].Until = now[s.Changes[i].Until]
		}
	}
}

// ChangeCount counts the properties that would change; a creation or removal
// counts once, and nothing of a step that cannot be.
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

// MayChange counts the resources that are in sync now and may not be any more after an
// earlier step, and names the first such step; 0 and 0 when there is none.
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
// is read again just before its first change: a resource that is not as the plan saw
// it is stopped, untouched. Steps that could not be planned are left out.
//
// Cancelling ctx stops the current command; closing Options.Stop lets it end
// and begins nothing more. The Report says which is which.
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
	opt.IsUndo, opt.Earlier = p.opt.IsUndo, p.opt.Earlier
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
	w.change = w.tap(wr)
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

// kept are the declarations that an apply works on, and the names of those that
// could not be planned.
func (p *Plan) kept() (decls []ral.Decl, leftOut map[name]bool) {
	leftOut = make(map[name]bool)
	for _, s := range p.Steps {
		if s.LeftOut() != "" {
			leftOut[name{s.Resource.Type.Name, s.Resource.Title}] = true
			leftOut[name{s.Resource.Type.Name, s.Resource.Name()}] = true
		}
	}
	for _, d := range p.decls {
		if !leftOut[name{strings.ToLower(d.Type), d.Title}] {
			decls = append(decls, d)
		}
	}
	return decls, leftOut
}

// Run brings resources to what they should be without a plan: nothing is held
// against what someone saw before, and nothing is read again afterwards. The
// error says why the run could not begin: ral.Diags, *DuplicateError,
// *AliasError, *MissingError, *ScheduleError, *PreRunError, *CycleError. The
// Report is there in any case.
func Run(ctx context.Context, env *ral.Env, decls []ral.Decl, wr host.Writer, opt Options) (*Report, error) {
	ctx = host.WithTrustedLinks(ctx)
	start := env.Reader().Now()
	w, err := newWalk(ctx, env, decls, env.Reader(), opt, &redact.Redactor{}, nil)
	if err == nil {
		w.change = w.tap(wr)
		w.all(ctx)
		env.Invalidate()
	}
	rep := w.report(start)
	rep.Completed = err == nil
	w.emit(RunFinished{rep})
	return rep, err
}
