package connect

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
)

// Reason returns a short text for an error of a connection. Text of the server in it is
// foreign.
func Reason(err error) string {
	var unknown x509.UnknownAuthorityError
	var other x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return "the server rejected the key"
	case errors.As(err, &unknown):
		return "the certificate of the server is not trusted"
	case errors.As(err, &other):
		return "the certificate of the server has a different name"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "the certificate of the server has expired, or is not valid yet"
	case errors.Is(err, nats.ErrSecureConnWanted):
		return "the server does not support TLS"
	case errors.Is(err, nats.ErrPermissionViolation):
		return "permission denied: " + denied(err)
	case errors.Is(err, nats.ErrSlowConsumer):
		return "messages were dropped: they arrived faster than they were processed"
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout), errors.Is(err, nats.ErrStaleConnection), errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return "no answer"
	}
	return fmt.Sprintf("%.200s", strings.TrimPrefix(err.Error(), "nats: "))
}

// denied returns the operation that the server rejected: Publish to "ralsh.v1.find".
func denied(err error) string {
	_, what, _ := strings.Cut(err.Error(), "Permissions Violation for ")
	return fmt.Sprintf("%.200s", what)
}

func isTimeout(err error) bool {
	limited, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	return ok && limited.Timeout()
}

// changes suppresses repeated lines.
type changes struct {
	say  func(string)
	mu   sync.Mutex
	last string
}

func (c *changes) line(text string) {
	c.mu.Lock()
	again := text == c.last
	c.last = text
	c.mu.Unlock()
	if !again {
		c.say(text)
	}
}
