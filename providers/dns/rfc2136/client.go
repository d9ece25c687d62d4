package rfc2136

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"

	"ralsh/providers/dns"
	"ralsh/providers/dns/record"
	"ralsh/ral/host/dnswire"
)

// Service returns the service.
func Service() dns.Service {
	return dns.Service{
		Name: "rfc2136",
		Doc: "A name server, for example BIND or Knot. The provider reads zones with a transfer (AXFR) and changes them with an update (RFC 2136). " +
			"It sends several changes in a single update, signed with TSIG if the account has a key.",
		Settings: []string{"server", "key", "algorithm", "secret"},
		Open:     open,
	}
}

// Client is the client of an account.
type Client struct {
	conn  dns.Conn
	at    dnswire.Nameserver
	zones []string
}

func open(d dns.Conn, a dns.Account) (dns.Client, error) {
	timeout, err := a.Timeout()
	if err != nil {
		return nil, err
	}
	at := dnswire.Nameserver{Address: a.Get("server"), SilenceTimeout: timeout}
	if at.Address == "" {
		return nil, a.Fault("server is missing: the address of the name server (example: 192.0.2.53 or 192.0.2.53:53)")
	}
	at.Address = withPort(at.Address)
	if len(a.Zones()) == 0 {
		return nil, a.Fault("zones is missing: list the zones, because a name server cannot list them")
	}
	at.Key = dnswire.TSIG{Name: a.Get("key"), Algorithm: a.Get("algorithm"), Secret: a.Get("secret")}
	if err := checked(a, &at.Key); err != nil {
		return nil, err
	}
	return Client{d, at, a.Zones()}, nil
}

// withPort adds port 53 if there is none; an IPv6 address with a port is in
// brackets.
func withPort(address string) string {
	bare := strings.Trim(address, "[]")
	switch {
	case strings.Count(bare, ":") > 1 && !strings.Contains(bare, "]"):
		return "[" + bare + "]:53"
	case !strings.Contains(bare, ":"):
		return bare + ":53"
	}
	return address
}

// algorithms returns the safe algorithms of RFC 8945.
func algorithms() []string {
	return []string{"hmac-sha256", "hmac-sha384", "hmac-sha512", "hmac-sha224", "hmac-sha1"}
}

func checked(a dns.Account, key *dnswire.TSIG) error {
	if key.Name == "" && key.Secret == "" {
		return nil
	}
	if key.Algorithm == "" {
		key.Algorithm = "hmac-sha256"
	}
	if key.Name == "" || key.Secret == "" {
		return a.Fault("key and secret must be set together")
	}
	name, err := record.Name(key.Name)
	if err != nil {
		return a.Fault("key must be the name of a TSIG key, as tsig-keygen prints it")
	}
	key.Name = name
	if _, err := base64.StdEncoding.DecodeString(key.Secret); err != nil {
		return a.Fault("secret must be base64, as tsig-keygen prints it")
	}
	if !slices.Contains(algorithms(), key.Algorithm) {
		return a.Fault("unknown algorithm (expected %s)", strings.Join(algorithms(), ", "))
	}
	return nil
}

// Records transfers the whole zone.
func (c Client) Records(ctx context.Context, zone string) ([]dnswire.Record, error) {
	return c.conn.Reader().Ask(ctx, dnswire.Question{At: c.at, Name: zone + ".", Type: "AXFR"})
}

// ZoneNames returns the zones in the settings of the account, because a name server does
// not list its zones.
func (c Client) ZoneNames(context.Context) ([]string, error) { return c.zones, nil }
