package setup_test

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natstest "github.com/nats-io/nats-server/v2/test"
	"github.com/nats-io/nats.go"

	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/settings"
	"ralsh/ui/agent/setup"
)

// key is a public key of SSH, as ssh-keygen writes it.
const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKlW0PoYUeg3vB1FfGIf1Ybgcq58ZDbMQO+Uu92zFZav alice@laptop\n"

// written writes a file into a directory of its own.
func written(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// run makes a site, and returns what was said, which others hear too.
func run(t *testing.T, dir string, opt setup.Options, hear ...func(string)) string {
	t.Helper()
	var text []string
	if opt.Now.IsZero() {
		opt.Now = time.Now()
	}
	if err := setup.Run(dir, opt, func(line string) {
		text = append(text, line)
		for _, h := range hear {
			h(line)
		}
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(text, "\n")
}

// site makes a directory for a server at a free port of this machine, with the hosts web1 and
// web2 and the operators alice and bob.
func site(t *testing.T, opt setup.Options) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "site")
	public := written(t, "id_ed25519.pub", key)
	opt.Servers, opt.ServerDir = []string{"localhost:" + port}, filepath.Join(dir, "server")
	opt.Hosts, opt.Operators = []string{"web[1-2]"}, []string{"alice=" + public, "bob=" + public}
	run(t, dir, opt)
	return dir
}

// serving starts the server of a site as a library, from its files as they are.
func serving(t *testing.T, dir string) *server.Server {
	t.Helper()
	s, _ := natstest.RunServerWithConfig(filepath.Join(dir, "server/nats-server.conf"))
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// program starts Debian's server with the files of a site.
func program(t *testing.T, dir string) *os.Process {
	t.Helper()
	conf := filepath.Join(dir, "server/nats-server.conf")
	if out, err := exec.Command("nats-server", "-t", "-c", conf).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command("nats-server", "-c", conf)
	var log strings.Builder
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil || t.Failed() {
			t.Logf("the server: %v\n%s", err, log.String())
		}
	})
	return cmd.Process
}

// host connects as a host, and waits until it is connected.
func host(t *testing.T, dir, name string) *nats.Conn {
	t.Helper()
	a, err := settings.ReadAgent(filepath.Join(dir, "hosts", name, "agent.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	connected := make(chan string, 16)
	nc, err := connect.Agent(t.Context(), a.Connection, func(line string) { connected <- line })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	for {
		select {
		case line := <-connected:
			if strings.HasPrefix(line, "connected") {
				return nc
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s is not connected: %v", name, nc.LastError())
		}
	}
}

// operatorOf returns the settings of an operator.
func operatorOf(t *testing.T, dir, name string) settings.Operator {
	t.Helper()
	o, err := settings.ReadOperator(filepath.Join(dir, "operators", name, "nats.yaml"), "/home/"+name)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// operator connects as an operator.
func operator(t *testing.T, dir, name string) *nats.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	nc, err := connect.Operator(ctx, operatorOf(t, dir, name).Connection, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}
