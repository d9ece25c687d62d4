package journal

import (
	"context"
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/journal/stored"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Wrap returns a Writer that records each act before it is tried. Events report
// acts only after they have ended, but the journal must contain the act of an
// interrupted run. An act that cannot be recorded is not tried: it fails, and
// the run is stopped.
func (w *Writer) Wrap(wr host.Writer) host.Writer { return host.TapBefore(wr, w.tapBefore) }

// Emit records an event. It is for transaction.Options.Emit.
func (w *Writer) Emit(ev transaction.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch ev := ev.(type) {
	case transaction.RunStarted:
		for _, s := range ev.Steps {
			w.steps[s.N] = s
		}
	case transaction.StepAdded:
		w.steps[ev.Step.N] = ev.Step
	case transaction.StepStarted:
		w.step = w.opened(ev.N)
	case transaction.StepResumed:
		w.step = w.opened(ev.N)
	case transaction.Together:
		w.together(ev.Steps)
	case transaction.ActStarted:
		if ev.PID > 0 {
			w.write(&partLine{lineHead: lineHead{Kind: lineProcess, N: ev.N}, PID: ev.PID})
		}
	case transaction.ActFinished:
		w.actDone(ev)
	case transaction.PropertyDone:
		c := w.change(ev.Change, w.resource(ev.N))
		w.write(append(w.begin(ev.N), &partLine{lineHead: lineHead{Kind: lineProperty, N: ev.N}, Change: &c})...)
	case transaction.StepFinished:
		w.stepDone(&ev.Step)
	}
}

func (w *Writer) resource(n int) *ral.Resource {
	if s := w.steps[n]; s != nil {
		return s.Resource
	}
	return nil
}

// name sets the resource. A step that was added during the run is named in its end.
func (s *Step) name(of *transaction.Step) {
	s.Type, s.Title = of.Decl.Type, of.Decl.Title
	if of.Resource != nil && of.Resource.Provider != nil {
		s.Provider = of.Resource.Provider.Name
	}
}

// props returns all known properties that can be set. A declared property that
// the provider does not report is included with that reason.
func (w *Writer) props(res *ral.Resource, inst *ral.Instance) []Prop {
	var list []Prop
	for _, a := range inst.Type.Properties() {
		switch {
		case a.ReadOnly && a.RestoredBy == "":
		case inst.Known(a.Name):
			list = append(list, Prop{a.Name, w.val(res, a.Name, inst.Get(a.Name))})
		case res.Has(a.Name):
			list = append(list, Prop{a.Name, stored.Value{Unknown: "the provider does not report it"}})
		}
	}
	return list
}

// val converts a value of a resource for a line. Secrets become fingerprints.
func (w *Writer) val(res *ral.Resource, attr string, v value.Value) stored.Value {
	return w.redactor.Value(res.ShownIs(attr, v), false, w.keep)
}

func (w *Writer) tapBefore(act host.Act) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.step == nil {
		return nil
	}
	if err := w.reserve(); err != nil {
		w.fail(err, &partLine{lineHead: lineHead{N: w.step.n}})
		return w.refusal()
	}
	a := Act{
		Seq: w.step.acts + 1, Kind: act.Kind.String(), Text: w.redactor.Act(act).String(),
		Path: w.redactor.Text(act.Path), Real: w.redactor.Text(act.Real), Stage: w.redactor.Text(act.Stage), Below: act.Recurse,
	}
	if !w.linksToSecret(act.Prior) && !w.linksToSecret(act.Left) {
		a.Prior, a.After = pathState(act.Prior), pathState(act.Left)
	}
	a.clears = w.clears(act)
	w.before(&a, act, mayHaveSecrets(w.resource(w.step.n), act))
	w.trees(&a, act)
	if err := w.markSecrets(act); err != nil {
		w.fail(err, &partLine{lineHead: lineHead{N: w.step.n}})
	}
	if w.lost == nil {
		w.announce(append(w.begin(w.step.n), &partLine{lineHead: lineHead{Kind: lineAct, N: w.step.n}, Act: &a})...)
	}
	if w.lost != nil {
		return w.refusal()
	}
	w.step.acts, w.step.act = a.Seq, &a
	w.left.add(w.step.n, a, act.Secret)
	return nil
}

// linksToSecret reports whether the target of a link contains a secret: then the state
// of its path is not recorded, and undo declares the resource.
func (w *Writer) linksToSecret(s *host.FileState) bool { return s != nil && w.redactor.Holds(s.Target) }

// tooLong is why content above stored.Largest is not saved.
const tooLong = "it is larger than 16 MiB"

// refusal returns why an act is not tried. It does not wrap the error, because its path
// is in the journal and providers must not inspect it.
func (w *Writer) refusal() error { return errors.New(w.lost.Error()) }

