package setup_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/settings"
	"ralsh/ui/agent/setup"
)

// refusal returns why an operator is not connected.
func refusal(t *testing.T, c settings.Connection) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	nc, err := connect.Operator(ctx, c, func(string) {})
	if err == nil {
		nc.Close()
		return "connected"
	}
	return err.Error()
}

// TestNotConnected tries what a server does not let in, and servers that are not trusted.
func TestNotConnected(t *testing.T) {
	dir, other := site(t, setup.Options{}), site(t, setup.Options{})
	serving(t, dir)
	serving(t, other)
	good := operatorOf(t, dir, "alice").Connection
	for name, c := range map[string]struct {
		change func(*settings.Connection)
		want   string
	}{
		"as it is":                 {func(*settings.Connection) {}, "connected"},
		"a key of another site":    {func(c *settings.Connection) { c.NKey = filepath.Join(other, "operators/alice/alice.nk") }, ": the server rejected the key"},
		"another authority":        {func(c *settings.Connection) { c.CA = filepath.Join(other, "ca.pem") }, ": the certificate of the server is not trusted"},
		"the system's authorities": {func(c *settings.Connection) { c.CA = "" }, ": the certificate of the server is not trusted"},
		"another name": {func(c *settings.Connection) {
			c.Servers = []string{strings.Replace(c.Servers[0], "localhost", "127.0.0.1", 1)}
		}, ": the certificate of the server has a different name"},
		"the server of another":   {func(c *settings.Connection) { c.Servers = operatorOf(t, other, "alice").Servers }, ": the certificate of the server is not trusted"},
		"nothing listens":         {func(c *settings.Connection) { c.Servers = []string{"tls://localhost:1"} }, ": no answer"},
		"a key that others read":  {func(c *settings.Connection) { c.NKey = written(t, "alice.nk", "SU"); _ = os.Chmod(c.NKey, 0o644) }, "(mode 0644)"},
		"a key of something else": {func(c *settings.Connection) { c.NKey = written(t, "alice.nk", account(t)) }, "is not the private key of a NATS user"},
		"no certificate":          {func(c *settings.Connection) { c.CA = c.NKey }, "contains no certificate in PEM"},
	} {
		t.Run(name, func(t *testing.T) {
			changed := good
			c.change(&changed)
			if got := refusal(t, changed); !strings.Contains(got, c.want) {
				t.Errorf("%q, and it should have %q", got, c.want)
			}
		})
	}
}

func account(t *testing.T) string {
	t.Helper()
	key, err := nkeys.CreateAccount()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := key.Seed()
	if err != nil {
		t.Fatal(err)
	}
	return string(seed)
}

// TestNoKey holds that nothing comes in without a key, without TLS or with an old one.
func TestNoKey(t *testing.T) {
	dir := site(t, setup.Options{})
	serving(t, dir)
	address := strings.TrimPrefix(operatorOf(t, dir, "alice").Servers[0], "tls://")
	ca := nats.RootCAs(filepath.Join(dir, "ca.pem"))
	if nc, err := nats.Connect("tls://"+address, ca); err == nil || !strings.Contains(strings.ToLower(err.Error()), "authorization violation") {
		t.Errorf("without a key: %v, %v", nc, err)
	}
	if nc, err := nats.Connect("tls://"+address, ca, nats.UserInfo("alice", "")); err == nil {
		t.Errorf("with a password: %v", nc)
	}
	if nc, err := nats.Connect("tls://"+address, ca, nats.Secure(&tls.Config{MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10}), ca); err == nil {
		t.Errorf("with TLS 1.1: %v", nc)
	}
	plain, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if err := plain.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := plain.Write([]byte("CONNECT {\"verbose\":true}\r\nPING\r\n")); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(plain); lines.Scan(); {
		if line := lines.Text(); strings.HasPrefix(line, "+OK") || strings.HasPrefix(line, "PONG") {
			t.Errorf("without TLS the server said %q", line)
		}
	}
}

// TestServerWithoutTLS holds that no key is shown to one.
func TestServerWithoutTLS(t *testing.T) {
	dir := site(t, setup.Options{})
	alice, err := nkeys.FromSeed([]byte(strings.TrimSpace(read(t, filepath.Join(dir, "operators/alice/alice.nk")))))
	if err != nil {
		t.Fatal(err)
	}
	public, err := alice.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true, Nkeys: []*server.NkeyUser{{Nkey: public}}})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	c := operatorOf(t, dir, "alice").Connection
	c.Servers = []string{"tls://" + s.Addr().String()}
	if got := refusal(t, c); !strings.HasSuffix(got, ": the server does not support TLS") {
		t.Error(got)
	}
}

// TestSilentServer holds that an operator does not wait for a server that says nothing.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	dir := site(t, setup.Options{})
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	c := operatorOf(t, dir, "alice").Connection
	c.Servers = []string{"tls://" + silent.Addr().String()}
	if got := refusal(t, c); !strings.HasSuffix(got, ": no answer") {
		t.Error(got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := connect.Operator(ctx, c, func(string) {}); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("interrupted: %v", err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestRestart holds that an agent comes back when its server does, and says so.
func TestRestart(t *testing.T) {
	t.Parallel()
	dir := site(t, setup.Options{})
	s := serving(t, dir)
	a, err := settings.ReadAgent(filepath.Join(dir, "hosts/web1/agent.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	text := make(chan string, 64)
	nc, err := connect.Agent(t.Context(), a.Connection, func(line string) { text <- line })
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	next := func(want string) {
		t.Helper()
		for deadline := time.After(time.Minute); ; {
			select {
			case line := <-text:
				if strings.HasPrefix(line, want) {
					return
				}
			case <-deadline:
				t.Fatalf("%q was not said", want)
			}
		}
	}
	next("connected to " + a.Servers[0])
	s.Shutdown()
	s.WaitForShutdown()
	next("the connection is lost")
	serving(t, dir)
	next("connected again to " + a.Servers[0])
	if err := nc.FlushTimeout(time.Minute); err != nil {
		t.Error(err)
	}
}
