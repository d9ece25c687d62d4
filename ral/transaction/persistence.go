package transaction

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"ralsh/ral"
	"ralsh/ral/value"
)

// longest is the length in bytes up to which a text is remembered as it is.
const longest = 1024

// printRounds makes a fingerprint slow: a short secret could be guessed from a
// fast one.
const printRounds = 100_000

// print is what is remembered of a value.
func (p *Persistence) print(r *ral.Resource, a *ral.Attribute, is value.Value) value.Value {
	switch text := is.Reveal().Inspect(); {
	case is.IsUnknown():
		return is
	case secret(r, a, is):
		return value.Secret(value.Str(p.fingerprint(text)))
	case len(text) > longest:
		sum := sha256.Sum256([]byte(text))
		return value.Str("{sha256}" + hex.EncodeToString(sum[:]))
	}
	return is
}

func (p *Persistence) fingerprint(text string) string {
	if len(p.Salt) == 0 {
		p.Salt = make([]byte, 16)
		if _, err := rand.Read(p.Salt); err != nil {
			return "none"
		}
	}
	sum, err := pbkdf2.Key(sha256.New, text, p.Salt, printRounds, 16)
	if err != nil { // a salt that FIPS mode does not take
		return "none"
	}
	return hex.EncodeToString(sum)
}

func secret(r *ral.Resource, a *ral.Attribute, v value.Value) bool {
	return r.IsSecret(a.Name) || v.IsSecret()
}

// keepable reports whether a value can be remembered as it is.
func keepable(r *ral.Resource, a *ral.Attribute, v value.Value) bool {
	return !secret(r, a, v) && !v.IsUnknown() && len(v.Inspect()) <= longest
}

// Persistence is what runs remember of each other: when a resource was looked at and
// changed, what an audited property was, and what a property was brought to. It
// is not safe for concurrent use. The zero Persistence remembers nothing yet.
type Persistence struct {
	Resources map[string]*PersistedResource // by reference
	// Salt is what the fingerprints of secrets are made with. The first of them
	// makes it.
	Salt []byte
}

// PersistedResource is one resource of a Persistence.
type PersistedResource struct {
	Checked time.Time // when it was last looked at
	Synced  time.Time // when it was last changed
	// Audited are properties as they were. Of a secret it is a fingerprint, as a
	// secret; of a long text its checksum.
	Audited map[string]value.Value
	// SystemValue is what a property was when it was last in sync or brought there, as
	// it was then read, or where it was not read again as it was desired
	// (semantics.md L27).
	SystemValue map[string][]value.Value
}

// known is what is remembered of a resource, nil when nothing is.
func (p *Persistence) known(ref string) *PersistedResource {
	if p == nil {
		return nil
	}
	return p.Resources[ref]
}

// of is what is remembered of a resource; it makes room for it.
func (p *Persistence) of(ref string) *PersistedResource {
	if p.Resources == nil {
		p.Resources = make(map[string]*PersistedResource)
	}
	r := p.Resources[ref]
	if r == nil {
		r = &PersistedResource{}
		p.Resources[ref] = r
	}
	return r
}

// remember notes that a resource was looked at, and what its audited properties
// are now; what they were stays in the step (semantics.md L32, L40). A plan
// only asks what is remembered.
func (w *walk) remember(s *Step) {
	if w.Persistence == nil {
		return
	}
	if m := w.Persistence.known(s.Ref()); m != nil {
		s.was = m.Audited
	}
	if w.planning {
		return
	}
	m := w.Persistence.of(s.Ref())
	m.Checked = w.run.Env().Reader().Now()
	m.Audited = nil
	for _, a := range s.Resource.Type.Properties() {
		if !s.Resource.Audits(a) {
			continue
		}
		is := w.Persistence.print(s.Resource, a, s.Found.Get(a.Name))
		if was, known := s.was[a.Name]; known && is.IsUnknown() {
			is = was
		}
		if !is.IsUnknown() {
			m.Audited = put(m.Audited, a.Name, is)
		}
	}
}

// keepSystem notes what the properties were brought to. A property that could
// not be brought there keeps what it was brought to before.
func (w *walk) keepSystem(s *Step) {
	if w.Persistence == nil || w.planning {
		return
	}
	m := w.Persistence.of(s.Ref())
	if s.anyDone() {
		m.Synced = w.run.Env().Reader().Now()
	}
	if !w.Corrective {
		return
	}
	for _, a := range s.Resource.Type.Properties() {
		if !s.Resource.Has(a.Name) || !keepable(s.Resource, a, s.Resource.Get(a.Name)) {
			continue
		}
		c := s.changeOf(a.Name)
		switch is := s.Found.Get(a.Name); {
		case c == nil && w.readAgain && keepable(s.Resource, a, is) && !is.IsNil():
			m.SystemValue = put(m.SystemValue, a.Name, asSystemValue(is))
		case c == nil || c.Status == Changed:
			m.SystemValue = put(m.SystemValue, a.Name, s.Resource.Munged(a.Name))
		case m.SystemValue[a.Name] == nil && c.Is.Items() == nil && keepable(s.Resource, a, c.Is):
			m.SystemValue = put(m.SystemValue, a.Name, []value.Value{c.Is})
		}
	}
}

// keepLeft notes what the properties are now that they were read again: the next
// run holds what it finds against this, and not against a wish that can be had in
// several ways. What a new or removed resource was before is forgotten.
func (w *walk) keepLeft(s *Step) {
	if w.Persistence == nil || !w.Corrective || s.Now == nil {
		return
	}
	m := w.Persistence.of(s.Ref())
	remade := false
	if c := s.changeOf("ensure"); c != nil {
		remade = c.Status == Changed
	}
	for _, a := range s.Resource.Type.Properties() {
		switch now := s.Now.Get(a.Name); {
		case m.SystemValue[a.Name] == nil:
		case remade && !s.Resource.Has(a.Name):
			delete(m.SystemValue, a.Name)
		case s.tried(a.Name) && keepable(s.Resource, a, now) && !now.IsNil():
			m.SystemValue[a.Name] = asSystemValue(now)
		}
	}
}

// asSystemValue is a value that was read, as a list of desired values.
func asSystemValue(is value.Value) []value.Value { return append([]value.Value{}, is.Elements()...) }

// tried reports whether a property was in sync, or was changed.
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
