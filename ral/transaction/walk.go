package transaction

import (
	"context"
	"errors"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// walk is one run over a set of resources. What differs between a plan and an
// apply stands in its fields and nowhere else.
type walk struct {
	run    *ral.Run
	change host.Change
	emit   func(Event)
	graph  *graph
	steps  []*Step // in the order of the run
	at     []int   // resource index -> place in steps

	planned   []*Step // of an apply: the plan's own steps, same order
	planning  bool
	readAgain bool
	stop      <-chan struct{}

	current *Step
}

// Options are the choices of a run.
type Options struct {
	// Emit is handed every event, in order, from one goroutine at a time.
	Emit func(Event)
	// Stop ends the run after the resource in hand.
	Stop <-chan struct{}
	// NoReadAgain leaves out the second look after each change.
	NoReadAgain bool
}

func newWalk(ctx context.Context, env *ral.Env, decls []ral.Decl, look host.Look) (*walk, error) {
	w := &walk{run: ral.NewRun(env, look), emit: func(Event) {}}
	resources := make([]*ral.Resource, len(decls))
	dropped := make([]ral.Diags, len(decls))
	var bad ral.Diags
	for i, d := range decls {
		r, diags := env.Build(ctx, d)
		if err := diags.Err(); err != nil {
			bad = append(bad, diags...)
			continue
		}
		resources[i], dropped[i] = r, diags
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	g, err := newGraph(resources)
	if err != nil {
		return nil, err
	}
	order, err := g.sorted()
	if err != nil {
		return nil, err
	}
	w.graph, w.at = g, make([]int, len(order))
	for place, i := range order {
		w.at[i] = place
		w.steps = append(w.steps, &Step{N: place + 1, Decl: decls[i], Resource: resources[i], Dropped: dropped[i]})
	}
	for place, i := range order {
		w.steps[place].Why = w.why(i)
	}
	return w, nil
}

// tap attributes every act to the step in hand.
func (w *walk) tap(c host.Change) host.Change {
	return host.Tap(c, func(act host.Act, res host.Result, err error) {
		d := Done{Act: act, Result: res, Err: err, Elapsed: res.Elapsed}
		if w.planning {
			d.Err = nil
		}
		w.current.Done = append(w.current.Done, d)
		w.emit(ActFinished{w.current.N, d})
	})
}

func (w *walk) all(ctx context.Context) {
	w.emit(RunStarted{w.steps})
	for _, s := range w.steps {
		w.emit(StepStarted{s.N})
		start := time.Now()
		w.current = s
		watched := host.Watch(ctx, func(t host.Trace) {
			if ev := traceEvent(s.N, t); ev != nil {
				w.emit(ev)
			}
		})
		w.step(watched, s)
		s.settle(w.planning)
		s.Elapsed = time.Since(start)
		w.emit(StepFinished{*s})
	}
}

func (w *walk) stopped(ctx context.Context) bool {
	select {
	case <-w.stop:
		return true
	default:
		return ctx.Err() != nil
	}
}

func (w *walk) step(ctx context.Context, s *Step) {
	if w.stopped(ctx) {
		s.Status = NotBegun
		return
	}
	if s.Needs = w.failedNeeds(s); len(s.Needs) > 0 {
		s.Status = Skipped
		return
	}
	r := s.Resource
	found, err := w.run.Retrieve(ctx, r)
	if err != nil {
		w.cannotRead(s, err)
		return
	}
	s.Found, r.Found = found, found
	if w.planned != nil {
		if s.Moved = moved(w.planned[s.N-1], found, w.upstreamChanged(s)); s.Moved != "" {
			s.Status = Stopped
			return
		}
	}
	w.properties(ctx, s)
	w.flush(ctx, s)
	w.refresh(ctx, s)
	if w.readAgain {
		w.again(ctx, s)
	}
}

func (w *walk) cannotRead(s *Step, err error) {
	s.Err = err
	var unsuitable *ral.UnsuitableError
	if n := w.commandsBefore(s); n > 0 && (s.Resource.Provider == nil || errors.As(err, &unsuitable)) {
		s.Changes = []Change{{
			Attr: s.Resource.Type.Properties()[0], Is: value.Unread(err.Error()), IsText: "not known: " + err.Error(),
			Status: Planned, Certainty: ral.UnknownUntil, Until: n,
		}}
		s.Status, s.Err = Planned, nil
		return
	}
	s.Status = Failed
	if w.planning {
		s.Status = Blocked
	}
}

func awaited(err error) bool {
	_, ok := errors.AsType[*ral.AwaitedError](err)
	return ok
}
