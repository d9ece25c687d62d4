package transaction

import (
	"context"
	"errors"
	"fmt"
	"strings"
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

// why names the latest step that this one had to wait for.
func (w *walk) why(i int) Why {
	var y Why
	for _, e := range w.graph.in[i] {
		if n := w.at[e.from] + 1; n > y.After {
			y = Why{n, e.by}
		}
	}
	return y
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

// properties syncs ensure first; if it did anything, even fail, no other
// property is looked at (semantics.md L3, L4).
func (w *walk) properties(ctx context.Context, s *Step) {
	r := s.Resource
	for _, a := range r.Type.Properties() {
		if a.Name == "ensure" && w.sync(ctx, s, a) {
			return
		}
	}
	if !r.Type.Present(r.Found) && !r.Type.EnsureOptional {
		return
	}
	for _, a := range r.Type.Properties() {
		if a.Name != "ensure" {
			w.sync(ctx, s, a)
		}
	}
}

// sync brings one property to what it should be and reports whether it had to.
func (w *walk) sync(ctx context.Context, s *Step, a *ral.Attribute) bool {
	r := s.Resource
	should := r.Get(a.Name)
	if !should.Truthy() || len(r.Munged(a.Name)) == 0 && !a.EmptyCounts {
		return false
	}
	is := r.Found.Get(a.Name)
	c := Change{Attr: a, Is: is, Should: should, IsText: a.TextOfIs(r, is), Event: a.EventName(should)}
	if is.IsUnknown() {
		c.Status, c.Err = Blocked, errors.New(is.Reason())
		c.IsText = "not known: " + is.Reason()
		w.note(s, c)
		return true
	}
	insync, err := w.insync(ctx, s, a, is)
	if insync && err == nil {
		return false
	}
	c.Text = a.ChangeText(r, is, should)
	start := time.Now()
	if w.planning && err == nil {
		w.foresee(ctx, s, &c)
	}
	before := len(s.Done)
	if err == nil {
		err = ral.Guard(func() error { return w.set(ctx, s, a, should) })
	}
	c.Elapsed = time.Since(start)
	w.judge(s, &c, err, before)
	w.note(s, c)
	if a.Name == "ensure" && c.Status != Failed {
		w.parts(s, c)
	}
	return true
}

func (w *walk) note(s *Step, c Change) {
	s.Changes = append(s.Changes, c)
	if !w.planning {
		w.emit(PropertyDone{s.N, c})
	}
}

// judge settles a change's status and how sure it is.
func (w *walk) judge(s *Step, c *Change, err error, before int) {
	c.Status = Changed
	if w.planning {
		c.Status = Planned
		if n := w.commandsBefore(s); n > 0 {
			c.Certainty, c.Until = ral.UnknownUntil, n
		}
	}
	switch {
	case w.planning && errors.Is(err, host.ErrNotRun):
		c.Certainty, c.Until = ral.UnknownUntil, s.N
	case w.planning && c.Until > 0 && awaited(err):
		c.Note = err.Error() + " yet"
	case err != nil:
		c.Status = Failed
		if w.planning {
			c.Status = Blocked
		}
		c.Err = err
		c.Text = fmt.Sprintf("change from %s to %s failed: %s",
			c.IsText, c.Attr.TextOfShould(s.Resource, c.Should), err)
	case w.planning && c.Certainty == ral.Exact && len(s.Done) == before && s.Resource.Pending == nil:
		c.Certainty = ral.Computed
	}
}

func awaited(err error) bool {
	_, ok := errors.AsType[*ral.AwaitedError](err)
	return ok
}

func (w *walk) foresee(ctx context.Context, s *Step, c *Change) {
	ops := w.run.Ops(s.Resource.Provider)
	if ops.Foresee == nil {
		return
	}
	err := ral.Guard(func() error {
		f, err := ops.Foresee(ctx, w.run.Look(s.Resource.Provider), s.Resource, c.Attr.Name, c.Should)
		c.Certainty, c.By, c.Note, c.Also = f.Certainty, f.By, f.Note, f.Also
		return err
	})
	if err != nil {
		c.Certainty, c.Note = ral.Computed, "the dry run failed: "+err.Error()
	}
}

func (w *walk) insync(ctx context.Context, s *Step, a *ral.Attribute, is value.Value) (bool, error) {
	r := s.Resource
	if ops := w.run.Ops(r.Provider); ops.InSync != nil {
		var ok, known bool
		err := ral.Guard(func() (err error) {
			ok, known, err = ops.InSync(ctx, w.run.Look(r.Provider), r, a.Name, is, r.Get(a.Name))
			return err
		})
		if known || err != nil {
			return ok, err
		}
	}
	return a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, is, r.Munged(a.Name)), nil
}

// parts lists what a creation sets along with ensure, so that a plan shows all
// of it; an apply checks each when it reads again.
func (w *walk) parts(s *Step, ensure Change) {
	r := s.Resource
	if !ensure.Is.IsAbsent() && !ensure.Is.IsSym("purged") || r.Removing() {
		return
	}
	for _, a := range r.Type.Properties() {
		should := r.Get(a.Name)
		if a.Name == "ensure" || r.IsDefault(a.Name) || !should.Truthy() {
			continue
		}
		c := ensure
		c.Attr, c.Is, c.Should, c.Part = a, value.Absent(), should, true
		c.IsText, c.Text, c.Note, c.Also = "'absent'", a.ChangeText(r, value.Absent(), should), "", nil
		s.Changes = append(s.Changes, c)
	}
}

func (w *walk) failedNeeds(s *Step) []string {
	var refs []string
	for _, e := range w.graph.in[w.index(s)] {
		up := w.steps[w.at[e.from]]
		switch up.Status {
		case Failed, Skipped, Stopped, DidNotTake, Blocked:
			refs = append(refs, up.Ref())
		}
	}
	return refs
}

func (w *walk) index(s *Step) int {
	return w.graph.refs[key(s.Resource.Type.Name, s.Resource.Title)]
}

// commandsBefore returns the latest step that this one depends on and that runs
// a command while planning: what it will find then cannot be known.
func (w *walk) commandsBefore(s *Step) int {
	if !w.planning {
		return 0
	}
	latest := 0
	for _, e := range w.graph.in[w.index(s)] {
		up := w.steps[w.at[e.from]]
		for _, d := range up.Done {
			if d.Act.Kind == host.ActRun {
				latest = max(latest, up.N)
			}
		}
	}
	return latest
}

func (w *walk) upstreamChanged(s *Step) bool {
	for _, e := range w.graph.in[w.index(s)] {
		if w.steps[w.at[e.from]].Status == Changed {
			return true
		}
	}
	return false
}

// moved says what is not as the plan saw it, "" when all is, or when a change
// of this very run explains it.
func moved(plan *Step, now *ral.Found, explained bool) string {
	if plan.Found == nil || explained {
		return ""
	}
	for _, c := range plan.Changes {
		if c.Certainty == ral.UnknownUntil || c.Is.IsUnknown() {
			continue
		}
		was, is := plan.Found.Get(c.Attr.Name), now.Get(c.Attr.Name)
		if was.Equal(is) {
			continue
		}
		if c.Attr.Sensitive || strings.ContainsAny(was.Text()+is.Text(), "\n") {
			return c.Attr.Name + " is not what it was"
		}
		return fmt.Sprintf("%s was %s, now it is %s", c.Attr.Name, was.Literal(), is.Literal())
	}
	return ""
}
