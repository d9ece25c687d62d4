package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/model/order"
	"ralsh/ral/host/attached"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/raltest/real"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/daemon"
	"ralsh/ui/agent/orders"
	"ralsh/ui/agent/settings"
	"ralsh/ui/agent/setup"
)

// trio is a server, hosts web1, web2 and web3, and the operator alice. The ralsh of each host
// has a directory of its own at the path that all of them know as here; the rest is real, but
// for systemd, whose sockets are those of this process.
type trio struct {
	*testing.T
	dir  string
	here string
	env  []string // of alice
	home string   // of alice

	jetstream bool
	stops     []func() // of the agents
}

// newTrio starts the server and the hosts.
func newTrio(t *testing.T) *trio {
	t.Helper()
	return startTrio(t, false)
}

// startTrio starts the server and the hosts, with buckets of JetStream or without.
func startTrio(t *testing.T, jetstream bool) *trio {
	t.Helper()
	real.Need(t, "hosts with a directory of their own", "unshare", "mount", "ssh-keygen")
	real.AgentBinary(t)
	s := &trio{T: t, dir: t.TempDir(), jetstream: jetstream}
	s.here, s.home = s.path("here"), s.path("alice")
	for _, dir := range []string{s.here, s.home + "/.ssh"} {
		s.mkdir(dir)
	}
	s.keygen(s.home+"/.ssh/id_ed25519", "")
	s.configure()
	serveNATS(s, s.path("nats/server/nats-server.conf"))
	if jetstream {
		if err := setup.Buckets(t.Context(), s.path("nats"), func(string) {}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		s.stops = append(s.stops, s.startHost(fmt.Sprintf("web%d", i+1)))
	}
	return s
}

func (s *trio) path(name string) string { return filepath.Join(s.dir, name) }

func (s *trio) mkdir(dir string) {
	s.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		s.Fatal(err)
	}
}

func (s *trio) write(file, text string, mode os.FileMode) {
	s.Helper()
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		s.Fatal(err)
	}
}

// has returns a file of a host, "" if there is none.
func (s *trio) has(host, name string) string {
	data, _ := os.ReadFile(s.path(host + "/here/" + name)) // "" if there is none
	return string(data)
}

func (s *trio) keygen(file, passphrase string) {
	s.Helper()
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-C", "", "-N", passphrase, "-f", file).CombinedOutput(); err != nil {
		s.Fatalf("%v\n%s", err, out)
	}
}

// configure makes the configuration of all, and that of alice at her home.
func (s *trio) configure() {
	s.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	_ = free.Close()
	if err := setup.Run(s.path("nats"), setup.Options{
		Servers: []string{"localhost:" + port}, ServerDir: s.path("nats/server"), Now: time.Now(), Home: s.home,
		Hosts: []string{"web[1-3]"}, Operators: []string{"alice=~/.ssh/id_ed25519.pub"}, JetStream: s.jetstream,
	}, func(string) {}); err != nil {
		s.Fatal(err)
	}
	if err := os.CopyFS(s.home+"/.config/ralsh", os.DirFS(s.path("nats/operators/alice"))); err != nil {
		s.Fatal(err)
	}
	if err := os.Chmod(s.home+"/.config/ralsh/alice.nk", 0o600); err != nil {
		s.Fatal(err)
	}
	s.env = []string{
		"HOME=" + s.home, "PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "XDG_RUNTIME_DIR=" + s.home,
		"XDG_CONFIG_HOME=" + s.home + "/.config", "XDG_STATE_HOME=" + s.home + "/.state",
	}
}

