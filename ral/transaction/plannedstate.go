package transaction

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// plannedState collects the values that the steps of a plan so far set. It is sorted on
// first use, and then updated with the later steps.
type plannedState struct {
	closed []*Step
	sorted int // number of entries of closed that are sorted
	values map[plannedKey]value.Value
	names  map[plannedValue]string
	ran    map[string]int // type -> last step of the type that runs a command or sends a request
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

// lastOpaqueStep returns the last step with unpredictable effects that may create a
// missing resource: installing a package can create users. The effects of the types in
// known are in their properties. Without such a step it returns 0.
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
