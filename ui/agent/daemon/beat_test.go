package daemon

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natstest "github.com/nats-io/nats-server/v2/test"
	"github.com/nats-io/nats.go"

	"ralsh/model/wire"
)

// TestWritten holds when facts and snapshots are written into the buckets.
func TestWritten(t *testing.T) {
	var w written
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i, c := range []struct {
		after           time.Duration
		sum             string
		facts, snapshot bool
	}{
		{0, "", false, true},
		{time.Minute, "a", true, false},
		{time.Minute, "a", false, false},
		{time.Minute, "b", false, false}, // not so often
		{28 * time.Minute, "b", true, false},
		{2 * time.Hour, "b", false, false},
		{0, "c", true, false},
		{2 * time.Hour, "", false, false}, // they cannot be read
		{2 * time.Hour, "c", false, true},
		{3 * time.Hour, "c", true, false}, // the bucket may have been made since
		{4 * time.Hour, "c", false, true},
		{-time.Hour, "d", true, false}, // the clock was set
	} {
		at = at.Add(c.after)
		if facts, snapshot := w.facts(at, c.sum), w.snapshot(at); facts != c.facts || snapshot != c.snapshot {
			t.Errorf("step %d, %s with %q: facts %t, snapshot %t", i, at.Format(time.TimeOnly), c.sum, facts, snapshot)
		}
	}
}

// broker starts a server at a port, without accounts.
func broker(t testing.TB, port int) *server.Server {
	t.Helper()
	options := natstest.DefaultTestOptions
	options.Port = port
	s := natstest.RunServer(&options)
	t.Cleanup(s.Shutdown)
	return s
}

