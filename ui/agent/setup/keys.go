package setup

import "github.com/nats-io/nkeys"

// setupKey is the private key of the user that creates the buckets.
const setupKey = "setup.nk"

// newKey creates the private key of a NATS user, to be written later, and returns the public
// key.
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
