package transaction

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"ralsh/ral"
	"ralsh/ral/earlier"
	"ralsh/ral/host"
	"ralsh/ral/redact"
	"ralsh/ral/transaction/catalog"
	"ralsh/ral/transaction/effects"
	"ralsh/ral/transaction/graph"
	"ralsh/ral/value"
)

// walk is a run over a set of resources. A plan, an apply and a plain run differ only
// in its fields.
type walk struct {
	Options
	sequence
	reading
	foresight
	recording

	change    host.Writer
	batches   batches
	readAgain bool
	finishing []*ral.Provider
}

// sequence is the order of a walk, and the vertices that are ready.
type sequence struct {
	catalog  *catalog.Catalog
	declared []*Step // of each entry of the catalog
	graph    *graph.Graph
	vertices []*vertex // of each vertex of the graph
	steps    []*Step   // in the order of the run, as expected before it
	order    []*Step   // in the actual order
	ready    *graph.Queue
}

// reading holds the providers through which a walk reads the host, and their prefetched
// data.
type reading struct {
	run      *ral.Run
	works    map[*ral.Provider]bool
	stale    bool // something was changed since a provider was found unsuitable
	prefetch prefetching
	acts     int         // number done so far
	lacking  []*ral.Type // types that never had a suitable provider
}

// foresight holds the known effects of a plan's steps. An apply uses only planned and
// checked.
type foresight struct {
	planning     bool
	planned      map[string]*Step // of an apply: the steps of the plan
	plannedState plannedState     // planned values of the steps so far
	effects      effects.Effects  // other possible effects of the steps
	checked      atomic.Bool      // a Check was made for the current step
}

// recording emits the events of a walk, without the secrets of this run and of earlier
// runs.
type recording struct {
	sink     func(Event) // may be nil
	emitting sync.Mutex  // serialises events
	secrets  *redact.Redactor
	earlier  *earlier.Secrets // may be nil
	current  *Step            // acts belong to it
}

// Options are the options of a run.
type Options struct {
	// Emit is called with every event, in order, from one goroutine at a time.
	Emit func(Event)
	// Stop ends the run after the current resource.
	Stop <-chan struct{}
	// Unrecorded ends the run as Stop does: its journal cannot be written.
	Unrecorded <-chan struct{}
	// NoReadAgain omits the verification after each change.
	NoReadAgain bool
	// NoBatch writes each resource separately, even if its provider can write
	// several together.
	NoBatch bool
	// NoChecks makes a plan without running the tests of resources (onlyif and
	// unless of exec, status of a service); their results are unknown then. An
	// apply always runs them.
	NoChecks bool
	// Noop reads and reports but changes only resources with noop => false
	// (semantics.md L31).
	Noop bool
	// Tags restrict the run to resources with at least one of them; resources with any
	// of SkipTags are skipped.
	Tags, SkipTags []string
	// IgnoreSchedules also runs resources outside of their schedule.
	IgnoreSchedules bool
	// Persistence is the state kept between runs. It may be nil. Audits and schedules
	// need it.
	Persistence *earlier.Persistence
	// Earlier locates the secrets of earlier runs. It may be nil. An apply uses the
	// Earlier of its plan.
	Earlier *earlier.Secrets
	// Corrective distinguishes changes that revert changes by a different process from
	// changes that follow a new desired value. It needs Persistence (semantics.md L27).
	Corrective bool
	// IsUndo is set for the undo of an earlier run: its changes are not reported as
	// corrective.
	IsUndo bool
	// Peers are declarations that are not part of the run and that providers may find
	// (Resource.Peer): an undo uses the peers of its run.
	Peers []ral.Decl
	// LetGo drops, in a plan that is not applied, the instances of resources in sync.
	LetGo bool
	// NoPredict makes a plan without the dry runs of the tools.
	NoPredict bool
	// KnownState overrides the state read from the host, by reference, so that a plan
	// can start at the end of an earlier plan.
	KnownState map[string]*ral.Instance
}

// newWalk builds all resources again. The error is why the run cannot begin; the host
// is unchanged then, but the walk is still returned.
func newWalk(ctx context.Context, env *ral.Env, decls []ral.Decl, rd host.Reader, opt Options, secrets *redact.Redactor, leftOut map[catalog.Name]bool) (*walk, error) {
	w := &walk{
		Options:   opt,
		reading:   reading{run: ral.NewRun(env, rd), works: make(map[*ral.Provider]bool)},
		recording: recording{sink: opt.Emit, secrets: secrets, earlier: opt.Earlier},
	}
	w.batches.walk = w
	w.earlier.LearnFiles(ctx, env.Reader(), w.secrets)
	err := w.begin(redact.Into(host.WithTraceMap(ctx, w.secrets.Trace), w.secrets), env, decls, leftOut)
	if err != nil && ctx.Err() != nil {
		err = ctx.Err() // further errors may result from the unfinished build
	}
	return w, w.secrets.Error(err)
}

// begin builds the declared resources and orders them.
func (w *walk) begin(ctx context.Context, env *ral.Env, decls []ral.Decl, leftOut map[catalog.Name]bool) error {
	c, bad := catalog.New(ctx, env, decls, w.secrets, leftOut)
	c.AddPeers(ctx, w.Peers)
	if len(bad) > 0 {
		_, _, more := c.Relate(ctx, w.IgnoreSchedules)
		return catalog.Refuse(append(bad, more...))
	}
	w.catalog = c
	w.addDeclared()
	c.Generate(ctx, func(i int32, err error) { w.trouble(w.stepOf(i), CannotGenerate, err) })
	for i := range c.Entries {
		w.stepOf(int32(i))
	}
	if err := w.preRun(ctx); err != nil {
		return err
	}
	g, order, bad := c.Relate(ctx, w.IgnoreSchedules)
	if len(bad) > 0 {
		w.fail(bad[0])
		return catalog.Refuse(bad)
	}
	w.setGraph(g)
	w.number(order)
	return nil
}

