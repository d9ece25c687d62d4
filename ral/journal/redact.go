package journal

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"

	"ralsh/ral/redact"
)

// redactor keeps secrets out of a run's lines: a value that is or contains a
// secret is replaced by its fingerprint.
type redactor struct {
	*redact.Redactor
	salt   []byte
	prints map[string]string
}

func newRedactor(salt []byte, secrets *redact.Redactor) *redactor {
	return &redactor{secrets, salt, make(map[string]string)}
}

// The fingerprint is slow to compute, so that a short secret cannot be guessed
// from it.
const rounds = 100_000

func (red *redactor) fingerprint(text string) string {
	if known := red.prints[text]; known != "" {
		return known
	}
	sum, err := pbkdf2.Key(sha256.New, text, red.salt, rounds, 16)
	if err != nil { // FIPS mode rejects the salt
		return "none"
	}
	red.prints[text] = hex.EncodeToString(sum)
	return red.prints[text]
}
