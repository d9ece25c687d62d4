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

// longest is the maximum length in bytes of a value that is stored as it is.
const longest = 1024

// printRounds makes a fingerprint slow to compute, so that a short secret
// cannot be guessed from it.
const printRounds = 100_000

// print returns the form in which a value is stored.
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
	if err != nil { // FIPS mode rejects the salt
		return "none"
	}
	return hex.EncodeToString(sum)
}

func secret(r *ral.Resource, a *ral.Attribute, v value.Value) bool {
	return r.IsSecret(a.Name) || v.IsSecret()
}

// keepable reports whether a value can be stored as it is.
func keepable(r *ral.Resource, a *ral.Attribute, v value.Value) bool {
	return !secret(r, a, v) && !v.IsUnknown() && len(v.Inspect()) <= longest
}

// Persistence is the state kept between runs: when a resource was last checked
// and synced, its audited values, and the last synced value of each property.
// It is not safe for concurrent use. The zero Persistence is empty and ready to
// use.
type Persistence struct {
	Resources map[string]*PersistedResource // by reference
	// Salt is used to compute the fingerprints of secrets. The first
	// fingerprint creates it.
	Salt []byte
}

// PersistedResource is a resource of a Persistence.
type PersistedResource struct {
	Checked time.Time // when it was last read
	Synced  time.Time // when it was last changed
	// Audited holds the last values of audited properties: the fingerprint of a secret,
	// marked as a secret, and the checksum of a long text.
	Audited map[string]value.Value
	// SystemValue holds the value of each property when it was last in sync or
	// synced: the value that was read then, or the desired value if it was not
	// read again (semantics.md L27).
	SystemValue map[string][]value.Value
}

// known returns the stored state of a resource, or nil.
func (p *Persistence) known(s *Step) *PersistedResource {
	if p == nil || len(p.Resources) == 0 {
		return nil
	}
	return p.Resources[s.Ref()]
}

// of returns the stored state of a resource and creates it if necessary.
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

// remember records that a resource was read, and the values of its audited properties;
// the previous values remain in the step (semantics.md L32, L40). A plan does not
// record them.
func (w *walk) remember(s *Step) {
	if w.Persistence == nil {
		return
	}
	if m := w.Persistence.known(s); m != nil {
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

// keepSystem records the synced values of the properties. A property that could
// not be synced retains its previous value.
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

// keepLeft records the values of the properties that were read again. The next
// run compares with these and not with the desired value, which may have
// several forms. The previous state of a created or removed resource is
// dropped.
func (o *Options) keepLeft(s *Step) {
	if o.Persistence == nil || !o.Corrective || s.Now == nil {
		return
	}
	m := o.Persistence.of(s.Ref())
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
