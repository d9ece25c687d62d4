package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/model/order"
	"ralsh/model/wire"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/raltest/real"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/daemon"
	"ralsh/ui/agent/orders"
	"ralsh/ui/agent/settings"
	"ralsh/ui/agent/setup"
)

// crowd is a server and the agents of many simulated hosts, which are told apart by their
// accounts. Everything but the looks is real.
type crowd struct {
	testing.TB
	dir   string // of setup
	hosts int
	look  atomic.Pointer[func(ctx context.Context, out io.Writer, stop <-chan int)]
	runs  string   // the socket of what runs orders
	alice []string // the environment of the operator alice
}

// newCrowd makes the configuration for hosts, and starts them.
func newCrowd(t testing.TB, hosts int) *crowd {
	t.Helper()
	c := &crowd{TB: t, dir: filepath.Join(t.TempDir(), "site"), hosts: hosts}
	c.setUp()
	serveNATS(t, filepath.Join(c.dir, "server/nats-server.conf"))
	c.runOrders()
	c.start()
	return c
}

// runOrders runs the orders of all hosts, by a program that prints a line.
func (c *crowd) runOrders() {
	c.Helper()
	dir := c.TempDir()
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho 12.11\n"), 0o755); err != nil {
		c.Fatal(err)
	}
	c.runs = filepath.Join(dir, "run.sock")
	state, err := ownfiles.Open(filepath.Join(dir, "state"))
	if err != nil {
		c.Fatal(err)
	}
	listen(c, c.runs, func(conn net.Conn) {
		if err := orders.Run(context.Background(), conn, conn, orders.RunOptions{Program: program, State: state, Now: time.Now}); err != nil {
			c.Error(err)
		}
	})
}

// check starts the helper of a host.
func (c *crowd) check(name string) (io.ReadWriteCloser, error) {
	state, err := ownfiles.Open(filepath.Join(c.dir, "hosts", name, "state"))
	if err != nil {
		return nil, err
	}
	agent, helper := net.Pipe()
	go func() {
		defer helper.Close()
		err := orders.Check(context.Background(), helper, helper, orders.CheckOptions{
			Name: name, State: state, Runner: c.runs, Now: time.Now, Signers: order.Signers{Allowed: filepath.Join(c.dir, "allowed_signers")},
		})
		if err != nil {
			c.Error(name, err)
		}
	}()
	return agent, nil
}

func (c *crowd) setUp() {
	c.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		c.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	_ = free.Close()
	key := filepath.Join(c.TempDir(), "alice")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		c.Fatalf("%v\n%s", err, out)
	}
	opt := setup.Options{
		Servers: []string{"localhost:" + port}, ServerDir: filepath.Join(c.dir, "server"), Now: time.Now(),
		Hosts: []string{fmt.Sprintf("web[1001-%d]", 1000+c.hosts)}, Operators: []string{"alice=" + key + ".pub"},
	}
	if err := setup.Run(c.dir, opt, func(string) {}); err != nil {
		c.Fatal(err)
	}
	config := filepath.Join(c.TempDir(), "ralsh")
	if err := os.CopyFS(config, os.DirFS(filepath.Join(c.dir, "operators/alice"))); err != nil {
		c.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(config, "alice.nk"), 0o600); err != nil {
		c.Fatal(err)
	}
	file := filepath.Join(config, "nats.yaml")
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, bytes.Replace(text, []byte("~/.ssh/id_ed25519.pub"), []byte(key+".pub"), 1), 0o600)
	}
	if err != nil {
		c.Fatal(err)
	}
	c.alice = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Dir(config), "XDG_STATE_HOME="+c.TempDir(), "LC_ALL=C.UTF-8")
}

// start starts the agents, and waits until all of them take calls.
func (c *crowd) start() {
	c.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var running, starting sync.WaitGroup
	c.Cleanup(func() { cancel(); running.Wait() })
	for i := range c.hosts {
		starting.Add(1)
		running.Go(func() {
			ready := sync.OnceFunc(starting.Done)
			defer ready()
			name := fmt.Sprintf("web%d", i+1001)
			s, err := settings.ReadAgent(filepath.Join(c.dir, "hosts", name, "agent.yaml"))
			if err != nil {
				c.Error(err)
				return
			}
			conn, err := connect.Agent(ctx, s.Connection, func(string) {})
			if err != nil {
				c.Error(err)
				return
			}
			defer conn.Close()
			for conn.Status() != nats.CONNECTED && ctx.Err() == nil {
				<-conn.StatusChanged(nats.CONNECTED)
			}
			err = daemon.Run(ctx, conn, daemon.Options{
				Name: name, Version: version, System: func() string { return "Debian 12" }, Ready: ready, Say: func(string) {}, Keeper: daemon.Keeper{Facts: func() ([]byte, string) { return nil, "" }},
				Match: func(string) (bool, error) { return true, nil },
				Read: func(ctx context.Context, _ *wire.Call, out io.Writer, _ func(string), stop <-chan int) (int, error) {
					(*c.look.Load())(ctx, out, stop)
					return 0, ctx.Err()
				},
				Order: func(context.Context) (io.ReadWriteCloser, error) { return c.check(name) },
			})
			if err != nil {
				c.Error(name, err)
			}
		})
	}
	starting.Wait()
}

