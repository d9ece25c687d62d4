package transaction

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

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
	ran    map[effect]span
}

type (
	plannedKey   struct{ typ, name, attr string }
	plannedValue struct{ typ, attr, text string }
)

// effect is an unpredictable effect of the commands and requests of a type, on resources of
// the type of, or on the files below path; without both, on anything.
type effect struct{ typ, of, path string }

// span is the first and the last step with an effect.
type span struct{ first, last int }

// provides reports whether the effect may create a missing resource.
func (e effect) provides(lacks *ral.DependencyError) bool {
	name := strings.Trim(lacks.Name, "'")
	switch {
	case e.of != "":
		return e.of == lacks.Type
	case e.path == "":
		return true
	case !path.IsAbs(name):
		return lacks.Type == "command" // it is searched in directories
	}
	return name == e.path || strings.HasPrefix(name, strings.TrimSuffix(e.path, "/")+"/")
}

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
		p.ran = make(map[effect]span)
	}
	for _, s := range p.closed[p.sorted:] {
		typ, name := s.Resource.Type.Name, s.Resource.Name()
		for _, d := range s.Results {
			if d.Act.Kind == host.ActRun || d.Act.Kind == host.ActRequest {
				p.effects(s, d.Act)
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

func (p *plannedState) effects(s *Step, act host.Act) {
	reach := ral.Reach{Anything: true}
	if by := s.Resource.Provider; by != nil && by.Reach != nil {
		reach = by.Reach(s.Resource, act)
	}
	typ := s.Resource.Type.Name
	list := []effect{{typ: typ}}
	if !reach.Anything {
		list = nil
	}
	for _, of := range reach.Types {
		list = append(list, effect{typ: typ, of: of})
	}
	for _, file := range reach.Paths {
		list = append(list, effect{typ: typ, path: path.Clean(file)})
	}
	for _, e := range list {
		p.ran[e] = span{cmp.Or(p.ran[e].first, s.N), s.N}
	}
}

// lastOpaqueStep returns the last step with unpredictable effects that may create a
// resource that a resource of the type typ lacks: installing a package can create users. The
// effects of both types are in their properties, except for the steps up to related, which
// the resource depends on. Without such a step it returns 0.
func (p *plannedState) lastOpaqueStep(typ string, lacks *ral.DependencyError, related int) int {
	p.sort()
	latest := 0
	for e, at := range p.ran {
		switch {
		case !e.provides(lacks):
		case e.typ != typ && e.typ != lacks.Type:
			latest = max(latest, at.last)
		case at.first <= related:
			latest = max(latest, min(at.last, related))
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
	until := w.plannedState.lastOpaqueStep(s.Resource.Type.Name, lacks, 0)
	if until == 0 {
		return err
	}
	c.Certainty, c.Until = ral.UnknownUntil, until
	if c.Note == "" {
		c.Note = err.Error() + " yet"
	}
	return nil
}
