package suite

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// marked runs a case on two hosts: unchanged, and with every value as a secret. Both
// hosts must receive the same actions and end in the same state, and no output of the
// second run may contain a value. Two real systems are never equal. On a real system,
// marked makes only the run with secrets, and verifies the values by reading them again.
func (s Suite) marked(t T, c Case) {
	t.Helper()
	secret := newLife(t, s, c)
	secret.law = lawSecrets
	var clear *life
	if s.Watch == nil {
		clear = newLife(t, s, c)
		clear.law = lawSecrets
	}
	t = secret.t
	for _, stage := range c.stages(secret.typ) {
		given := secret.decl(stage)
		marks := given
		marks.Attrs = nil
		for _, a := range given.Attrs {
			marks.Attrs = append(marks.Attrs, ral.Attr{Name: a.Name, Value: value.Secret(a.Value)})
		}
		acts, text := secret.liveStage(marks)
		if clear != nil {
			clear.alike(given, secret, acts)
		}
		for _, v := range secrets(secret.typ, given) {
			i := slices.IndexFunc(text, func(text string) bool { return strings.Contains(strings.ReplaceAll(text, c.Title, ""), v) })
			if i >= 0 {
				t.Errorf("%q is shown in %q", v, text[i])
			}
		}
	}
}

// alike runs a stage without secrets, and compares its actions and result with the run
// with secrets.
func (l *life) alike(given ral.Decl, secret *life, got []string) {
	t := l.t
	t.Helper()
	want, _ := l.liveStage(given)
	for i, act := range got {
		if strings.HasPrefix(act, "run "+value.Redacted) && i < len(want) {
			want[i] = act // // exec hides the command even from an observer, not even to an observer
		}
	}
	if !slices.Equal(want, got) {
		t.Fatalf("the actions differ with secrets:\n%s\nwithout secrets:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if d := differing(l.snapshot(false), secret.snapshot(false)); d != "" {
		t.Fatalf("the final state of the host differs with secrets (- without, + with):\n%s", d)
	}
}

// stages returns the declarations of a case, in order.
func (c Case) stages(typ *ral.Type) (list [][]ral.Attr) {
	if c.Create != nil {
		list = append(list, c.creation(typ))
	}
	for _, change := range c.Changes {
		list = append(list, []ral.Attr{change})
	}
	if c.Remove != "" {
		list = append(list, []ral.Attr{A("ensure", c.Remove)})
	}
	return list
}

// secrets returns the values that must not appear. It omits values that the type defines,
// and values that are too short to recognize.
func secrets(typ *ral.Type, d ral.Decl) (list []string) {
	for _, given := range d.Attrs {
		a := typ.Attr(given.Name)
		for _, v := range given.Value.Elements() {
			word := slices.ContainsFunc(a.Values, func(w ral.Allowed) bool {
				return w.Name == v.Raw() || slices.Contains(w.Aliases, v.Raw())
			})
			word = word || a.Namevar || v.Raw() == "absent"
			if !word && len(v.Raw()) > 3 && !strings.Contains(value.Redacted, v.Raw()) {
				list = append(list, v.Raw())
			}
		}
	}
	return list
}

// liveStage applies a stage. It returns the actions with the secret values, and
// everything that a user sees.
func (l *life) liveStage(d ral.Decl) (acts, text []string) {
	t := l.t
	t.Helper()
	tell := func(x ...any) { text = append(text, fmt.Sprint(x...)) }
	plan, err := transaction.NewPlanWith(t.Context(), l.env, []ral.Decl{d}, l.options())
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, s := range plan.Steps {
		tellStep(tell, s)
	}
	var rep *transaction.Report
	operations := l.observed(func() {
		rep, err = plan.Apply(t.Context(), l.writer(), transaction.Options{Emit: func(ev transaction.Event) { tellEvent(tell, ev) }})
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, s := range rep.Steps {
		tellStep(tell, s)
		if !s.OK() {
			t.Fatalf("the run with secrets failed: %s", stepText(s))
		}
	}
	for _, o := range operations {
		if a := o.Act; !o.ReadOnly {
			text := fmt.Sprintf("%s %s %q < %q %q %q", a.Kind, a.Path, a.Args, a.Stdin, a.Target, a.After)
			acts = append(acts, strings.ReplaceAll(text, strconv.Quote(l.host.Root()), "ROOT"))
		}
	}
	return acts, text
}

func tellStep(tell func(...any), s *transaction.Step) {
	tell(s.Err, s.Drift, s.Dropped)
	for _, c := range s.Changes {
		tellChange(tell, c)
	}
	for _, d := range s.Results {
		tellAct(tell, d)
	}
	for _, found := range []*ral.Instance{s.Found, s.Now, s.AtEnd} {
		if found == nil {
			continue
		}
		for _, a := range found.Type.Properties() {
			tell(found.Get(a.Name))
		}
	}
}

func tellChange(tell func(...any), c transaction.Change) {
	tell(c.Text, c.IsText, c.Note, c.By, c.Refused, c.Also, c.Err)
	for _, v := range []value.Value{c.Is, c.Should, c.Now, c.Was} {
		encoded, _ := json.Marshal(v)
		tell(v.Inspect(), v.Literal(), string(encoded))
	}
}

func tellAct(tell func(...any), d transaction.ActResult) {
	tell(d.Act, d.Act.Path, d.Act.Args, d.Err, string(d.Result.Stdout), string(d.Result.Stderr), d.Result.Args)
	if !d.Act.Secret {
		tell(string(d.Act.Stdin), string(d.Act.Before), string(d.Act.After))
	}
}

func tellEvent(tell func(...any), ev transaction.Event) {
	switch ev := ev.(type) {
	case transaction.ActStarted:
		tell(ev.Command)
	case transaction.ActOutput:
		tell(ev.Line)
	case transaction.ActWaits:
		tell(ev.For)
	case transaction.ActFinished:
		tellAct(tell, ev.Done)
	case transaction.PropertyDone:
		tellChange(tell, ev.Change)
	case transaction.Recorded:
		tell(ev.Is)
	case transaction.Troubled:
		tell(ev.Trouble.Err)
	case transaction.Refreshed:
		tell(ev.Err)
	case transaction.Prefetched:
		tell(ev.Err)
	case transaction.Finished:
		tell(ev.Err)
	case transaction.StepFinished:
		tellStep(tell, &ev.Step)
	}
}
