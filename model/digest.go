package model

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"ralsh/ral/host"
	"ralsh/ral/transaction"
)

// keyFile has the key of the fingerprints of secrets in digests, in the state folder.
const keyFile = "digest.key"

// Digest returns the digest of a plan ([transaction.Plan.Digest]). A secret counts by a
// fingerprint with a key that only this account has: without it, a digest does not help to
// guess a secret. If the key cannot be kept, the digest of a plan with secrets is another
// one each time.
func (s *Session) Digest(p *transaction.Plan) string {
	key := sync.OnceValue(s.digestKey)
	return p.Digest(func(secret string) string {
		sum := hmac.New(sha256.New, key())
		sum.Write([]byte(secret))
		return hex.EncodeToString(sum.Sum(nil))
	})
}

// digestKey returns the key, which it makes if there is none.
func (s *Session) digestKey() []byte {
	state, err := host.OpenState(s.paths.State)
	if err == nil {
		if key, err := state.Read(keyFile); err == nil && len(key) == sha256.Size {
			return key
		}
	}
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // it never fails
	if err == nil {
		if failed := state.WriteAtomic(keyFile, key); failed != nil {
			s.say(failed)
		}
	}
	return key
}