// before saves the content of a file that is about to be written or removed. An undo
// restores private content as a secret.
func (w *Writer) before(a *Act, act host.Act, private bool) {
	switch {
	case act.Long > 0:
		a.NotKept = tooLong
	case act.Before == nil:
	case act.Secret && !w.resource(w.step.n).HidesContent() || w.redactor.HoldsDeclared(string(act.Before)):
		a.NotKept = "it contains a secret"
	default:
		known := act.Secret || w.redactor.HidesFile(a.file()) || w.redactor.Holds(string(act.Before))
		a.Hidden = known || private
		sum := stored.Checksum(act.Before)
		if known {
			sum = w.redactor.Sealed(sum)
		}
		if k := w.keepAs(sum, act.Before); k.Lost {
			a.NotKept = tooLong
		} else {
			a.Kept = k.Sum
		}
	}
	hides := act.Kind == host.ActWrite && act.Secret && w.resource(w.step.n).HidesContent()
	if act.Copied != nil {
		switch {
		case hides:
			a.Print = w.redactor.Fingerprint(act.Copied.Sum)
		case !act.Secret:
			a.Left = act.Copied.Sum
		}
		return
	}
	if hides && !w.redactor.HoldsDeclared(string(act.After)) {
		a.Print = w.redactor.Fingerprint(stored.Checksum(act.After))
	}
	if act.Kind == host.ActWrite && !act.Secret && !w.redactor.HoldsDeclared(string(act.After)) {
		a.Left = stored.Checksum(act.After)
		if r := w.resource(w.step.n); r != nil && r.Type.UndoByFile {
			w.keep(act.After)
		}
	}
}

// mayHaveSecrets reports whether the file of an act may contain undeclared secrets: a
// value of its resource is secret and may become part of the file, or its type has secret
// properties. A built-in provider of such a type marks the files with secrets that it
// writes.
func mayHaveSecrets(r *ral.Resource, act host.Act) bool {
	if r == nil {
		return false
	}
	marks := act.Kind == host.ActWrite && r.Provider != nil && r.Provider.Origin.BuiltIn()
	return slices.ContainsFunc(r.Type.Order(), func(a *ral.Attribute) bool {
		return a.Kind == ral.Property && a.Sensitive && !marks || r.Has(a.Name) && r.IsSecret(a.Name)
	})
}

// actDone records the end of the act that has begun. An act that could not be
// recorded was not tried and has only an end.
func (w *Writer) actDone(ev transaction.ActFinished) {
	lines := w.begin(ev.N)
	step := w.opened(ev.N)
	a := Act{
		Error: errorText(ev.Done.Err), Signal: ev.Done.Result.Signal, Stopped: stoppedByUser(ev.Done.Err),
		ElapsedMS: float64(ev.Done.Elapsed.Microseconds()) / 1000,
	}
	if begun := step.act; begun != nil {
		a.Seq = begun.Seq
		if begun.clears && ev.Done.Err == nil {
			w.places.dropFile(begun.file())
		}
	} else {
		step.acts++
		a.Seq, a.Kind, a.Text, a.Path = step.acts, ev.Done.Act.Kind.String(), ev.Done.Act.String(), ev.Done.Act.Path
	}
	step.act = nil
	if ev.Done.Result.PID > 0 {
		a.Exit = &ev.Done.Result.Exit
	}
	w.write(append(lines, &partLine{lineHead: lineHead{Kind: lineActDone, N: ev.N}, Act: &a})...)
}

// stoppedByUser reports whether the error is that of a command that the user stopped.
func stoppedByUser(err error) bool {
	failed, ok := errors.AsType[*host.CommandError](err)
	return ok && errors.Is(failed.Cause, context.Canceled)
}

func (w *Writer) change(c transaction.Change, res *ral.Resource) Change {
	is, should := c.Is, c.Should
	if c.Status == transaction.Audited {
		// A different process changed it: from Was to Is.
		is, should = c.Was, c.Is
	}
	return Change{
		Property: c.Attr.Name, Is: w.val(res, c.Attr.Name, is), Should: w.val(res, c.Attr.Name, should),
		Status: c.Status.String(), Text: c.Text, Error: errorText(c.Err), Part: c.Part,
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// stepDone records the end of a step and the values after it. A step that was in sync
// or skipped has no line.
func (w *Writer) stepDone(s *transaction.Step) {
	defer delete(w.open, s.N)
	w.places.clearValues(s)
	step := w.opened(s.N)
	idle := s.Status == transaction.InSync || s.Status == transaction.Skipped && s.OK()
	if idle && !step.written {
		return
	}
	lines := w.begin(s.N)
	end := Step{
		Status: s.Status.String(), Refresh: s.Refresh, Refreshes: s.Restarted,
		ElapsedMS: float64(s.Elapsed.Microseconds()) / 1000,
	}
	if w.steps[s.N] == nil {
		end.name(s)
	}
	if s.BatchLeader != nil {
		end.With = s.BatchLeader.N
	}
	if s.Now != nil {
		end.Now = w.props(s.Resource, s.Now)
	}
	if s.Found != nil && !step.was {
		end.Was = w.props(s.Resource, s.Found)
	}
	for _, c := range s.Changes {
		end.Changes = append(end.Changes, w.change(c, s.Resource))
	}
	for _, m := range s.Messages {
		end.Messages = append(end.Messages, ral.Message{Level: m.Level, Text: w.redactor.Text(m.Text)})
	}
	switch {
	case s.Err != nil:
		end.Error = errorText(s.Err)
	case s.Drift != "":
		end.Error = "the resource changed after the plan: " + s.Drift
	case len(s.Needs) > 0:
		end.Error = "needs " + s.Needs[0] + ", which failed"
	}
	w.write(append(lines, &stepEndLine{lineHead{Kind: lineStepDone, N: s.N}, end})...)
}
