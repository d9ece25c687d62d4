package operator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/model/fleet"
	"ralsh/model/wire"
)

// The times of a test whose host says nothing, or nothing more. What a host does say has the
// usual time.
var (
	unheard = times{begin: 300 * time.Millisecond, alive: wire.AliveLimit}
	quiet   = times{begin: wire.BeginLimit, alive: 10 * time.Second}
)

// startHost starts a host that answers a call with any messages, in place of an agent.
func startHost(t *testing.T, conn *nats.Conn, name string, answer func(call wire.Call, send func(m any))) {
	t.Helper()
	_, err := conn.Subscribe(wire.SubjectCall(name), func(msg *nats.Msg) {
		call, err := wire.Decode[wire.Call](msg.Data)
		if err != nil {
			t.Error(err)
			return
		}
		answer(call, func(m any) {
			data, is := m.([]byte)
			if !is {
				if data, err = wire.Encode(m); err != nil {
					t.Error(err)
				}
			}
			if err := conn.Publish(wire.SubjectAnswer(name, call.Operator, call.Call), data); err != nil {
				t.Error(err)
			}
		})
	})
	if err == nil {
		err = conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// TestAnswersOfAnyForm sends what brokers and hosts may make of an answer.
func TestAnswersOfAnyForm(t *testing.T) {
	t.Parallel()
	part := func(seq int, text string) wire.Answer { return wire.Answer{Seq: seq, Out: []byte(text)} }
	end := func(parts int, text string) wire.Answer {
		return wire.Answer{End: &wire.End{Outcome: wire.Ended, Parts: parts, SHA256: sum(text)}}
	}
	begun := wire.Answer{Begun: true}
	for _, c := range []struct {
		name    string
		sends   []any
		times   times
		out     string
		outcome wire.Outcome // "" for a success
		reason  string
	}{
		{"as it should be", []any{begun, part(1, "a"), part(2, "b"), end(2, "ab")}, usual, "ab", "", ""},
		{"without a beginning", []any{part(1, "a"), end(1, "a")}, usual, "a", "", ""},
		{"nothing at all", nil, unheard, "", wire.NotReached, "no answer in 300ms"},
		{"only a beginning", []any{begun}, quiet, "", wire.Lost, "no message for 10s"},
		{"each message twice", []any{begun, begun, part(1, "a"), part(1, "a"), part(2, "b"), part(2, "b"), end(2, "ab"), end(2, "ab")}, usual, "ab", "", ""},
		{"in another order", []any{end(3, "abc"), part(2, "b"), begun, part(1, "a"), part(3, "c")}, usual, "abc", "", ""},
		{"a part is missing", []any{begun, part(1, "a"), part(3, "c"), end(3, "abc")}, quiet, "a", wire.Lost, "a part of the answer is missing"},
		{"the end is missing", []any{begun, part(1, "a")}, quiet, "a", wire.Lost, "no message for 10s"},
		{"another part in its place", []any{begun, part(1, "evil"), end(1, "a")}, usual, "evil", wire.Lost, "the checksum of the answer is wrong"},
		{"fewer parts than it says", []any{begun, part(1, "a"), end(0, "")}, usual, "a", wire.Lost, "the checksum of the answer is wrong"},
		{"no JSON", []any{begun, []byte("{")}, usual, "", wire.Lost, "cannot parse the message: unexpected end of JSON input"},
		{"deep JSON", []any{begun, []byte(strings.Repeat("[", 100_000))}, usual, "", wire.Lost, "cannot parse the message: invalid character '[' exceeded max depth"},
		{"a part that is too large", []any{begun, []byte(`{"seq":1,"out":"` + strings.Repeat("AAAA", wire.MaxPart/3+1) + `"}`)}, usual, "", wire.Lost, "a part is too large (32769 bytes, at most 32768)"},
		{"a part far ahead", []any{begun, part(1<<40, "x"), part(1, "a"), end(1, "a")}, usual, "a", "", ""},
		{"a negative part", []any{begun, []byte(`{"seq":-1,"out":"QQ=="}`)}, usual, "", wire.Lost, "a part has the number -1"},
		{"it refuses", []any{wire.Answer{End: &wire.End{Outcome: wire.Refused, Reason: "no \x1b[2J", SHA256: sum("")}}}, usual, "", wire.Refused, "no \x1b[2J"},
		{"an outcome that is none", []any{wire.Answer{End: &wire.End{Outcome: "fine", SHA256: sum("")}}}, usual, "", "fine", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			startHost(t, connect(t, s), "web1", func(_ wire.Call, send func(any)) {
				for _, m := range c.sends {
					send(m)
				}
			})
			h := ask(t.Context(), startAsker(t, connect(t, s), c.times), nil, "web1", "facts")
			var of *fleet.AgentError
			errors.As(h.err, &of)
			switch {
			case h.out.String() != c.out:
				t.Errorf("it printed %q, and not %q", h.out.String(), c.out)
			case c.outcome == "" && h.err != nil, c.outcome != "" && (of == nil || of.End.Outcome != c.outcome || !strings.HasPrefix(of.End.Reason, c.reason)):
				t.Errorf("the end is %+v, %v", of, h.err)
			}
		})
	}
}

// TestAnotherName has a host answer in the name of another one, and find it: only the subject
// says whose an answer is.
func TestAnotherName(t *testing.T) {
	s := startServer(t)
	evil := connect(t, s)
	startHost(t, connect(t, s), "web1", func(call wire.Call, send func(any)) {
		forged, _ := wire.Encode(wire.Answer{Call: call.Call, Host: "web1", Seq: 1, Out: []byte("forged\n")})
		if err := errors.Join(evil.Publish(wire.SubjectAnswer("evil", call.Operator, call.Call), forged), evil.Flush()); err != nil {
			t.Error(err)
		}
		send(wire.Answer{Seq: 1, Out: []byte("true\n")})
		send(wire.Answer{End: &wire.End{Outcome: wire.Ended, Parts: 1, SHA256: sum("true\n")}})
	})
	if h := ask(t.Context(), startAsker(t, connect(t, s), usual), nil, "web1", "facts"); h.err != nil || h.out.String() != "true\n" {
		t.Errorf("%q %v", h.out.String(), h.err)
	}
}

// TestFlood has one host send as much as it can, and others answer meanwhile.
func TestFlood(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	over := make(chan struct{})
	startHost(t, connect(t, s), "flood", func(_ wire.Call, send func(any)) {
		send(wire.Answer{Begun: true})
		for i := 1; i < 1_000_000; i++ {
			select {
			case <-over:
				return
			default:
				send(wire.Answer{Seq: i, Out: make([]byte, wire.MaxPart)})
			}
		}
	})
	startAgent(t, connect(t, s), "web1", echo, always)
	a := startAsker(t, connect(t, s), usual)
	ctx, cancel := context.WithCancel(t.Context())
	flooded, again := make(chan *heard), make(chan struct{})
	go func() { flooded <- ask(ctx, a, again, "flood", "facts") }()
	for range 20 {
		if h := ask(t.Context(), a, nil, "web1", "facts"); h.err != nil {
			t.Fatal(h.err)
		}
	}
	cancel()
	close(again)
	close(over)
	if h := <-flooded; h.err == nil {
		t.Error("the flood has a good end")
	}
}

// TestStop interrupts a look, and then ends it.
func TestStop(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	began, stopped := make(chan struct{}, 1), make(chan struct{}, 1)
	startAgent(t, connect(t, s), "web1", func(_ context.Context, _ *wire.Call, out io.Writer, _ func(string), stop <-chan int) (int, error) {
		began <- struct{}{}
		fmt.Fprintln(out, <-stop)
		stopped <- struct{}{}
		fmt.Fprintln(out, <-stop)
		return 130, nil
	}, always)
	a := startAsker(t, connect(t, s), usual)
	ctx, cancel := context.WithCancel(t.Context())
	again, ended := make(chan struct{}), make(chan *heard)
	go func() { ended <- ask(ctx, a, again, "web1", "facts") }()
	<-began
	cancel()
	<-stopped
	close(again)
	if h := <-ended; h.exit != 130 || h.err != nil || h.out.String() != "1\n2\n" {
		t.Errorf("%q, exit %d, %v", h.out.String(), h.exit, h.err)
	}
}

// TestGoesAway ends the server, or the agent, in the middle of a look.
func TestGoesAway(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		reason string
	}{{"server", "the connection to the server was lost"}, {"agent", "the agent was stopped"}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			stop := startAgent(t, connect(t, s), "web1", func(ctx context.Context, _ *wire.Call, _ io.Writer, _ func(string), _ <-chan int) (int, error) {
				<-ctx.Done()
				return 0, ctx.Err()
			}, always)
			a := startAsker(t, connect(t, s), quiet)
			began, ended := make(chan struct{}), make(chan error)
			go func() {
				_, err := a.Call(t.Context(), wire.Call{Host: "web1", Args: []string{"facts"}, MaxBytes: 100}, fleet.At{
					Out: io.Discard, Sent: sync.OnceFunc(func() { close(began) }),
				})
				ended <- err
			}()
			<-began
			if c.name == "server" {
				s.Shutdown()
			} else {
				stop()
			}
			var of *fleet.AgentError
			if err := <-ended; !errors.As(err, &of) || of.End.Outcome != wire.Lost || of.End.Reason != c.reason {
				t.Errorf("the end is %v", err)
			}
		})
	}
}

