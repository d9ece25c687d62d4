package setup

import "github.com/nats-io/nkeys"

// setupKey is the private key that makes the buckets.
const setupKey = "setup.nk"

// newKey makes the private key of a user of NATS, which is written later, and returns the
// public one.
func (m *maker) newKey(path string) (public string, err error) {
	key, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	defer key.Wipe()
	seed, err := key.Seed()
	if err != nil {
		return "", err
	}
	m.newKeys[path] = append(seed, '\n')
	return key.PublicKey()
}
