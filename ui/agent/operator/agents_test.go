package operator

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natstest "github.com/nats-io/nats-server/v2/test"
	"github.com/nats-io/nats.go"

	"ralsh/model/fleet"
	"ralsh/model/wire"
	"ralsh/ui/agent/daemon"
)

// startServer starts a server without accounts, which trusts everyone: a broker that does what
// a test says.
func startServer(t testing.TB) *server.Server {
	t.Helper()
	options := natstest.DefaultTestOptions
	options.Port = server.RANDOM_PORT
	s := natstest.RunServer(&options)
	t.Cleanup(s.Shutdown)
	return s
}

func connect(t testing.TB, s *server.Server, options ...nats.Option) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect(s.ClientURL(), append(options, nats.ReconnectWait(50*time.Millisecond), nats.MaxReconnects(-1), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// look is what a simulated host does for a look.
type look func(ctx context.Context, call *wire.Call, out io.Writer, say func(string), stop <-chan int) (int, error)

// echo prints the name of the host and the arguments.
func echo(_ context.Context, call *wire.Call, out io.Writer, _ func(string), _ <-chan int) (int, error) {
	_, err := fmt.Fprintln(out, call.Host, strings.Join(call.Args, " "))
	return 0, err
}

// startAgent starts the agent of a simulated host, until the test ends or stop is called.
func startAgent(t testing.TB, conn *nats.Conn, name string, run look, match func(string) (bool, error)) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended, ready := make(chan error, 1), make(chan struct{})
	go func() {
		ended <- daemon.Run(ctx, conn, daemon.Options{
			Name: name, Version: "1.2.3", System: func() string { return "Debian 12" }, Read: run, Say: func(line string) { t.Log(name, line) },
			Match: match, Ready: func() { close(ready) }, Keeper: daemon.Keeper{Facts: func() ([]byte, string) { return nil, "" }},
			Order: func(context.Context) (io.ReadWriteCloser, error) { return nil, io.ErrUnexpectedEOF },
		})
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil && !conn.IsClosed() {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	<-ready
	return stop
}

func always(string) (bool, error) { return true, nil }

// startAsker returns the side of ralsh.
func startAsker(t testing.TB, conn *nats.Conn, wait times) *fleet.Agents {
	t.Helper()
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Run(context.Background(), conn, Options{Hello: wire.Hello{Operator: "alice", Principal: "alice"}, Say: func(line string) { t.Log(line) }, times: wait}, in, out)
		out.Close()
	}()
	agents, err := fleet.NewAgents(t.Context(), stdin, stdout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		agents.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return agents
}

// heard is what came of a call.
type heard struct {
	out  bytes.Buffer
	said []string
	exit int
	err  error
}

// ask runs a command line at a host.
func ask(ctx context.Context, a *fleet.Agents, again <-chan struct{}, host string, args ...string) *heard {
	var h heard
	h.exit, h.err = a.Call(ctx, wire.Call{Host: host, Args: args, MaxBytes: 1 << 20}, fleet.At{
		Out: &h.out, Say: func(line string) { h.said = append(h.said, line) }, Sent: func() {}, Again: again,
	})
	return &h
}

var usual = times{wire.BeginLimit, wire.AliveLimit}

func TestLook(t *testing.T) {
	s := startServer(t)
	startAgent(t, connect(t, s), "web1.example.org", echo, always)
	a := startAsker(t, connect(t, s), usual)
	if h := ask(t.Context(), a, nil, "web1.example.org", "facts", "os"); h.out.String() != "web1.example.org facts os\n" || h.err != nil || h.exit != 0 {
		t.Errorf("%q %v %d", h.out.String(), h.err, h.exit)
	}
	if h := ask(t.Context(), a, nil, "web2", "facts"); h.err == nil || h.err.Error() != "the agent is not connected" {
		t.Errorf("a host that is not there: %v", h.err)
	}
}

func TestLarge(t *testing.T) {
	s := startServer(t)
	startAgent(t, connect(t, s), "web1", func(_ context.Context, c *wire.Call, out io.Writer, say func(string), _ <-chan int) (int, error) {
		for i := range 10_000 {
			fmt.Fprintf(out, "%d %s\n", i, strings.Repeat("x", 60))
			if i%10 == 0 {
				say(fmt.Sprintf("line %d", i))
			}
		}
		return 3, nil
	}, always)
	a := startAsker(t, connect(t, s), usual)
	h := ask(t.Context(), a, nil, "web1", "facts")
	if h.err != nil || h.exit != 3 || strings.Count(h.out.String(), "\n") != 10_000 || len(h.said) != 1000 || h.said[999] != "line 9990" {
		t.Errorf("%d bytes, %d lines said, exit %d, %v", h.out.Len(), len(h.said), h.exit, h.err)
	}
}

func TestFind(t *testing.T) {
	s := startServer(t)
	for i := range 20 {
		startAgent(t, connect(t, s), fmt.Sprintf("web%d", i), echo, func(where string) (bool, error) {
			if i == 7 {
				return false, fmt.Errorf("its facts cannot be read")
			}
			return where == "even" && i%2 == 0, nil
		})
	}
	a := startAsker(t, connect(t, s), usual)
	found, err := a.Find(t.Context(), "even")
	unsure := 0
	for _, f := range found {
		if f.Unsure != "" {
			unsure++
		}
	}
	if err != nil || len(found) != 11 || unsure != 1 {
		t.Errorf("%v %v", found, err)
	}
}

// TestStats has two agents count what they are asked, and a third one send what is none.
func TestStats(t *testing.T) {
	s := startServer(t)
	startAgent(t, connect(t, s), "web1", echo, always)
	startAgent(t, connect(t, s), "web2", echo, always)
	evil := connect(t, s)
	if _, err := evil.Subscribe("$SRV.STATS.ralsh", func(msg *nats.Msg) {
		for _, text := range []string{"{", `{"metadata":{"host":"web 3"}}`, `{"endpoints":[null]}`, strings.Repeat("[", 50_000)} {
			_ = msg.Respond([]byte(text))
		}
	}); err != nil {
		t.Fatal(err)
	}
	conn := connect(t, s)
	a := startAsker(t, conn, usual)
	for range 3 {
		if h := ask(t.Context(), a, nil, "web2", "facts"); h.err != nil {
			t.Fatal(h.err)
		}
	}
	if _, err := a.Find(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Request(wire.SubjectCall("web1"), []byte("{"), time.Minute); err != nil { // it answers with the error
		t.Fatal(err)
	}
	all, err := ReadStats(t.Context(), conn)
	for range 20 { // a call is counted a little later than it is taken
		if err != nil || len(all) != 2 || all[0].Errors > 0 {
			break
		}
		all, err = ReadStats(t.Context(), conn)
	}
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	if w := all[0]; w.Host != "web1" || w.Version != "1.2.3" || w.Finds != 1 || w.Calls != 1 || w.Errors != 1 || !strings.Contains(w.Last, "cannot parse") {
		t.Errorf("web1: %+v", w)
	}
	if w := all[1]; w.Host != "web2" || w.Finds != 1 || w.Calls != 3 || w.Errors != 0 {
		t.Errorf("web2: %+v", w)
	}
}
