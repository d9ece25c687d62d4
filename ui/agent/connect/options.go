package connect

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"ralsh/ui/agent/settings"
)

// connectTimeout limits the connection to a server, with TLS and the signature.
const connectTimeout = 5 * time.Second

func servers(c settings.Connection) string { return strings.Join(c.Servers, ",") }

// common returns the options of both kinds of connections.
func common(ctx context.Context, c settings.Connection) ([]nats.Option, error) {
	trusted, err := tlsOf(c)
	if err != nil {
		return nil, err
	}
	key, err := keyOf(c)
	if err != nil {
		return nil, err
	}
	return []nats.Option{
		nats.Secure(trusted), key, nats.IgnoreDiscoveredServers(), nats.NoEcho(),
		nats.Timeout(connectTimeout), nats.SetCustomDialer(dialer{ctx}),
	}, nil
}

// tlsOf returns the TLS settings. nats.go adds the name of the server.
func tlsOf(c settings.Connection) (*tls.Config, error) {
	pem, err := c.Certificates()
	if err != nil {
		return nil, err
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if pem != nil {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s contains no certificate in PEM", c.CA)
		}
	}
	return config, nil
}

// dialer connects until its context ends.
type dialer struct{ ctx context.Context }

// Dial implements nats.CustomDialer.
func (d dialer) Dial(network, address string) (net.Conn, error) {
	to := net.Dialer{Timeout: connectTimeout}
	return to.DialContext(d.ctx, network, address)
}

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
