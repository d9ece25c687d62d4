package transaction

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/redact"
)

// walk is one run over a set of resources. What differs between a plan, an
// apply and a plain run is in its fields and nowhere else.
type walk struct {
	Options
	run     *ral.Run
	change  host.Writer
	catalog *catalog
	graph   *graph
	secrets *redact.Redactor
	steps   []*Step // as numbered: in the order of the run, as far as it can be told beforehand
	order   []*Step // in the order of the run, as it went

	planned      map[string]*Step // of an apply: the plan's own steps
	planning     bool
	plannedState plannedState // of a plan: what its steps bring about so far
	reached      reached      // of a plan: what its steps may change besides
	emitting     sync.Mutex   // one event after the other
	checked      atomic.Bool  // a Check was made for the current step
	readAgain    bool

	current   *Step
	ready     queue
	batch     batch
	prefetch  prefetching
	acts      int // done so far
	works     map[*ral.Provider]bool
	stale     bool // something was changed since a provider was found unsuitable
	finishing []*ral.Provider
	lacking   []*ral.Type // types that had no suitable provider until the end
}

// Options are the choices of a run.
type Options struct {
	// Emit is handed every event, in order, from one goroutine at a time.
	Emit func(Event)
	// Stop ends the run after the current resource.
	Stop <-chan struct{}
	// Unrecorded ends the run as Stop does: its journal cannot be written.
	Unrecorded <-chan struct{}
	// NoReadAgain leaves out the second look after each change.
	NoReadAgain bool
	// NoBatch writes each resource by itself, also where its provider can write
	// several at once.
	NoBatch bool
	// NoChecks makes a plan without the tests that resources name (onlyif and
	// unless of exec, status of a service); what they decide is unknown then. An
	// apply needs them.
	NoChecks bool
	// Noop looks, reports what would be done and passes it on, and changes nothing
	// but what says noop => false (semantics.md L31).
	Noop bool
	// Tags restrict the run to resources that have one of them; SkipTags leave out
	// those that have one.
	Tags, SkipTags []string
	// IgnoreSchedules runs resources outside of their schedule too.
	IgnoreSchedules bool
	// Persistence is what runs remember of each other, nil for nothing: audits and
	// schedules need it.
	Persistence *Persistence
	// Earlier are the secrets of earlier runs, nil for none. An apply keeps to those of
	// its plan.
	Earlier *EarlierSecrets
	// Corrective distinguishes changes that undo what someone else did from those that
	// follow a new desired value. It needs Persistence (semantics.md L27).
	Corrective bool
	// IsUndo says that the run takes an earlier one back: none of its changes is
	// told to undo what someone else did.
	IsUndo bool
	// NoPredict makes a plan without asking the tools for their dry runs.
	NoPredict bool
	// KnownState are taken for what is read of resources, by their references: a plan of
	// what could be done after another one.
	KnownState map[string]*ral.Instance
}

// newWalk builds everything afresh. The error says why the run cannot begin;
// nothing has been touched then, and the walk is there anyway.
func newWalk(ctx context.Context, env *ral.Env, decls []ral.Decl, rd host.Reader, opt Options, secrets *redact.Redactor, leftOut map[name]bool) (*walk, error) {
	w := &walk{Options: opt, run: ral.NewRun(env, rd), works: make(map[*ral.Provider]bool), secrets: secrets}
	w.learnEarlier(ctx, env.Reader())
	return w, w.secrets.Error(w.begin(host.WithTraceMap(ctx, w.secrets.Trace), env, decls, leftOut))
}

// begin builds what is declared, and puts it in order.
func (w *walk) begin(ctx context.Context, env *ral.Env, decls []ral.Decl, leftOut map[name]bool) error {
	c, bad := newCatalog(ctx, env, decls, w.secrets, leftOut)
	if len(bad) > 0 {
		beside := &walk{Options: w.Options, catalog: c, secrets: w.secrets}
		_, more := beside.relate(ctx)
		return refusal(append(bad, more...))
	}
	w.catalog = c
	w.generateAll(ctx)
	if err := w.preRun(ctx); err != nil {
		return err
	}
	order, bad := w.relate(ctx)
	if len(bad) > 0 {
		return refusal(bad)
	}
	w.number(order)
	return nil
}

