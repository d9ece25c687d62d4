package transaction

import (
	"context"
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// plannedState is what the steps of a plan bring about, as far as the plan has come.
// It is sorted when it is first asked, and then by what came to it since.
type plannedState struct {
	closed []*Step
	sorted int // how many of closed
	values map[plannedKey]value.Value
	names  map[plannedValue]string
	ran    map[string]int // the latest step of a type that runs a command, or sends something to a server
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

func (p *plannedState) sort() {
	if p.values == nil {
		p.values, p.names = make(map[plannedKey]value.Value), make(map[plannedValue]string)
		p.ran = make(map[string]int)
	}
	for _, s := range p.closed[p.sorted:] {
		typ, name := s.Resource.Type.Name, s.Resource.Name()
		for _, d := range s.Results {
			if d.Act.Kind == host.ActRun || d.Act.Kind == host.ActRequest {
				p.ran[typ] = s.N
			}
		}
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
		}
	}
	p.sorted = len(p.closed)
}

// lastOpaqueStep is the latest step whose effects are not all known, and which may
// be what makes a resource of type typ: a package makes users. What steps of the
// types known bring is in their properties. It is 0 for none.
func (p *plannedState) lastOpaqueStep(known ...string) int {
	p.sort()
	latest := 0
	for typ, n := range p.ran {
		if !slices.Contains(known, typ) {
			latest = max(latest, n)
		}
	}
	return latest
}

// precheck asks the provider, while planning, why a change would be refused. What
// it waits for may come by a command of an earlier step, related or not: steps go
// in the order of the plan.
func (w *walk) precheck(ctx context.Context, s *Step, c *Change) error {
	ops := w.ops(s.Resource)
	if !w.planning || ops.Precheck == nil {
		return nil
	}
	err := ral.Guard(func() error {
		return ops.Precheck(ctx, w.run.Reader(s.Resource.Provider), &w.plannedState, s.Resource, c.Attr.Name, s.Resource.Get(c.Attr.Name))
	})
	lacks, ok := errors.AsType[*ral.DependencyError](err)
	if !ok {
		return err
	}
	until := w.plannedState.lastOpaqueStep(s.Resource.Type.Name, lacks.Type)
	if until == 0 {
		return err
	}
	c.Certainty, c.Until = ral.UnknownUntil, until
	if c.Note == "" {
		c.Note = err.Error() + " yet"
	}
	return nil
}