// TestReplay has the broker deliver a call twice, and one for another host: the look runs
// once.
func TestReplay(t *testing.T) {
	s := startServer(t)
	var runs atomic.Int32
	startAgent(t, connect(t, s), "web1", func(ctx context.Context, c *wire.Call, out io.Writer, say func(string), stop <-chan int) (int, error) {
		runs.Add(1)
		return echo(ctx, c, out, say, stop)
	}, always)
	broker := connect(t, s)
	_, err := broker.Subscribe("copied", func(msg *nats.Msg) {
		for range 3 {
			_ = broker.Publish(wire.SubjectCall("web1"), msg.Data)
		}
		_ = broker.Flush()
	})
	if err != nil {
		t.Fatal(err)
	}
	answers := make(chan *nats.Msg, 64)
	if _, err := broker.ChanSubscribe(wire.SubjectAnswers("alice"), answers); err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"web1", "web2", "web1"} {
		data, err := wire.Encode(wire.Call{Call: "0123456789abcdef", Operator: "alice", Host: host, MaxBytes: 100, Args: []string{host}})
		if err == nil {
			err = errors.Join(broker.Publish("copied", data), broker.Flush())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for {
		m, err := wire.Decode[wire.Answer]((<-answers).Data)
		if err != nil {
			t.Fatal(err)
		}
		if m.End != nil {
			break
		}
	}
	// A look of its own comes after all that was sent before.
	if h := ask(t.Context(), startAsker(t, broker, usual), nil, "web1", "facts"); h.err != nil {
		t.Fatal(h.err)
	}
	if n := runs.Load(); n != 2 {
		t.Errorf("%d looks ran, and not 2", n)
	}
}

// TestTooMuch has a look print more than the operator takes: it ends.
func TestTooMuch(t *testing.T) {
	s := startServer(t)
	startAgent(t, connect(t, s), "web1", func(ctx context.Context, _ *wire.Call, out io.Writer, _ func(string), _ <-chan int) (int, error) {
		for ctx.Err() == nil {
			if _, err := out.Write(make([]byte, 100_000)); err != nil {
				<-ctx.Done()
			}
		}
		return 0, ctx.Err()
	}, always)
	h := ask(t.Context(), startAsker(t, connect(t, s), usual), nil, "web1", "facts")
	var of *fleet.AgentError
	if !errors.As(h.err, &of) || of.End.Outcome != wire.TooMuch || h.out.Len() > 1<<20 {
		t.Errorf("%d bytes, %v", h.out.Len(), h.err)
	}
}

// TestBusy has a host run as many looks as it may: another one is refused.
func TestBusy(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	began, free := make(chan struct{}), make(chan struct{})
	startAgent(t, connect(t, s), "web1", func(context.Context, *wire.Call, io.Writer, func(string), <-chan int) (int, error) {
		began <- struct{}{}
		<-free
		return 0, nil
	}, always)
	a := startAsker(t, connect(t, s), usual)
	ended := make(chan *heard)
	for range 8 {
		go func() { ended <- ask(t.Context(), a, nil, "web1", "facts") }()
		<-began
	}
	if h := ask(t.Context(), a, nil, "web1", "facts"); h.err == nil || h.err.Error() != "the host is busy: it already runs 8 commands" {
		t.Errorf("the ninth look: %v", h.err)
	}
	close(free)
	for range 8 {
		if h := <-ended; h.err != nil {
			t.Error(h.err)
		}
	}
}
