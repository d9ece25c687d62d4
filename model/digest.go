package model

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"

	"ralsh/ral/transaction"
)

// Digest returns the digest of a plan ([transaction.Plan.Digest]). A secret counts by a
// fingerprint that is slow to compute and differs from machine to machine.
func (s *Session) Digest(ctx context.Context, p *transaction.Plan) string {
	id, _ := s.Env.Reader().ReadFile(ctx, "/etc/machine-id") // without one, the root alone counts
	salt := sha256.Sum256([]byte("plan\x00" + string(id) + "\x00" + s.WholeRoot()))
	return p.Digest(func(secret string) string {
		const rounds = 100_000 // as in the journal
		sum, err := pbkdf2.Key(sha256.New, secret, salt[:], rounds, sha256.Size)
		if err != nil { // FIPS mode rejects the salt
			return "secret"
		}
		return hex.EncodeToString(sum)
	})
}
