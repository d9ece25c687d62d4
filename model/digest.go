package model

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"sync"

	"ralsh/ral/host/ownfiles"
	"ralsh/ral/transaction"
)

// keyFile is the file in the state directory with the key of the fingerprints of
// secrets in digests. The first run creates it, because a plan does not write.
const keyFile = "digest.key"

// Digest returns the digest of a plan ([transaction.Plan.Digest]). A secret counts by a
// fingerprint with a key that only this account can read, so that a digest does not help
// to guess a secret. Before the first run creates the key, the fingerprint is slow to
// compute.
func (s *Session) Digest(ctx context.Context, p *transaction.Plan) string {
	key := sync.OnceValue(func() []byte {
		key, err := ownfiles.Peek(s.OwnFiles.Paths.State).Read(keyFile)
		if err != nil || len(key) != sha256.Size {
			return nil
		}
		return key
	})
	id := sync.OnceValue(func() []byte {
		id, _ := s.Env.Reader().ReadFile(ctx, "/etc/machine-id") // without one, the root alone counts
		salt := sha256.Sum256([]byte("plan\x00" + string(id) + "\x00" + s.WholeRoot()))
		return salt[:]
	})
	return p.Digest(func(secret string) string {
		if key() != nil {
			return keyed(key())(secret)
		}
		const rounds = 100_000 // as in the journal
		sum, err := pbkdf2.Key(sha256.New, secret, id(), rounds, sha256.Size)
		if err != nil { // FIPS mode rejects the salt
			return "secret"
		}
		return hex.EncodeToString(sum)
	})
}

// makeDigestKey creates the key of later digests if it is missing. It ignores
// errors: digests work without the key, and the journal reports a state directory
// that cannot be written.
func makeDigestKey(state *ownfiles.State) {
	if _, err := state.Read(keyFile); errors.Is(err, fs.ErrNotExist) {
		key := make([]byte, sha256.Size)
		_, _ = rand.Read(key) // it never fails
		_ = state.WriteAtomic(keyFile, key)
	}
}
