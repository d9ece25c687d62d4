package transaction

import (
	"context"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/earlier"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/redact"
	"ralsh/ral/transaction/catalog"
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

// reading holds the providers through which a walk reads the host, and their prefetched
// data.
type reading struct {
	run      *onhost.Run
	works    map[*ral.Provider]bool
	stale    bool // something was changed since a provider was found unsuitable
	prefetch prefetching
	lacking  []*ral.Type // types that never had a suitable provider
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

// newWalk builds all resources again. The error is why the run cannot begin; the host
// is unchanged then, but the walk is still returned.
func newWalk(ctx context.Context, env *onhost.Env, decls []ral.Decl, rd host.Reader, opt Options, secrets *redact.Redactor, leftOut map[catalog.Name]bool) (*walk, error) {
	w := &walk{
		Options:   opt,
		reading:   reading{run: onhost.NewRun(env, rd), works: make(map[*ral.Provider]bool)},
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
func (w *walk) begin(ctx context.Context, env *onhost.Env, decls []ral.Decl, leftOut map[catalog.Name]bool) error {
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

// tap assigns every act to the current step.
func (w *walk) tap(ctx context.Context, wr host.Writer) host.Writer {
	return host.TapAfter(wr, func(act host.Act, res host.Result, err error) {
		d := ActResult{Act: act, Result: res, Err: err, Elapsed: res.Elapsed, Ended: w.now()}
		if w.planning {
			d.Err = nil
			if w.current.Denied == "" {
				w.current.Denied = w.secrets.Text(w.run.Env().Reader().Denied(ctx, act))
			}
		}
		file, _ := act.File()
		w.run.Changed(file)
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
