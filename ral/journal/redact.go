package journal

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"

	"ralsh/ral/redact"
)

// redactor keeps secrets out of a run's lines: a value that is one, or holds one,
// is there as its fingerprint.
type redactor struct {
	*redact.Redactor
	salt   []byte
	prints map[string]string
}

func newMask(salt []byte, secrets *redact.Redactor) *redactor {
	return &redactor{secrets, salt, make(map[string]string)}
}

// The fingerprint is slow on purpose: short secrets could be guessed from a
// fast one.
const rounds = 100_000

func (red *redactor) fingerprint(text string) string {
	if known := red.prints[text]; known != "" {
		return known
	}
	sum, err := pbkdf2.Key(sha256.New, text, red.salt, rounds, 16)
	if err != nil { // a salt that FIPS mode does not take
		return "none"
	}
	red.prints[text] = hex.EncodeToString(sum)
	return red.prints[text]
}
