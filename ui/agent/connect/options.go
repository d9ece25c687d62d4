package connect

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

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
