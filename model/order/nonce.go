package order

import (
	"crypto/rand"
	"encoding/hex"
)

// NewNonce returns a random nonce.
func NewNonce() string {
	var b [nonceSize / 2]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}
