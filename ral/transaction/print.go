package transaction

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"

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
	return a.Sensitive || v.IsSecret() || r.HidesContent(a.Name)
}

// keepable reports whether a value can be remembered as it is.
func keepable(r *ral.Resource, a *ral.Attribute, v value.Value) bool {
	return !secret(r, a, v) && !v.IsUnknown() && len(v.Inspect()) <= longest
}
