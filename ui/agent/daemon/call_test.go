package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"ralsh/model/wire"
)

func atoi(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// sent sends a call of alice, and returns its answers.
func sent(t testing.TB, conn *nats.Conn, call wire.Call) <-chan *nats.Msg {
	t.Helper()
	call.Operator, call.Host, call.MaxBytes = "alice", "web1", max(call.MaxBytes, 100)
	answers := heardOn(t, conn, wire.SubjectAnswer("web1", "alice", call.Call))
	publish(t, conn, wire.SubjectCall("web1"), call)
	return answers
}

func publish(t testing.TB, conn *nats.Conn, subject string, message any) {
	t.Helper()
	data, err := wire.Encode(message)
	if err == nil {
		err = errors.Join(conn.Publish(subject, data), conn.Flush())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// endOf returns the end of answers, which comes soon.
func endOf(t testing.TB, answers <-chan *nats.Msg) wire.End {
	t.Helper()
	for {
		m, err := wire.Decode[wire.Answer](next(t, answers).Data)
		if err != nil {
			t.Fatal(err)
		}
		if m.End != nil {
			return *m.End
		}
	}
}

func called(t testing.TB, conn *nats.Conn, call wire.Call) wire.End {
	t.Helper()
	return endOf(t, sent(t, conn, call))
}

// TestCallsRefused sends calls that are none of this host: nothing runs, and it is counted.
func TestCallsRefused(t *testing.T) {
	s := broker(t, server.RANDOM_PORT)
	var runs atomic.Int32
	running(t, connected(t, s), Options{
		Read: func(context.Context, *wire.Call, io.Writer, func(string), <-chan int) (int, error) {
			runs.Add(1)
			return 0, nil
		},
		Match: func(where string) (bool, error) {
			if where == "wrong" {
				return false, errors.New("no facts")
			}
			return where != "other", nil
		},
	})
	conn := connected(t, s)
	good := `{"call":"0123456789","operator":"alice","host":"web1","args":["facts"],"max_bytes":1}`
	for name, text := range map[string]string{
		"another host":     strings.Replace(good, "web1", "web2", 1),
		"no JSON":          "{",
		"nothing":          "",
		"another operator": strings.Replace(good, "alice", "*", 1),
		"another variable": strings.Replace(good, `"args"`, `"env":["PATH=/tmp"],"args"`, 1),
		"no number":        strings.Replace(good, "0123456789", "../../etc", 1),
		"no limit":         strings.Replace(good, `"max_bytes":1`, `"max_bytes":0`, 1),
	} {
		reply, err := conn.Request(wire.SubjectCall("web1"), []byte(text), time.Minute)
		if err != nil || reply.Header.Get("Nats-Service-Error-Code") != "400" {
			t.Errorf("%s: %v %v", name, reply, err)
		}
	}
	for _, c := range []struct {
		where string
		want  wire.Outcome
	}{{"other", wire.NotMeant}, {"wrong", wire.Refused}} {
		if end := called(t, conn, wire.Call{Call: fmt.Sprintf("%x", c.where), Where: c.where}); end.Outcome != c.want {
			t.Errorf("%s: %+v", c.where, end)
		}
	}
	if n := runs.Load(); n != 0 {
		t.Errorf("%d looks ran", n)
	}
}

// TestPlaces has as many looks and orders as may run at the same time, and one more of each.
func TestPlaces(t *testing.T) {
	s := broker(t, server.RANDOM_PORT)
	free := make(chan struct{})
	running(t, connected(t, s), Options{
		Read: func(context.Context, *wire.Call, io.Writer, func(string), <-chan int) (int, error) {
			<-free
			return 0, nil
		},
		Order: func(context.Context) (io.ReadWriteCloser, error) {
			<-free
			return nil, errors.New("there is no helper")
		},
	})
	conn := connected(t, s)
	var waiting []<-chan *nats.Msg
	n := 0
	number := func() string { n++; return fmt.Sprintf("%010d", n) }
	for range maxReads {
		waiting = append(waiting, sent(t, conn, wire.Call{Call: number()}))
	}
	for range maxOrders {
		waiting = append(waiting, sent(t, conn, wire.Call{Call: number(), Order: []byte("{}")}))
	}
	if end := called(t, conn, wire.Call{Call: number()}); end.Outcome != wire.Refused || end.Reason != "the host is busy: it already runs 8 commands" {
		t.Errorf("one look more: %+v", end)
	}
	if end := called(t, conn, wire.Call{Call: number(), Order: []byte("{}")}); end.Outcome != wire.Refused || end.Reason != "the host is busy: it already runs 4 commands" {
		t.Errorf("one order more: %+v", end)
	}
	close(free)
	for i, answers := range waiting {
		if end := endOf(t, answers); i < maxReads && end.Outcome != wire.Ended || i >= maxReads && end.Reason != "this host accepts no orders: there is no helper" {
			t.Errorf("call %d: %+v", i, end)
		}
	}
	if end := called(t, conn, wire.Call{Call: number()}); end.Outcome != wire.Ended {
		t.Errorf("later: %+v", end)
	}
}

// TestAgainAndAgain sends one call many times, also while it runs and after many others: it
// runs once. So do the calls between.
func TestAgainAndAgain(t *testing.T) {
	s := broker(t, server.RANDOM_PORT)
	var runs atomic.Int32
	running(t, connected(t, s), Options{Read: func(context.Context, *wire.Call, io.Writer, func(string), <-chan int) (int, error) {
		runs.Add(1)
		return 0, nil
	}})
	conn := connected(t, s)
	replayed := wire.Call{Call: "ffffffffff", Operator: "alice", Host: "web1", MaxBytes: 1}
	const others = 100
	for i := range others {
		publish(t, conn, wire.SubjectCall("web1"), replayed)
		if end := called(t, conn, wire.Call{Call: fmt.Sprintf("%010d", i)}); end.Outcome != wire.Ended {
			t.Fatalf("%+v", end)
		}
	}
	if n := runs.Load(); n != others+1 {
		t.Errorf("%d looks ran, and not %d", n, others+1)
	}
}

// TestRecalled holds that the numbers of calls that are remembered are bounded, and that the
// oldest ones go first.
func TestRecalled(t *testing.T) {
	a := &Agent{calls: make(map[string]*call), recent: make(map[string]bool)}
	begin := func(i int) bool {
		c := newCall(a, &wire.Call{Call: fmt.Sprintf("%010d", i), Operator: "alice"})
		defer a.forget(c)
		return a.begin(c)
	}
	for i := range recalled {
		if !begin(i) {
			t.Fatalf("call %d came before", i)
		}
	}
	if begin(0) || begin(recalled-1) {
		t.Error("a call was taken twice")
	}
	for i := range recalled {
		begin(recalled + i)
	}
	if len(a.recent) != recalled || len(a.order) != recalled || len(a.calls) != 0 {
		t.Errorf("%d and %d numbers are remembered, and %d calls", len(a.recent), len(a.order), len(a.calls))
	}
}

// TestForeignMore sends what follows a call for another operator, and for calls that are not
// there: the look goes on.
func TestForeignMore(t *testing.T) {
	s := broker(t, server.RANDOM_PORT)
	stopped, began := make(chan int, 8), make(chan struct{})
	running(t, connected(t, s), Options{Read: func(_ context.Context, _ *wire.Call, _ io.Writer, _ func(string), stop <-chan int) (int, error) {
		close(began)
		stopped <- <-stop
		return 0, nil
	}})
	conn := connected(t, s)
	answers := sent(t, conn, wire.Call{Call: "0123456789"})
	<-began
	for _, text := range []string{"", "{", `{"call":"0123456789","operator":"alice","stop":3}`, `{"call":"0123456789","operator":"alice","stop":-1}`} {
		if err := conn.Publish(wire.SubjectMore("web1"), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	publish(t, conn, wire.SubjectMore("web1"), wire.More{Call: "0123456789", Operator: "bob", Stop: 2})
	publish(t, conn, wire.SubjectMore("web1"), wire.More{Call: "9876543210", Operator: "alice", Stop: 2})
	publish(t, conn, wire.SubjectMore("web1"), wire.More{Call: "0123456789", Operator: "alice", Got: 1 << 40})
	for range 5 {
		publish(t, conn, wire.SubjectMore("web1"), wire.More{Call: "0123456789", Operator: "alice", Stop: 1})
	}
	if end := endOf(t, answers); end.Outcome != wire.Ended {
		t.Errorf("%+v", end)
	}
	if how := <-stopped; how != 1 {
		t.Errorf("it was stopped by %d", how)
	}
}

// TestHelpers has the helper of orders answer in other ways than it should: the operator hears
// an end of each, and none is a success.
func TestHelpers(t *testing.T) {
	for name, c := range map[string]struct {
		says, reason string
		outcome      wire.Outcome
	}{
		"it ends":            {"", "the helper of the agent has ended", wire.Lost},
		"half a line":        {`{"begun":tr`, "cannot parse", wire.Lost},
		"garbage":            {"hello\n", "cannot parse", wire.Lost},
		"only a beginning":   {`{"begun":true}` + "\n" + `{"seq":1,"out":"YQ=="}` + "\n", "has ended", wire.Lost},
		"a line of 2 MiB":    {strings.Repeat("x", 2<<20) + "\n", "too large", wire.Lost},
		"it refuses":         {`{"end":{"outcome":"refused","reason":"no"}}` + "\n", "no", wire.Refused},
		"an end, and others": {`{"end":{"outcome":"refused","reason":"no"}}` + "\n" + `{"end":{"outcome":"ended"}}` + "\n", "no", wire.Refused},
	} {
		t.Run(name, func(t *testing.T) {
			s := broker(t, server.RANDOM_PORT)
			running(t, connected(t, s), Options{Order: func(context.Context) (io.ReadWriteCloser, error) {
				ours, theirs := net.Pipe()
				go func() {
					_, _ = wire.NewReader(theirs).Next()
					_, _ = io.WriteString(theirs, c.says)
					_ = theirs.Close()
				}()
				return ours, nil
			}})
			if end := called(t, connected(t, s), wire.Call{Call: "0123456789", Order: []byte("{}")}); end.Outcome != c.outcome || !strings.Contains(end.Reason, c.reason) {
				t.Errorf("%+v", end)
			}
		})
	}
}

// TestGone has an operator acknowledge nothing: the look ends after the limit, and not before.
func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		a := &answer{agent: &Agent{ctx: ctx}, credit: make(chan struct{}, 1), parts: wire.MaxInFlight}
		began := time.Now()
		a.mu.Lock()
		room := a.room(true)
		a.mu.Unlock()
		if room || !errors.Is(a.failed, errGone) || time.Since(began) != stallLimit {
			t.Errorf("after %s: %t %v", time.Since(began), room, a.failed)
		}
	})
}
