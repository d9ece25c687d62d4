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

// sealed returns the name of secret content in the store, of the length of a checksum.
// Unlike the checksum, it does not identify a short text.
func (red *redactor) sealed(sum string) string { return checksum([]byte(red.fingerprint(sum) + sum)) }

// named reports whether content with a checksum has a name in the store: the checksum,
// which an earlier ralsh also used for secret content, or the sealed checksum.
func named(name, sum string, salt []byte) bool {
	return name == sum || newRedactor(salt, nil).sealed(sum) == name
}

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
