package connect

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

func TestReason(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nats.ErrAuthorization, "the server rejected the key"},
		{fmt.Errorf("%w: %w", nats.ErrTLS, x509.UnknownAuthorityError{}), "the certificate of the server is not trusted"},
		{fmt.Errorf("%w: %w", nats.ErrTLS, x509.HostnameError{Certificate: &x509.Certificate{}}), "the certificate of the server has a different name"},
		{fmt.Errorf("%w: %w", nats.ErrTLS, x509.CertificateInvalidError{Reason: x509.Expired}), "the certificate of the server has expired, or is not valid yet"},
		{fmt.Errorf("%w: Permissions Violation for Publish to \"ralsh.v1.find\"", nats.ErrPermissionViolation), `permission denied: Publish to "ralsh.v1.find"`},
		{nats.ErrNoServers, "no answer"},
		{nats.ErrTimeout, "no answer"},
		{os.ErrDeadlineExceeded, "no answer"},
		{context.DeadlineExceeded, "no answer"},
		{errors.New("nats: " + strings.Repeat("x", 900)), strings.Repeat("x", 200)},
	} {
		if got := Reason(c.err); got != c.want {
			t.Errorf("%v is %q; want %q", c.err, got, c.want)
		}
	}
}

func TestReconnectDelay(t *testing.T) {
	for _, c := range []struct {
		attempts    int
		least, most time.Duration
	}{{0, time.Second, 2 * time.Second}, {1, 2 * time.Second, 4 * time.Second}, {9, 30 * time.Second, time.Minute}, {1 << 40, 30 * time.Second, time.Minute}} {
		seen := map[time.Duration]bool{}
		for range 100 {
			delay := reconnectDelay(c.attempts)
			if delay < c.least || delay > c.most {
				t.Errorf("attempt %d waits %v", c.attempts, delay)
			}
			seen[delay] = true
		}
		if len(seen) < 50 {
			t.Errorf("attempt %d waits the same for many: %d of 100", c.attempts, len(seen))
		}
	}
}

func TestChanges(t *testing.T) {
	var text []string
	c := &changes{say: func(line string) { text = append(text, line) }}
	for _, line := range []string{"a", "a", "b", "b", "b", "a"} {
		c.line(line)
	}
	if !slices.Equal(text, []string{"a", "b", "a"}) {
		t.Error(text)
	}
}