// number gives the steps their places and says why each comes when it does.
func (w *walk) number(order []int32) {
	why := make([]Why, len(w.graph.vertices))
	w.steps = make([]*Step, 0, len(order))
	for _, i := range order {
		v := w.graph.vertices[i]
		why[i] = w.graph.why(v, why)
		if v.part == whole {
			w.steps = append(w.steps, v.step)
			v.step.N, v.step.Why = len(w.steps), why[i]
		}
	}
	w.order = make([]*Step, 0, len(w.steps))
}

// tap attributes every act to the current step.
func (w *walk) tap(wr host.Writer) host.Writer {
	return host.TapAfter(wr, func(act host.Act, res host.Result, err error) {
		d := ActResult{Act: act, Result: res, Err: err, Elapsed: res.Elapsed, Ended: w.now()}
		if w.planning {
			d.Err = nil
		} else {
			w.acts++
		}
		if act.Secret {
			for _, data := range [][]byte{act.Stdin, act.Before, act.After} {
				w.secrets.LearnText(string(data))
			}
		}
		d.Act, d.Result, d.Err = w.secrets.Act(d.Act), w.secrets.Result(d.Result), w.secrets.Error(d.Err)
		w.current.Results = append(w.current.Results, d)
		w.emit(ActFinished{w.current.N, d})
	})
}

func (w *walk) all(ctx context.Context) {
	ctx = host.WithTraceMap(ctx, w.secrets.Trace)
	ctx = host.WithCheckNote(ctx, func() { w.checked.Store(true) })
	w.emit(RunStarted{w.steps})
	w.traverse(ctx)
	for _, t := range w.lacking {
		w.emit(Unprovided{t})
	}
	for _, p := range w.finishing {
		err := ral.Guard(func() error { return w.run.Ops(p).Finish(ctx, w.run.Reader(p)) })
		w.emit(Finished{p, err})
	}
}

func (w *walk) emit(ev Event) {
	if w.Emit == nil {
		return
	}
	// The two streams of a command are read side by side.
	w.emitting.Lock()
	defer w.emitting.Unlock()
	w.Emit(w.redactEvent(ev))
}

func (w *walk) stopped(ctx context.Context) bool {
	select {
	case <-w.Stop:
		return true
	case <-w.Unrecorded:
		return true
	default:
		return ctx.Err() != nil
	}
}

// ops are the behaviours of a resource's provider, none when it has no
// provider.
func (w *walk) ops(r *ral.Resource) ral.Ops {
	if r.Provider == nil {
		return ral.Ops{}
	}
	return w.run.Ops(r.Provider)
}

// writerFor is the changing side for a resource's provider, with its queries.
func (w *walk) writerFor(r *ral.Resource) host.Writer {
	if r.Provider == nil {
		return w.change
	}
	return w.change.Allow(r.Provider.Queries(w.run.Reader(r.Provider).Root())...)
}

// noop reports whether a resource is only looked at (semantics.md M1).
func (w *walk) noop(r *ral.Resource) bool {
	if !r.Has("noop") {
		return w.Noop
	}
	return r.True("noop")
}

func (w *walk) watched(ctx context.Context, n int) context.Context {
	return host.WithTrace(host.WithStop(ctx, w.Stop), func(t host.Trace) {
		if ev := traceEvent(n, t); ev != nil {
			w.emit(ev)
		}
	})
}

// now is the clock of the host that the walk is on.
func (w *walk) now() time.Time { return w.run.Env().Reader().Now() }

func (w *walk) since(start time.Time) time.Duration { return w.run.Env().Reader().Since(start) }

func (w *walk) timed(s *Step, fn func()) {
	start := w.now()
	fn()
	s.Ended = w.now()
	s.Elapsed += s.Ended.Sub(start)
}
