package dnswire

import (
	"errors"
	"fmt"
	"strings"

	"github.com/miekg/dns"
)

// verify checks that a message is signed with the key, and returns the error of the server
// (RFC 8945, 5.2).
func (c *connection) verify(m *dns.Msg, raw []byte) error {
	if c.key.Name == "" {
		return refusal(m)
	}
	ts := m.IsTsig()
	if ts != nil && ts.Error != dns.RcodeSuccess {
		return c.rejected(ts.Error)
	}
	// A rejection is an error even without a signature.
	if err := refusal(m); err != nil {
		return err
	}
	if err := dns.TsigVerify(raw, c.key.Secret, c.mac, c.later); err != nil {
		return fmt.Errorf("the answer is not signed with key %s: %w", c.key, keyError(err))
	}
	c.mac, c.later = ts.MAC, true
	return nil
}

func (c *connection) rejected(code uint16) error {
	switch code {
	case dns.RcodeBadSig:
		return fmt.Errorf("the secret of key %s differs from the secret on the server (BADSIG)", c.key)
	case dns.RcodeBadKey:
		return fmt.Errorf("the server does not know key %s with the algorithm %s (BADKEY)", c.key, c.key.Algorithm)
	case dns.RcodeBadTime:
		return errors.New("the clocks of the server and of this machine are not in sync (BADTIME)")
	}
	return fmt.Errorf("the server rejected key %s (%s)", c.key, rcode(int(code)))
}

// keyError returns a short error for a key; the error of the library may contain the secret.
func keyError(err error) error {
	switch {
	case errors.Is(err, dns.ErrNoSig):
		return errors.New("the signature is missing")
	case errors.Is(err, dns.ErrSig):
		return errors.New("the secret differs")
	case errors.Is(err, dns.ErrKeyAlg):
		return errors.New("unknown algorithm")
	case errors.Is(err, dns.ErrTime):
		return errors.New("the clocks are not in sync")
	}
	return errors.New("the signature cannot be read")
}

// RcodeError is an error code of a server.
type RcodeError struct{ Code string } // REFUSED

// Error returns the meaning of the code.
func (e *RcodeError) Error() string {
	why := map[string]string{
		"REFUSED": "the server rejected the request", "NOTAUTH": "the server does not manage the zone, or the key has no permission for it",
		"NXDOMAIN": "the name does not exist", "SERVFAIL": "the server failed", "FORMERR": "the server cannot parse the request",
		"NOTIMP": "the server does not support the request", "NOTZONE": "a name is outside of the zone",
	}[e.Code]
	if why == "" {
		why = "the server returned an error"
	}
	return why + " (" + e.Code + ")"
}

func refusal(m *dns.Msg) error {
	if m.Rcode == dns.RcodeSuccess {
		return nil
	}
	return &RcodeError{rcode(m.Rcode)}
}

func rcode(code int) string {
	if name, ok := dns.RcodeToString[code]; ok {
		return strings.ToUpper(name)
	}
	return fmt.Sprint("code ", code)
}