// addDeclared makes the step of each entry that the catalog has so far.
func (sq *sequence) addDeclared() {
	entries := sq.catalog.Entries
	slab := make([]Step, len(entries))
	sq.declared = make([]*Step, len(entries))
	for i, e := range entries {
		slab[i] = Step{Decl: e.Resource.Decl, Resource: e.Resource, Dropped: e.Dropped, entry: e}
		sq.declared[i] = &slab[i]
	}
	for i, e := range entries {
		if e.Container != catalog.None {
			slab[i].container = sq.declared[e.Container]
		}
	}
}

// stepOf returns the step of an entry. It makes the steps of generated entries.
func (sq *sequence) stepOf(i int32) *Step {
	for n := len(sq.declared); n <= int(i); n++ {
		e := sq.catalog.Entries[n]
		from := sq.declared[e.Generator]
		sq.declared = append(sq.declared, &Step{
			Decl: e.Resource.Decl, Resource: e.Resource, Dropped: e.Dropped, GeneratedBy: from.Ref(),
			entry: e, generator: from, container: from.container,
		})
	}
	return sq.declared[i]
}

// setGraph makes the vertices of a graph.
func (sq *sequence) setGraph(g *graph.Graph) {
	sq.graph = g
	slab := make([]vertex, len(g.Vertices))
	sq.vertices = make([]*vertex, len(g.Vertices))
	for i, v := range g.Vertices {
		slab[i] = vertex{Vertex: v, step: sq.declared[v.Resource]}
		sq.vertices[i] = &slab[i]
	}
}

// number numbers the steps and sets the reason for the position of each.
func (sq *sequence) number(order []int32) {
	why := make([]Why, len(sq.vertices))
	sq.steps = make([]*Step, 0, len(order))
	for _, i := range order {
		v := sq.vertices[i]
		why[i] = sq.why(v, why)
		if v.Part == graph.Whole {
			sq.steps = append(sq.steps, v.step)
			v.step.N, v.step.Why = len(sq.steps), why[i]
		}
	}
	sq.order = make([]*Step, 0, len(sq.steps))
}

// tap assigns every act to the current step.
func (w *walk) tap(ctx context.Context, wr host.Writer) host.Writer {
	return host.TapAfter(wr, func(act host.Act, res host.Result, err error) {
		d := ActResult{Act: act, Result: res, Err: err, Elapsed: res.Elapsed, Ended: w.now()}
		if w.planning {
			d.Err = nil
			if w.current.Denied == "" {
				w.current.Denied = w.secrets.Text(w.run.Env().Reader().Denied(ctx, act))
			}
		} else {
			w.acts++
		}
		if act.Secret {
			for _, data := range [][]byte{act.Stdin, act.Before, act.After} {
				if w.current.Resource.HidesContent() {
					w.secrets.LearnHidden(value.Str(string(data)))
				} else {
					w.secrets.LearnText(string(data))
				}
			}
		}
		d.Act, d.Result, d.Err = w.secrets.Act(d.Act), w.secrets.Result(d.Result), w.secrets.Error(d.Err)
		w.current.Results = append(w.current.Results, d)
		w.emit(ActFinished{w.current.N, d})
	})
}

func (w *walk) all(ctx context.Context) {
	ctx = redact.Into(host.WithTraceMap(ctx, w.secrets.Trace), w.secrets)
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

func (rec *recording) emit(ev Event) {
	if rec.sink == nil {
		return
	}
	// The two streams of a command are read concurrently.
	rec.emitting.Lock()
	defer rec.emitting.Unlock()
	rec.sink(rec.redactEvent(ev))
}

func (o *Options) stopped(ctx context.Context) bool {
	select {
	case <-o.Stop:
		return true
	case <-o.Unrecorded:
		return true
	default:
		return ctx.Err() != nil
	}
}

// ops returns the behaviours of a resource's provider, zero without a provider.
func (rd *reading) ops(r *ral.Resource) ral.Ops {
	if r.Provider == nil {
		return ral.Ops{}
	}
	return rd.run.Ops(r.Provider)
}

// writerFor returns the writer for a resource's provider, with its queries.
func (w *walk) writerFor(r *ral.Resource) host.Writer {
	if r.Provider == nil {
		return w.change
	}
	return w.change.Allow(r.Provider.Queries(w.run.Reader(r.Provider).Root())...)
}

// noop reports whether a resource is noop (semantics.md M1).
func (o *Options) noop(r *ral.Resource) bool {
	if !r.Has("noop") {
		return o.Noop
	}
	return r.True("noop")
}

func (w *walk) watched(ctx context.Context, s *Step) context.Context {
	ctx = ral.WithMessages(ctx, func(m ral.Message) { s.Messages = ral.AddMessage(s.Messages, m) })
	if w.Stop != nil {
		ctx = host.WithStop(ctx, w.Stop)
	}
	if w.sink == nil {
		return ctx
	}
	return host.WithTrace(ctx, func(t host.Trace) {
		if ev := traceEvent(s.N, t); ev != nil {
			w.emit(ev)
		}
	})
}

// now returns the time of the host's clock.
func (rd *reading) now() time.Time { return rd.run.Env().Reader().Now() }

func (rd *reading) since(start time.Time) time.Duration { return rd.run.Env().Reader().Since(start) }

func (rd *reading) timed(s *Step, fn func()) {
	start := rd.now()
	fn()
	s.Ended = rd.now()
	s.Elapsed += s.Ended.Sub(start)
}