// startHost starts the agent, the helper and the runner of a host.
func (s *trio) startHost(name string) (stop func()) {
	s.Helper()
	for _, dir := range []string{"/here", "/etc", "/state", "/runs"} {
		s.mkdir(s.path(name + dir))
	}
	ralsh := s.path(name + "/ralsh")
	s.write(ralsh, fmt.Sprintf(`#!/bin/sh
export XDG_STATE_HOME=%[1]s/runs XDG_CONFIG_HOME=%[1]s/etc
exec unshare --mount sh -ec 'mount --bind "$0/here" %[2]s; if test -e "$0/etc/passwd"; then mount --bind "$0/etc" /etc; fi; exec %[3]s "$@"' %[1]s "$@"
`, s.path(name), s.here, real.Binary(s)), 0o755)
	bundle := s.path("nats/hosts/" + name)
	agent, err := settings.ReadAgent(bundle + "/agent.yaml")
	if err != nil {
		s.Fatal(err)
	}
	state, err := ownfiles.Open(s.path(name + "/state"))
	if err != nil {
		s.Fatal(err)
	}
	s.listen(s.path(name+"/run.sock"), func(ctx context.Context, conn net.Conn) error {
		return orders.Run(ctx, conn, conn, orders.RunOptions{Program: ralsh, State: state, Now: time.Now})
	})
	s.listen(s.path(name+"/order.sock"), func(ctx context.Context, conn net.Conn) error {
		return orders.Check(ctx, conn, conn, orders.CheckOptions{
			Name: name, State: state, Runner: s.path(name + "/run.sock"), Now: time.Now, Signers: order.Signers{Allowed: bundle + "/allowed_signers", Revoked: bundle + "/revoked_keys"},
		})
	})
	conn, err := connect.Agent(s.Context(), agent.Connection, func(string) {})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(conn.Close)
	for conn.Status() != nats.CONNECTED {
		<-conn.StatusChanged(nats.CONNECTED)
	}
	local := daemon.NewRalsh(ralsh, name)
	local.Refresh(s.Context())
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- daemon.Run(ctx, conn, daemon.Options{
			Name: name, Version: version, System: local.System, Match: local.Match, Read: local.Read, Say: func(line string) { s.Log(name, line) },
			Ready: func() { close(ready) }, JetStream: agent.JetStream, Keeper: daemon.Keeper{Facts: local.Facts, Snapshot: local.Snapshot},
			Order: func(ctx context.Context) (io.ReadWriteCloser, error) {
				return attached.Dial(ctx, s.path(name+"/order.sock"))
			},
		})
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			s.Error(err)
		}
	})
	s.Cleanup(stop)
	<-ready
	return stop
}

// listen serves each connection to a socket. The operator has the error.
func (s *trio) listen(path string, serve func(ctx context.Context, conn net.Conn) error) {
	s.Helper()
	listen(s, path, func(conn net.Conn) { _ = serve(context.Background(), conn) })
}

// asked is what ralsh printed for alice, and its status.
type asked struct {
	out, errs string
	status    int
}

// ralsh runs ralsh as alice, without a terminal.
func (s *trio) ralsh(in string, args ...string) asked { return s.ralshWith(nil, in, args...) }

// ralshWith does so with other variables.
func (s *trio) ralshWith(env []string, in string, args ...string) asked {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, real.Binary(s), args...)
	cmd.Env = append(s.env, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var out, errs strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &errs
	_ = cmd.Run() // its status is compared
	return asked{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// expect fails unless the status is as it should be, and the output has each of the texts.
func (s *trio) expect(a asked, status int, texts ...string) {
	s.Helper()
	if a.status != status {
		s.Errorf("the status is %d, and not %d", a.status, status)
	}
	for _, text := range texts {
		if !strings.Contains(a.out+a.errs, text) {
			s.Errorf("%q is missing", text)
		}
	}
	if s.Failed() {
		s.Fatalf("it printed\n%s\nand\n%s", a.out, a.errs)
	}
}

// hostDocument is a host of -o json.
type hostDocument struct {
	ExitStatus *int   `json:"exit_status"`
	Reached    bool   `json:"reached"`
	Outcome    string `json:"outcome"`
	Error      string `json:"error"`
	Result     any    `json:"result"`
}

// hosts returns the hosts of a document.
func (s *trio) hosts(text string) map[string]hostDocument {
	s.Helper()
	var doc struct {
		Schema int                     `json:"schema"`
		Hosts  map[string]hostDocument `json:"hosts"`
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil || doc.Schema == 0 {
		s.Fatalf("%v\n%s", err, text)
	}
	return doc.Hosts
}

// orders returns what a host has noted of orders.
func (s *trio) orders(name string) string {
	s.Helper()
	var text strings.Builder
	if err := orders.Print(&text, ownfiles.Peek(s.path(name+"/state")), true); err != nil {
		s.Fatal(err)
	}
	return text.String()
}
