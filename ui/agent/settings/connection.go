package settings

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"ralsh/model/wire"
	"ralsh/ral/host/ownfiles"
)

// The bounds of a connection: its servers, and the bytes of a key and of certificates.
const (
	maxServers = 16
	maxKey     = 1 << 10
	maxCA      = 1 << 20
)

// Connection is how a NATS server is reached.
type Connection struct {
	Name    string   `yaml:"name"`    // of this host or operator
	Servers []string `yaml:"servers"` // tls://HOST:PORT
	// CA is the path of the trusted certificates in PEM; "" for the certificates of the
	// system.
	CA        string `yaml:"ca"`
	NKey      string `yaml:"nkey"` // the path of the private key
	JetStream bool   `yaml:"jetstream"`
}

// check returns the first error of a connection, and makes its paths absolute.
func (c *Connection) check(file, home string) error {
	if err := wire.CheckName(c.Name); err != nil {
		return fmt.Errorf("%s: name: %w", file, err)
	}
	if len(c.Servers) == 0 || len(c.Servers) > maxServers {
		return fmt.Errorf("%s: servers: expected 1 to %d addresses (example: [tls://broker.example.org:4222])", file, maxServers)
	}
	for _, server := range c.Servers {
		if err := checkServer(server); err != nil {
			return fmt.Errorf("%s: servers: %w", file, err)
		}
	}
	if c.NKey == "" {
		return fmt.Errorf("%s: nkey: the path of the private key is missing", file)
	}
	if c.CA != "" {
		c.CA = absolute(c.CA, file, home)
	}
	c.NKey = absolute(c.NKey, file, home)
	return nil
}

// checkServer returns an error for an invalid address. TLS is mandatory.
func checkServer(server string) error {
	u, err := url.Parse(server)
	bad := err != nil || u.Scheme != "tls" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.User != nil || u.RawQuery != "" || u.Fragment != ""
	if bad {
		return fmt.Errorf("%.80q is not the address of a server (example: tls://broker.example.org:4222)", server)
	}
	return nil
}

// absolute resolves a path of a file of settings.
func absolute(path, file, home string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(filepath.Dir(file), path)
}

// Seed returns the private key. It is read each time that it is needed, and the caller wipes it.
func (c Connection) Seed() ([]byte, error) { return ownfiles.ReadKey(c.NKey, maxKey) }

// Certificates returns the trusted certificates in PEM; nil for the certificates of the
// system.
func (c Connection) Certificates() ([]byte, error) {
	if c.CA == "" {
		return nil, nil
	}
	data, err := bounded(c.CA, maxCA)
	if err == nil && len(data) == 0 {
		err = errors.New(c.CA + " is empty")
	}
	return data, err
}
