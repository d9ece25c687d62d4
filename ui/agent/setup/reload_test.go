package setup_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/model/wire"
	"ralsh/ral/raltest/real"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/settings"
	"ralsh/ui/agent/setup"
)

func TestReload(t *testing.T) {
	t.Parallel()
	dir := site(t, setup.Options{})
	s := serving(t, dir)
	reloaded(t, dir, s.Reload)
}

// TestReloadDebian does the same with the server of Debian 12.
func TestReloadDebian(t *testing.T) {
	real.Need(t, "Debian's NATS server runs", "nats-server")
	dir := site(t, setup.Options{})
	process := program(t, dir)
	host(t, dir, "web1").Close() // it waits until the server is there
	reloaded(t, dir, func() error { return process.Signal(syscall.SIGHUP) })
}

// reloaded holds that who was taken out is disconnected and refused after a reload, that the
// others keep their connections, and that the agent of an added host comes in by itself.
func reloaded(t *testing.T, dir string, reload func() error) {
	gone := operatorOf(t, dir, "bob").Connection
	gone.NKey = written(t, "bob.nk", read(t, filepath.Join(dir, "operators/bob/bob.nk")))
	gone.CA = filepath.Join(dir, "ca.pem")
	closed, asked := make(chan bool, 1), make(chan bool, 1)
	operator(t, dir, "bob").SetClosedHandler(func(*nats.Conn) { closed <- true })
	web1, alice := host(t, dir, "web1"), operator(t, dir, "alice")
	subscribe(t, web1, wire.SubjectFind, func(*nats.Msg) { asked <- true })

	run(t, dir, setup.Options{Remove: []string{"bob", "web2"}})
	for _, bundle := range []string{"operators/bob", "hosts/web2"} {
		if _, err := os.Stat(filepath.Join(dir, bundle)); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", bundle, err)
		}
	}
	if got := refusal(t, gone); got != "connected" {
		t.Errorf("before the reload: %s", got)
	}
	if err := reload(); err != nil {
		t.Fatal(err)
	}
	came(t, closed, "the end of the connection of who was removed")
	if got := refusal(t, gone); !strings.HasSuffix(got, ": the server rejected the key") {
		t.Errorf("after the reload: %s", got)
	}
	if err := alice.Publish(wire.SubjectFind, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	came(t, asked, "a question at a host that stayed")
	if web1.Reconnects > 0 {
		t.Errorf("a host that stayed was disconnected %d times", web1.Reconnects)
	}

	run(t, dir, setup.Options{Hosts: []string{"web3"}})
	a, err := settings.ReadAgent(filepath.Join(dir, "hosts/web3/agent.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	refused, connected := make(chan bool, 64), make(chan bool, 64)
	added, err := connect.Agent(t.Context(), a.Connection, func(line string) {
		switch {
		case line == "not connected: the server rejected the key":
			refused <- true
		case strings.HasPrefix(line, "connected"):
			connected <- true
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer added.Close()
	came(t, refused, "a refusal before the reload")
	if err := reload(); err != nil {
		t.Fatal(err)
	}
	came(t, connected, "the agent of a host that was added")
}

// TestOtherKey holds that an agent ends when its private key was replaced, since only another
// one can begin to use the new key, and that the other one connects.
func TestOtherKey(t *testing.T) {
	t.Parallel()
	dir := site(t, setup.Options{})
	s := serving(t, dir)
	web1 := host(t, dir, "web1")
	closed := web1.StatusChanged(nats.CLOSED)
	run(t, dir, setup.Options{Remove: []string{"web1"}, Hosts: []string{"web1"}})
	if err := s.Reload(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-closed:
	case <-time.After(time.Minute):
		t.Fatal("the agent with the old key did not end")
	}
	host(t, dir, "web1")
}

// came waits for something.
func came(t *testing.T, it <-chan bool, what string) {
	t.Helper()
	select {
	case <-it:
	case <-time.After(time.Minute):
		t.Fatalf("%s did not come", what)
	}
}

// TestForbidden holds that an agent says, once, what the server does not permit.
func TestForbidden(t *testing.T) {
	dir := site(t, setup.Options{})
	serving(t, dir)
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
	for range 3 {
		if err := nc.Publish(wire.SubjectBeat("web2"), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := nc.Publish(wire.SubjectBeat("web3"), nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"connected to ", `permission denied: Publish to "ralsh.v1.beat.web2"`, `permission denied: Publish to "ralsh.v1.beat.web3"`} {
		select {
		case line := <-text:
			if !strings.HasPrefix(line, want) {
				t.Errorf("it said %q, and should say %q", line, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%q was not said", want)
		}
	}
}
