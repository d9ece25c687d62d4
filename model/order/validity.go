package order

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// skew is how far the clocks of an operator and a host may differ.
const skew = time.Minute

// For returns the digest of the plan for a host. It returns an error if the order does not
// include the host, is outside of its validity period, or was signed for a different standard
// input.
func (o *Order) For(host string, now time.Time, stdin []byte) (digest string, err error) {
	digest, ok := o.planOf(host)
	if !ok {
		return "", fmt.Errorf("the order does not include the host %s", host)
	}
	if err := o.checkTime(now); err != nil {
		return "", err
	}
	if sum := Sum(stdin); sum != o.StdinSHA256 {
		return "", fmt.Errorf("standard input differs from the signed input (SHA-256 %s, signed %s)", sum, o.StdinSHA256)
	}
	return digest, nil
}

// checkTime reports the difference of the clocks, because an order is sent right after it is
// signed.
func (o *Order) checkTime(now time.Time) error {
	switch early, late := o.NotBefore.Sub(now), now.Sub(o.NotAfter); {
	case early > skew:
		return fmt.Errorf("the order is valid from %s: the clocks differ by %s", o.NotBefore.Format(time.RFC3339), rounded(early))
	case late > skew:
		return fmt.Errorf("the order was valid until %s: it expired %s ago, or the clocks differ by that time", o.NotAfter.Format(time.RFC3339), rounded(late))
	}
	return nil
}

// rounded returns a duration in minutes, or in seconds if it is short: "7 m".
func rounded(d time.Duration) string {
	if d < 2*time.Minute {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%d m", d.Round(time.Minute)/time.Minute)
}

// Forgotten returns when the nonce of an order may be forgotten.
func (o *Order) Forgotten() time.Time { return o.NotAfter.Add(time.Hour) }

// Sum returns the SHA-256 of standard input, as an order has it.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
