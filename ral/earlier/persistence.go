package earlier

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Persistence is the state kept between runs: when a resource was last checked
// and synced, its audited values, and the last synced value of each property.
// It is not safe for concurrent use. The zero Persistence is empty and ready to
// use.
type Persistence struct {
	Resources map[string]*Resource // by reference
	// Salt is used to compute the fingerprints of secrets. The first
	// fingerprint creates it.
	Salt []byte
}

// Resource is a resource of a Persistence.
type Resource struct {
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

// Known returns the stored state of a resource, or nil. p may be nil.
func (p *Persistence) Known(ref string) *Resource {
	if p == nil || len(p.Resources) == 0 {
		return nil
	}
	return p.Resources[ref]
}

// Of returns the stored state of a resource and creates it if necessary.
func (p *Persistence) Of(ref string) *Resource {
	if p.Resources == nil {
		p.Resources = make(map[string]*Resource)
	}
	r := p.Resources[ref]
	if r == nil {
		r = &Resource{}
		p.Resources[ref] = r
	}
	return r
}

// longest is the maximum length in bytes of a value that is stored as it is.
const longest = 1024

// printRounds makes a fingerprint slow to compute, so that a short secret
// cannot be guessed from it.
const printRounds = 100_000

// Print returns the form in which a value is stored.
func (p *Persistence) Print(r *ral.Resource, a *ral.Attribute, is value.Value) value.Value {
	switch text := is.Reveal().Inspect(); {
	case is.IsUnknown():
		return is
	case IsSecret(r, a, is):
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

// IsSecret reports whether a value of a property is a secret.
func IsSecret(r *ral.Resource, a *ral.Attribute, v value.Value) bool {
	return r.IsSecret(a.Name) || v.IsSecret()
}

// Keepable reports whether a value can be stored as it is.
func Keepable(r *ral.Resource, a *ral.Attribute, v value.Value) bool {
	return !IsSecret(r, a, v) && !v.IsUnknown() && len(v.Inspect()) <= longest
}
