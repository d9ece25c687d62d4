package stored

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"

	"ralsh/ral/redact"
)

// Redactor keeps secrets out of a run's lines: a value that is or contains a
// secret is replaced by its fingerprint.
type Redactor struct {
	*redact.Redactor
	salt   []byte
	prints map[string]string
}

// NewRedactor returns a Redactor with the salt of a run and its secrets.
func NewRedactor(salt []byte, secrets *redact.Redactor) *Redactor {
	return &Redactor{secrets, salt, make(map[string]string)}
}

// The fingerprint is slow to compute, so that a short secret cannot be guessed
// from it.
const rounds = 100_000

// Sealed returns the name of secret content in the store, of the length of a checksum.
// Unlike the checksum, it does not identify a short text.
func (red *Redactor) Sealed(sum string) string { return Checksum([]byte(red.Fingerprint(sum) + sum)) }

// Named reports whether content with a checksum has a name in the store: the checksum,
// which an earlier ralsh also used for secret content, or the sealed checksum.
func Named(name, sum string, salt []byte) bool {
	return name == sum || NewRedactor(salt, nil).Sealed(sum) == name
}

// Fingerprint returns a text that identifies a secret within a run.
func (red *Redactor) Fingerprint(text string) string {
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

// Checksum returns the SHA-256 of content in hexadecimal digits.
func Checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