func connected(t testing.TB, s *server.Server) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect(
		s.ClientURL(), nats.ReconnectWait(20*time.Millisecond), nats.MaxReconnects(-1), nats.ReconnectJitter(0, 0),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// running starts an agent whose options are those of a test, until the test ends.
func running(t testing.TB, conn *nats.Conn, o Options) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	o.Name, o.Version, o.Ready = "web1", "1.2.3", func() { close(ready) }
	o.System = func() string { return "Debian 12.11" }
	if o.Match == nil {
		o.Match = func(string) (bool, error) { return true, nil }
	}
	if o.Say == nil {
		o.Say = func(line string) { t.Log(line) }
	}
	if o.Keeper.Facts == nil {
		o.Keeper.Facts = func() ([]byte, string) { return nil, "" }
	}
	go func() { ended <- Run(ctx, conn, o) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	<-ready
	return stop
}

// TestClosed holds that an agent whose connection is closed ends with an error.
func TestClosed(t *testing.T) {
	conn := connected(t, broker(t, server.RANDOM_PORT))
	err := Run(t.Context(), conn, Options{Name: "web1", Version: "1.2.3", Ready: conn.Close, Keeper: Keeper{Facts: func() ([]byte, string) { return nil, "" }}})
	if err == nil || !strings.Contains(err.Error(), "the connection was closed") {
		t.Error(err)
	}
}

// heardOn returns the messages of a subject.
func heardOn(t testing.TB, conn *nats.Conn, subject string) <-chan *nats.Msg {
	t.Helper()
	messages := make(chan *nats.Msg, 4096)
	_, err := conn.ChanSubscribe(subject, messages)
	if err == nil {
		err = conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return messages
}

// next returns a message, which comes soon.
func next(t testing.TB, messages <-chan *nats.Msg) *nats.Msg {
	t.Helper()
	select {
	case m := <-messages:
		return m
	case <-time.After(time.Minute):
		t.Fatal("no message came")
		return nil
	}
}

// TestBeat reads what a host says of itself, with buckets and without.
func TestBeat(t *testing.T) {
	for _, jetstream := range []bool{false, true} {
		s := broker(t, server.RANDOM_PORT)
		all := heardOn(t, connected(t, s), ">")
		large := make([]byte, 4<<20)
		for i := range large {
			large[i] = byte(rand.Uint32())
		}
		text := make(chan string, 64)
		stop := running(t, connected(t, s), Options{JetStream: jetstream, Say: func(line string) { text <- line }, Keeper: Keeper{
			Boot: "abc", Facts: func() ([]byte, string) { return []byte(`{"a": 1}`), "sum" },
			Snapshot: func(context.Context) ([]byte, error) { return large, nil }, every: 20 * time.Millisecond,
		}})
		count := make(map[string]int)
		for count[wire.SubjectBeat("web1")] < 5 {
			m := next(t, all)
			count[m.Subject]++
			switch m.Subject {
			case wire.SubjectBeat("web1"), wire.SubjectKey(wire.BucketBeat, "web1"):
				if beat, err := wire.Decode[wire.Beat](m.Data); err != nil || beat != (wire.Beat{Version: "1.2.3", System: "Debian 12.11", Boot: "abc", Facts: "sum"}) {
					t.Errorf("%s %v", m.Data, err)
				}
			case wire.SubjectKey(wire.BucketFacts, "web1"):
				r, err := gzip.NewReader(bytes.NewReader(m.Data))
				if err != nil {
					t.Fatal(err)
				}
				if text, err := io.ReadAll(r); err != nil || string(text) != `{"a": 1}` {
					t.Errorf("%s %v", text, err)
				}
			}
		}
		stop()
		facts, snapshots, beats := count[wire.SubjectKey(wire.BucketFacts, "web1")], count[wire.SubjectKey(wire.BucketSnapshot, "web1")], count[wire.SubjectKey(wire.BucketBeat, "web1")]
		if jetstream && (facts != 1 || beats < 4) || !jetstream && facts+beats > 0 || snapshots > 0 {
			t.Errorf("jetstream %t: %v", jetstream, count)
		}
		close(text)
		lines := ""
		for line := range text {
			lines += line + "\n"
		}
		if jetstream != strings.Contains(lines, "the data of this host exceeds the limit of the bucket ralsh_snapshots") {
			t.Errorf("jetstream %t: %s", jetstream, lines)
		}
	}
}

// TestBeatWithoutSnapshot has the snapshot fail: the rest is written.
func TestBeatWithoutSnapshot(t *testing.T) {
	s := broker(t, server.RANDOM_PORT)
	beats := heardOn(t, connected(t, s), wire.SubjectBeat("web1"))
	text := make(chan string, 64)
	running(t, connected(t, s), Options{JetStream: true, Say: func(line string) { text <- line }, Keeper: Keeper{
		Facts: func() ([]byte, string) { return nil, "" }, Snapshot: func(context.Context) ([]byte, error) { return nil, errors.New("broken") }, every: 20 * time.Millisecond,
	}})
	next(t, beats)
	next(t, beats)
	if line := <-text; !strings.Contains(line, "cannot create a snapshot") || !strings.Contains(line, "broken") {
		t.Error(line)
	}
}

// TestServerRestarts has the server end between two beats, and come back: the agent is there
// again, with its calls.
func TestServerRestarts(t *testing.T) {
	s := broker(t, server.RANDOM_PORT)
	conn := connected(t, s)
	beats := heardOn(t, connected(t, s), wire.SubjectBeat("web1"))
	running(t, conn, Options{Keeper: Keeper{every: 20 * time.Millisecond}, Read: func(_ context.Context, _ *wire.Call, out io.Writer, _ func(string), _ <-chan int) (int, error) {
		_, err := io.WriteString(out, "here")
		return 0, err
	}})
	next(t, beats)
	port := s.Addr().String()[strings.LastIndexByte(s.Addr().String(), ':')+1:]
	s.Shutdown()
	s.WaitForShutdown()
	again := broker(t, atoi(t, port))
	asker := connected(t, again)
	next(t, heardOn(t, asker, wire.SubjectBeat("web1")))
	if end := called(t, asker, wire.Call{Call: "0123456789", Args: []string{"facts"}}); end.Outcome != wire.Ended || end.Parts != 1 {
		t.Errorf("%+v", end)
	}
}
