package journal

import (
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Wrap returns a Change that writes each act down before it is tried. The
// events tell of acts when they are over; a run that is cut off between the two
// must have the act on the disk.
func (r *Writer) Wrap(c host.Writer) host.Writer { return host.TapBefore(c, r.announce) }

// Emit writes down what happened. It is for transaction.Options.Emit.
func (r *Writer) Emit(ev transaction.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch ev := ev.(type) {
	case transaction.RunStarted:
		for _, s := range ev.Steps {
			r.steps[s.N] = s
		}
	case transaction.StepAdded:
		r.steps[ev.Step.N] = ev.Step
	case transaction.StepStarted:
		r.step = r.opened(ev.N)
	case transaction.StepResumed:
		r.step = r.opened(ev.N)
	case transaction.Together:
		r.together(ev.Steps)
	case transaction.ActStarted:
		if ev.PID > 0 {
			r.write(line{Kind: lineProcess, N: ev.N, PID: ev.PID})
		}
	case transaction.ActFinished:
		r.actDone(ev)
	case transaction.PropertyDone:
		c := r.change(ev.Change, r.resource(ev.N))
		r.write(append(r.begin(ev.N), line{Kind: lineProperty, N: ev.N, Change: &c})...)
	case transaction.StepFinished:
		r.stepDone(&ev.Step)
	}
}

func (r *Writer) resource(n int) *ral.Resource {
	if s := r.steps[n]; s != nil {
		return s.Resource
	}
	return nil
}

// name says which resource a line is about; of a step that was added while the
// run was under way its end does.
func (l *line) name(s *transaction.Step) {
	if s == nil {
		return
	}
	l.Type, l.Title = s.Decl.Type, s.Decl.Title
	if s.Resource != nil && s.Resource.Provider != nil {
		l.Provider = s.Resource.Provider.Name
	}
}

// props are all properties that are known and can be set.
func (r *Writer) props(res *ral.Resource, f *ral.Instance) []Prop {
	var list []Prop
	for _, a := range f.Type.Properties() {
		if v := f.Get(a.Name); f.Known(a.Name) && !a.ReadOnly {
			list = append(list, Prop{a.Name, r.mask.val(v, a.Sensitive || res.HidesContent(a.Name), r.keep)})
		}
	}
	return list
}

func (r *Writer) announce(act host.Act) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.step == nil {
		return
	}
	lines := r.begin(r.step.n)
	if act.Secret {
		r.mask.learn(value.Str(string(act.Stdin)))
	}
	a := Act{
		Seq: len(r.step.acts) + 1, Kind: act.Kind.String(), Text: r.mask.clean(act.String()),
		Path: act.Path, Below: act.Recurse,
	}
	r.before(&a, act)
	r.step.acts = append(r.step.acts, a)
	r.write(append(lines, line{Kind: lineAct, N: r.step.n, Act: &a})...)
}

// before keeps what a file held that is about to be written or removed.
func (r *Writer) before(a *Act, act host.Act) {
	switch {
	case act.Before == nil:
	case act.Secret || r.mask.holds(string(act.Before)):
		a.NotKept = "it holds a secret"
	default:
		if k := r.keep(act.Before); k.Lost {
			a.NotKept = "it is too long, or could not be written"
		} else {
			a.Kept = k.Sum
		}
		if act.Kind == host.ActWrite && !r.mask.holds(string(act.After)) {
			a.Left = checksum(act.After)
		}
	}
}

// actDone matches an act with the one that was announced, by its text: a
// provider may have several at work.
func (r *Writer) actDone(ev transaction.ActFinished) {
	lines := r.begin(ev.N)
	step := r.opened(ev.N)
	text := r.mask.clean(ev.Done.Act.String())
	i := slices.IndexFunc(step.acts, func(a Act) bool { return !a.Done && a.Text == text })
	if i < 0 {
		step.acts = append(step.acts, Act{Text: text})
		i = len(step.acts) - 1
	}
	step.acts[i].Done = true
	a := Act{
		Seq: i + 1, Error: r.mask.cleanError(ev.Done.Err), Signal: ev.Done.Result.Signal,
		ElapsedMS: float64(ev.Done.Elapsed.Microseconds()) / 1000,
	}
	if step.acts[i].Kind == "" {
		a.Kind, a.Text, a.Path = ev.Done.Act.Kind.String(), text, ev.Done.Act.Path
	}
	if ev.Done.Result.PID > 0 {
		a.Exit = &ev.Done.Result.Exit
	}
	r.write(append(lines, line{Kind: lineActDone, N: ev.N, Act: &a})...)
}

func (r *Writer) change(c transaction.Change, res *ral.Resource) Change {
	secret := c.Attr.Sensitive || res.HidesContent(c.Attr.Name)
	if secret || c.Should.IsSecret() || c.Is.IsSecret() {
		r.mask.learn(c.Is)
		r.mask.learn(c.Should)
	}
	is, should := c.Is, c.Should
	if c.Status == transaction.Audited {
		// Somebody else changed it: from what it was to what it is.
		is, should = c.Was, c.Is
	}
	return Change{
		Property: c.Attr.Name, Is: r.mask.val(is, secret, r.keep), Should: r.mask.val(should, secret, r.keep),
		Status: c.Status.String(), Text: r.mask.clean(c.Text), Error: r.mask.cleanError(c.Err), Part: c.Part,
	}
}

// stepDone writes down how a step ended and what was read again. A step that
// was in sync, or was not asked for, leaves no line.
func (r *Writer) stepDone(s *transaction.Step) {
	defer delete(r.open, s.N)
	step := r.opened(s.N)
	idle := s.Status == transaction.InSync || s.Status == transaction.Skipped && s.OK()
	if idle && !step.written {
		return
	}
	lines := r.begin(s.N)
	l := line{
		Kind: lineStepDone, N: s.N, Status: s.Status.String(), Refresh: s.Refresh,
		ElapsedMS: float64(s.Elapsed.Microseconds()) / 1000,
	}
	if r.steps[s.N] == nil {
		l.name(s)
	}
	if s.BatchLeader != nil {
		l.With = s.BatchLeader.N
	}
	if s.Now != nil {
		r.mask.learnFound(s.Resource, s.Now)
		l.Now = r.props(s.Resource, s.Now)
	}
	if s.Found != nil && !step.was {
		r.mask.learnFound(s.Resource, s.Found)
		l.Was = r.props(s.Resource, s.Found)
	}
	for _, c := range s.Changes {
		l.Changes = append(l.Changes, r.change(c, s.Resource))
	}
	switch {
	case s.Err != nil:
		l.Error = r.mask.cleanError(s.Err)
	case s.Drift != "":
		l.Error = "changed since the plan: " + r.mask.clean(s.Drift)
	case len(s.Needs) > 0:
		l.Error = "needs " + s.Needs[0] + ", which failed"
	}
	r.write(append(lines, l)...)
}
