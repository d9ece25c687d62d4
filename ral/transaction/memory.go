package transaction

import (
	"maps"
	"time"

	"ralsh/ral/value"
)

// Memory is what runs remember of each other: when a resource was looked at and
// changed, what an audited property was, and what a property was brought to. It
// is not safe for concurrent use. The zero Memory remembers nothing yet.
type Memory struct {
	Resources map[string]*Remembered // by reference
}

// Remembered is one resource of a Memory.
type Remembered struct {
	Checked time.Time // when it was last looked at
	Synced  time.Time // when it was last changed
	Audited map[string]value.Value
	// Brought are the desired values that a property had when it was last in sync
	// or brought there (semantics.md L27).
	Brought map[string][]value.Value
}

// clone is a copy for a plan, which remembers nothing.
func (m *Memory) clone() *Memory {
	if m == nil {
		return nil
	}
	c := &Memory{Resources: make(map[string]*Remembered, len(m.Resources))}
	for ref, r := range m.Resources {
		c.Resources[ref] = &Remembered{r.Checked, r.Synced, maps.Clone(r.Audited), maps.Clone(r.Brought)}
	}
	return c
}

// of is what is remembered of a resource; it makes room for it.
func (m *Memory) of(ref string) *Remembered {
	if m.Resources == nil {
		m.Resources = make(map[string]*Remembered)
	}
	r := m.Resources[ref]
	if r == nil {
		r = &Remembered{Audited: make(map[string]value.Value), Brought: make(map[string][]value.Value)}
		m.Resources[ref] = r
	}
	return r
}

// remember notes that a resource was looked at, and what its audited properties
// are now; what they were stays in the step (semantics.md L32, L40).
func (w *walk) remember(s *Step) {
	if w.Memory == nil {
		return
	}
	m := w.Memory.of(s.Ref())
	m.Checked = w.run.Env().Look().Now()
	for _, a := range s.Resource.Type.Properties() {
		if !s.Resource.Audits(a) {
			continue
		}
		if was, known := m.Audited[a.Name]; known {
			if s.was == nil {
				s.was = make(map[string]value.Value)
			}
			s.was[a.Name] = was
		}
		m.Audited[a.Name] = s.Found.Get(a.Name)
	}
}

// keepSystem notes what the properties were brought to. A property that could
// not be brought there keeps what it was brought to before.
func (w *walk) keepSystem(s *Step) {
	if w.Memory == nil {
		return
	}
	m := w.Memory.of(s.Ref())
	if s.anyDone() {
		m.Synced = w.run.Env().Look().Now()
	}
	if !w.Corrective {
		return
	}
	for _, a := range s.Resource.Type.Properties() {
		if !s.Resource.Has(a.Name) || a.Sensitive {
			continue
		}
		c := s.changeOf(a.Name)
		switch {
		case c == nil || c.Status == Changed:
			m.Brought[a.Name] = s.Resource.Munged(a.Name)
		case m.Brought[a.Name] == nil && c.Is.Items() == nil:
			m.Brought[a.Name] = []value.Value{c.Is}
		}
	}
}

func (s *Step) changeOf(attr string) *Change {
	for i := range s.Changes {
		if c := &s.Changes[i]; c.Attr.Name == attr && !c.Part {
			return c
		}
	}
	return nil
}
