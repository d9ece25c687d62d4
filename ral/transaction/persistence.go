package transaction

import (
	"ralsh/ral/earlier"
	"ralsh/ral/value"
)

// remember records that a resource was read, and the values of its audited properties;
// the previous values remain in the step (semantics.md L32, L40). A plan does not
// record them.
func (w *walk) remember(s *Step) {
	if w.Persistence == nil {
		return
	}
	if m := w.Persistence.Known(s.Ref()); m != nil {
		s.was = m.Audited
	}
	if w.planning {
		return
	}
	m := w.Persistence.Of(s.Ref())
	m.Checked = w.run.Env().Reader().Now()
	m.Audited = nil
	for _, a := range s.Resource.Type.Properties() {
		if !s.Resource.Audits(a) {
			continue
		}
		is := w.Persistence.Print(s.Resource, a, s.Found.Get(a.Name))
		if was, known := s.was[a.Name]; known && is.IsUnknown() {
			is = was
		}
		if !is.IsUnknown() {
			m.Audited = put(m.Audited, a.Name, is)
		}
	}
}

// keepSystem records the synced values of the properties. A property that could
// not be synced retains its previous value.
func (w *walk) keepSystem(s *Step) {
	if w.Persistence == nil || w.planning {
		return
	}
	m := w.Persistence.Of(s.Ref())
	if s.anyDone() {
		m.Synced = w.run.Env().Reader().Now()
	}
	if !w.Corrective {
		return
	}
	for _, a := range s.Resource.Type.Properties() {
		if !s.Resource.Has(a.Name) || !earlier.Keepable(s.Resource, a, s.Resource.Get(a.Name)) {
			continue
		}
		c := s.changeOf(a.Name)
		switch is := s.Found.Get(a.Name); {
		case c == nil && w.readAgain && earlier.Keepable(s.Resource, a, is) && !is.IsNil():
			m.SystemValue = put(m.SystemValue, a.Name, asSystemValue(is))
		case c == nil || c.Status == Changed:
			m.SystemValue = put(m.SystemValue, a.Name, s.Resource.Munged(a.Name))
		case m.SystemValue[a.Name] == nil && c.Is.Items() == nil && earlier.Keepable(s.Resource, a, c.Is):
			m.SystemValue = put(m.SystemValue, a.Name, []value.Value{c.Is})
		}
	}
}

// keepLeft records the values of the properties that were read again. The next
// run compares with these and not with the desired value, which may have
// several forms. The previous state of a created or removed resource is
// dropped.
func (o *Options) keepLeft(s *Step) {
	if o.Persistence == nil || !o.Corrective || s.Now == nil {
		return
	}
	m := o.Persistence.Of(s.Ref())
	remade := false
	if c := s.changeOf("ensure"); c != nil {
		remade = c.Status == Changed
	}
	for _, a := range s.Resource.Type.Properties() {
		switch now := s.Now.Get(a.Name); {
		case m.SystemValue[a.Name] == nil:
		case remade && !s.Resource.Has(a.Name):
			delete(m.SystemValue, a.Name)
		case s.tried(a.Name) && earlier.Keepable(s.Resource, a, now) && !now.IsNil():
			m.SystemValue[a.Name] = asSystemValue(now)
		}
	}
}

// asSystemValue converts a value that was read to a list of desired values.
func asSystemValue(is value.Value) []value.Value { return append([]value.Value{}, is.Elements()...) }

// tried reports whether a property is in sync or was changed.
func (s *Step) tried(attr string) bool {
	c := s.changeOf(attr)
	return s.Resource.Has(attr) && (c == nil || c.Status == Changed || c.Status == DidNotTake)
}

func put[V any](m map[string]V, name string, v V) map[string]V {
	if m == nil {
		m = make(map[string]V)
	}
	m[name] = v
	return m
}

func (s *Step) changeOf(attr string) *Change {
	for i := range s.Changes {
		if c := &s.Changes[i]; c.Attr.Name == attr && !c.Part {
			return c
		}
	}
	return nil
}
