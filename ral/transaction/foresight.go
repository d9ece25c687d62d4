package transaction

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync/atomic"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction/effects"
	"ralsh/ral/value"
)

// foresight holds the known effects of a plan's steps. An apply uses only planned and
// checked.
type foresight struct {
	planning     bool
	planned      map[string]*Step // of an apply: the steps of the plan
	plannedState plannedState     // planned values of the steps so far
	effects      effects.Effects  // other possible effects of the steps
	checked      atomic.Bool      // a Check was made for the current step
}

// plannedState collects the values that the steps of a plan so far set. It is sorted on
// first use, and then updated with the later steps.
type plannedState struct {
	closed []*Step
	sorted int // number of entries of closed that are sorted
	values map[plannedKey]value.Value
	names  map[plannedValue]string
}

type (
	plannedKey   struct{ typ, name, attr string }
	plannedValue struct{ typ, attr, text string }
)

// Value implements ral.PlannedState.
func (p *plannedState) Value(typ, name, attr string) (value.Value, bool) {
	p.sort()
	v, ok := p.values[plannedKey{typ, name, attr}]
	return v, ok
}

// NameWith implements ral.PlannedState.
func (p *plannedState) NameWith(typ, attr string, v value.Value) (string, bool) {
	p.sort()
	name, ok := p.names[plannedValue{typ, attr, v.Text()}]
	return name, ok
}

// remover returns the last step that removes a resource, or 0.
func (p *plannedState) remover(lacks *ral.DependencyError) int {
	for _, s := range slices.Backward(p.closed) {
		if r := s.Resource; r.Type.Name == lacks.Type && r.Name() == lacks.Name && r.Removing() && s.plans("ensure") {
			return s.N
		}
	}
	return 0
}

func (p *plannedState) sort() {
	if p.values == nil {
		p.values, p.names = make(map[plannedKey]value.Value), make(map[plannedValue]string)
	}
	for _, s := range p.closed[p.sorted:] {
		typ, name := s.Resource.Type.Name, s.Resource.Name()
		for _, c := range s.Changes {
			if c.Status != Planned {
				continue
			}
			should := s.Resource.Get(c.Attr.Name)
			p.values[plannedKey{typ, name, c.Attr.Name}] = should
			by := plannedValue{typ, c.Attr.Name, should.Text()}
			if _, twice := p.names[by]; !twice {
				p.names[by] = name
			}
			for _, d := range c.AlsoMakes {
				p.values[plannedKey{d.Type, d.Title, "ensure"}] = value.Sym("present")
			}
			for _, d := range c.AlsoRemoves {
				p.values[plannedKey{d.Type, d.Title, "ensure"}] = value.Absent()
			}
		}
	}
	p.sorted = len(p.closed)
}

// precheck lets the provider check, while planning, whether the tool would reject a
// change. A missing dependency may be created by a command of any earlier step, related
// or not, because steps run in the order of the plan. Any other rejection is final: the
// precheck has the planned state of earlier steps.
func (w *walk) precheck(ctx context.Context, s *Step, c *Change) error {
	ops := w.ops(s.Resource)
	if !w.planning || ops.Precheck == nil {
		return nil
	}
	err := ral.Guard(func() error {
		return ops.Precheck(ctx, w.run.Reader(s.Resource.Provider), &w.plannedState, s.Resource, c.Attr.Name, s.Resource.Get(c.Attr.Name))
	})
	lacks, ok := errors.AsType[*ral.DependencyError](err)
	if !ok && err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ral.Final(err)
	}
	if !ok {
		return err
	}
	until := w.effects.LastCreator(s.Resource.Type.Name, lacks, 0)
	if until == 0 {
		return err
	}
	c.Certainty, c.Until = ral.UnknownUntil, until
	c.Note = cmp.Or(c.Note, err.Error()+" yet")
	return nil
}

// foresee determines whether a finished step of a plan stays in sync, and
// records its acts.
func (w *walk) foresee(s *Step, up outcome) {
	if s.Status == InSync || s.Status == Planned {
		s.reachedAt = w.effects.Until(s.Resource, s.checked)
		if s.somethingInSync() {
			s.Until = s.reachedAt
		}
		if s.Status == InSync && w.ops(s.Resource).Refresh != nil {
			s.Until = max(s.Until, up.until)
		}
	}
	for _, d := range s.Results {
		w.effects.Add(s.N, s.Resource, d.Act)
	}
	if s.Until > 0 && s.Status == InSync {
		w.effects.AddPossible(s.Until, s.Resource)
	}
	for _, c := range s.Changes {
		w.effects.AddAlso(s.N, c.AlsoMakes, c.AlsoRemoves)
	}
}

// somethingInSync reports whether a desired property is in sync; a creation or removal
// has no such property.
func (s *Step) somethingInSync() bool {
	return !s.plans("ensure") && slices.ContainsFunc(s.Resource.Type.Properties(), func(a *ral.Attribute) bool {
		return isDesired(s.Resource, a) && !s.plans(a.Name)
	})
}

// unprotects returns the last step that may remove the protection of a file. It returns
// 0 without such a step, and for any other err.
func (f *foresight) unprotects(err error) int {
	if _, protected := errors.AsType[*host.ProtectedError](err); !protected {
		return 0
	}
	return f.effects.Anything
}
