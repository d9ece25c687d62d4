package connect

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"ralsh/ui/agent/settings"
)

// errOtherKey means that the file of the private key contains a different key than at the
// start. The connection cannot switch keys.
var errOtherKey = errors.New("the private key has changed")

// keyOf returns the option that signs the nonce of the server. It reads the private key for
// each signature, and wipes it. Because the public key was sent before, a different key signs
// nothing.
func keyOf(c settings.Connection) (nats.Option, error) {
	public := ""
	err := withKey(c, func(key nkeys.KeyPair) (err error) {
		public, err = key.PublicKey()
		return err
	})
	if err != nil {
		return nil, err
	}
	return nats.Nkey(public, func(nonce []byte) (signature []byte, err error) {
		err = withKey(c, func(key nkeys.KeyPair) (err error) {
			if now, err := key.PublicKey(); err != nil || now != public {
				return errors.Join(err, fmt.Errorf("%s: %w", c.NKey, errOtherKey))
			}
			signature, err = key.Sign(nonce)
			return err
		})
		return signature, err
	}), nil
}

// withKey calls a function with the private key, and wipes it.
func withKey(c settings.Connection, use func(nkeys.KeyPair) error) error {
	seed, err := c.Seed()
	if err != nil {
		return err
	}
	defer clear(seed)
	kind, _, err := nkeys.DecodeSeed(bytes.TrimSpace(seed))
	if err != nil || kind != nkeys.PrefixByteUser {
		return fmt.Errorf("%s is not the private key of a NATS user", c.NKey)
	}
	key, err := nkeys.FromSeed(bytes.TrimSpace(seed))
	if err != nil {
		return fmt.Errorf("%s is not the private key of a NATS user", c.NKey)
	}
	defer key.Wipe()
	return use(key)
}