// ask runs ralsh as alice, and returns what it printed, how long it took, and the most memory
// of ralsh and of the program that asks, in KiB.
func (c *crowd) ask(args ...string) (out string, took time.Duration, kib int64) {
	c.Helper()
	cmd := exec.Command(real.Binary(c), args...)
	cmd.Env = c.alice
	var printed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &printed
	began := time.Now()
	if err := cmd.Start(); err != nil {
		c.Fatal(err)
	}
	over, peak := make(chan struct{}), make(chan int64)
	go func() { peak <- peakOf(cmd.Process.Pid, over) }()
	_ = cmd.Wait() // its status is seen in what it prints
	took = time.Since(began)
	close(over)
	return printed.String(), took, <-peak
}

// peakOf returns the most memory that a process and its child have had together, in KiB.
func peakOf(pid int, over <-chan struct{}) int64 {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	most := make(map[string]int64)
	for {
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid)) // it may have ended
		for _, p := range append(strings.Fields(string(children)), fmt.Sprint(pid)) {
			data, _ := os.ReadFile("/proc/" + p + "/status")
			if _, rest, has := strings.Cut(string(data), "\nVmHWM:"); has {
				var kib int64
				_, _ = fmt.Sscan(rest, &kib)
				most[p] = kib
			}
		}
		select {
		case <-over:
			var sum int64
			for _, kib := range most {
				sum += kib
			}
			return sum
		case <-tick.C:
		}
	}
}

// plainRound has all hosts answer one plain message: what NATS itself takes.
func (c *crowd) plainRound() time.Duration {
	c.Helper()
	o, err := settings.ReadOperator(filepath.Join(c.dir, "operators/alice/nats.yaml"), c.TempDir())
	if err != nil {
		c.Fatal(err)
	}
	conn, err := connect.Operator(c.Context(), o.Connection, func(string) {})
	if err != nil {
		c.Fatal(err)
	}
	defer conn.Close()
	replies := make(chan *nats.Msg, c.hosts)
	inbox := conn.NewInbox()
	if _, err := conn.ChanSubscribe(inbox, replies); err != nil {
		c.Fatal(err)
	}
	began := time.Now()
	if err := conn.PublishRequest("$SRV.PING.ralsh", inbox, nil); err != nil {
		c.Fatal(err)
	}
	for range c.hosts {
		select {
		case <-replies:
		case <-time.After(20 * time.Second):
			c.Fatal("not all hosts have answered")
		}
	}
	return time.Since(began)
}

// TestLimitTwoThousand has 2,000 agents answer a small query, with TLS and accounts, in half a
// second more than a plain round of NATS takes, and 100 MB for who asks; and 2,000 that never
// end.
func TestLimitTwoThousand(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	real.AgentBinary(t)
	began := time.Now()
	c := newCrowd(t, 2000)
	t.Logf("set up and connected in %v", time.Since(began))
	small := func(_ context.Context, out io.Writer, _ <-chan int) { fmt.Fprintln(out, "12.11") }
	c.look.Store(&small)
	plain := time.Hour
	for range 3 {
		plain = min(plain, c.plainRound())
	}
	most := int64(0)
	real.WithinLeast(t, "a query, without a plain round", 500*time.Millisecond, func() time.Duration {
		out, took, kib := c.ask("--on", "nats:", "facts", "os.release.full")
		t.Logf("plain round %v, ralsh %v, %d MiB", plain, took, kib>>10)
		if out != "2000 hosts: 12.11: nats:web[1001-3000]\n" {
			t.Fatalf("it printed %.300s", out)
		}
		most = max(most, kib)
		return took - plain
	})
	if most > 100<<10 {
		t.Errorf("who asked took %d MiB", most>>10)
	}
	out, took, kib := c.ask("--on", "nats:+sudo", "facts", "os.release.full")
	t.Logf("signed, with 2,000 checks by ssh-keygen and as many programs on this machine: %v, %d MiB", took, kib>>10)
	if out != "2000 hosts: 12.11: nats:web[1001-3000]+sudo\n" {
		t.Errorf("it printed %.300s", out)
	}
	endless := func(ctx context.Context, out io.Writer, stop <-chan int) {
		for block := make([]byte, 64<<10); ctx.Err() == nil; {
			if _, err := out.Write(block); err != nil {
				return
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	}
	c.look.Store(&endless)
	out, took, kib = c.ask("--on", "nats:", "facts")
	t.Logf("2,000 answers without an end: %v, %d MiB: %.300s", took, kib>>10, out)
	if kib > 100<<10 || !strings.Contains(out, "x 2000 broken") {
		t.Errorf("%d MiB: %.300s", kib>>10, out)
	}
}
