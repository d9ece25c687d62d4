package fleet_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/model/fleet"
	"ralsh/model/wire"
)

// liar is a program in place of `ralsh-agent ask`, which says what a test wants.
type liar struct {
	testing.TB
	asks *wire.Reader
	out  io.WriteCloser
}

// lying starts a program that says hello, and then does what it will.
func lying(t *testing.T, does func(*liar)) *fleet.Agents {
	t.Helper()
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	go func() {
		l := &liar{t, wire.NewReader(in), out}
		l.say(wire.Hello{Operator: "alice", Principal: "alice"})
		does(l)
	}()
	a, err := fleet.NewAgents(t.Context(), stdin, stdout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		a.Close()
		stdout.Close()
	})
	return a
}

// say says a message, or a text as it is. That ralsh does not listen any more is no matter.
func (l *liar) say(m any) {
	if text, is := m.(string); is {
		_, _ = io.WriteString(l.out, text)
		return
	}
	_ = wire.NewWriter(l.out).Write(m)
}

// call returns what is asked next, if that is a call.
func (l *liar) call() wire.Call {
	line, err := l.asks.Next()
	if err == nil {
		var m wire.Ask
		if m, err = wire.Decode[wire.Ask](line); err == nil && m.Call != nil {
			return *m.Call
		}
	}
	l.Errorf("no call came: %v", err)
	return wire.Call{}
}

func ended(call string) wire.Answer {
	return wire.Answer{Call: call, End: &wire.End{Outcome: wire.Ended}}
}

// asked runs a look, and returns what came of it.
func asked(ctx context.Context, a *fleet.Agents, again <-chan struct{}, stdin int) (out string, exit int, err error) {
	var printed bytes.Buffer
	exit, err = a.Call(ctx, wire.Call{Host: "web1", Args: []string{"facts"}, Stdin: make([]byte, stdin), MaxBytes: 1 << 20}, fleet.At{
		Out: &printed, Say: func(line string) { printed.WriteString("<" + line + ">") }, Sent: func() {}, Again: again,
	})
	return printed.String(), exit, err
}

// endOf returns the end that an error is of.
func endOf(err error) wire.End {
	if of, ok := errors.AsType[*fleet.AgentError](err); ok {
		return of.End
	}
	return wire.End{}
}

// TestNoHello has a program begin in other ways than it should.
func TestNoHello(t *testing.T) {
	for name, c := range map[string]struct{ says, want string }{
		"nothing":       {"", "ralsh-agent has ended"},
		"a reason":      {`{"reason":"no settings"}` + "\n", "no settings"},
		"no name":       {"{}\n", "not the name"},
		"another name":  {`{"operator":"*"}` + "\n", "not the name"},
		"garbage":       {"\x00\xff\n", "cannot parse"},
		"half a line":   {`{"operator":`, "cannot parse"},
		"a line of MiB": {strings.Repeat("x", 2<<20), "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			_, stdin := io.Pipe()
			a, err := fleet.NewAgents(t.Context(), stdin, strings.NewReader(c.says))
			if a != nil || err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, and not %q", err, c.want)
			}
		})
	}
}

// TestNeverHello waits for a program that says nothing, but not for long.
func TestNeverHello(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, stdin := io.Pipe()
		stdout, out := io.Pipe()
		defer out.Close()
		began := time.Now()
		if _, err := fleet.NewAgents(t.Context(), stdin, stdout); err == nil || time.Since(began) > time.Minute {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := fleet.NewAgents(ctx, stdin, stdout); !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted: %v", err)
		}
	})
}

// TestLies has the program answer in other ways than it should.
func TestLies(t *testing.T) {
	for name, c := range map[string]struct {
		does func(*liar)
		out  string
		end  wire.End // the zero end for a success
	}{
		"as it should be": {func(l *liar) {
			call := l.call().Call
			l.say(wire.Answer{Call: call, Seq: 1, Out: []byte("out"), Say: "one\ntwo"})
			l.say(ended(call))
		}, "out<one><two>", wire.End{}},
		"hello again": {func(l *liar) {
			call := l.call().Call
			l.say(wire.Hello{Operator: "mallory"})
			l.say(ended(call))
		}, "", wire.End{}},
		"answers to other calls": {func(l *liar) {
			call := l.call().Call
			for range 100 {
				l.say(wire.Answer{Call: "0123456789abcdef", Out: []byte("forged")})
				l.say(ended("0123456789abcdef"))
				l.say(ended(""))
			}
			l.say(ended(call))
		}, "", wire.End{}},
		"what a host never says": {func(l *liar) {
			call := l.call().Call
			l.say(wire.Answer{Call: call, Here: &wire.Here{Silent: "yes"}, Seq: 1 << 60, Host: "../web2"})
			l.say(ended(call))
		}, "", wire.End{}},
		"an end, and more": {func(l *liar) {
			call := l.call().Call
			for range 10 {
				l.say(wire.Answer{Call: call, End: &wire.End{Outcome: wire.Refused, Reason: "no"}})
				l.say(wire.Answer{Call: call, Out: []byte("late")})
			}
		}, "", wire.End{Outcome: wire.Refused, Reason: "no"}},
		"an outcome that is none": {func(l *liar) {
			l.say(wire.Answer{Call: l.call().Call, End: &wire.End{Outcome: "fine"}})
		}, "", wire.End{Outcome: "fine"}},
		"garbage": {func(l *liar) {
			l.call()
			l.say("ralsh\n")
		}, "", wire.End{Outcome: wire.Lost, Reason: "ralsh-agent sent an invalid message: cannot parse the message: invalid character 'r' looking for beginning of value"}},
		"a line without end": {func(l *liar) {
			l.call()
			l.say(strings.Repeat("x", 2<<20))
		}, "", wire.End{Outcome: wire.Lost, Reason: "ralsh-agent sent an invalid message: the message is too large"}},
		"a part over the bound": {func(l *liar) {
			l.say(fmt.Sprintf("{\"call\":%q,\"out\":%q}\n", l.call().Call, strings.Repeat("AAAA", wire.MaxPart/3+1)))
		}, "", wire.End{Outcome: wire.Lost, Reason: "ralsh-agent sent an invalid message: a part is too large (32769 bytes, at most 32768)"}},
		"it ends in the middle": {func(l *liar) {
			l.say(wire.Answer{Call: l.call().Call, Seq: 1, Out: []byte("half")})
			l.out.Close()
		}, "half", wire.End{Outcome: wire.Lost, Reason: "ralsh-agent has ended"}},
		"it ends behind the end": {func(l *liar) {
			l.say(ended(l.call().Call))
			l.out.Close()
		}, "", wire.End{}},
	} {
		t.Run(name, func(t *testing.T) {
			a := lying(t, c.does)
			out, _, err := asked(t.Context(), a, nil, 0)
			if out != c.out || endOf(err) != c.end {
				t.Errorf("%q and %+v, and not %q and %+v", out, endOf(err), c.out, c.end)
			}
		})
	}
}

// TestEndsOften has each call end again and again: the others are answered.
func TestEndsOften(t *testing.T) {
	a := lying(t, func(l *liar) {
		for {
			line, err := l.asks.Next()
			if err != nil {
				return
			}
			m, err := wire.Decode[wire.Ask](line)
			if err != nil {
				l.Error(err)
				return
			}
			for range 5 {
				l.say(ended(m.Call.Call))
			}
		}
	})
	for range 200 {
		if _, _, err := asked(t.Context(), a, nil, 0); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDeaf has the program take nothing: what is asked of it can be stopped nevertheless.
func TestDeaf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		defer close(over)
		a := lying(t, func(*liar) { <-over })
		ctx, cancel := context.WithCancel(t.Context())
		again := make(chan struct{})
		time.AfterFunc(time.Minute, cancel)
		time.AfterFunc(2*time.Minute, func() { close(again) })
		began := time.Now()
		_, _, err := asked(ctx, a, again, wire.MaxStdin)
		if end := endOf(err); end.Outcome != wire.Lost || time.Since(began) > 3*time.Minute {
			t.Errorf("after %s: %+v", time.Since(began), end)
		}
		if _, err := a.Find(ctx, ""); !errors.Is(err, context.Canceled) {
			t.Errorf("find: %v", err)
		}
	})
}

// TestInterrupts interrupts a call twice: the host hears it, in this order.
func TestInterrupts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var heard []int
		a := lying(t, func(l *liar) {
			l.call()
			for {
				line, err := l.asks.Next()
				if err != nil {
					return
				}
				m, err := wire.Decode[wire.Ask](line)
				if err != nil {
					l.Error(err)
					return
				}
				heard = append(heard, m.More.Stop)
			}
		})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		again := make(chan struct{})
		close(again)
		_, _, err := asked(ctx, a, again, 0)
		if end := endOf(err); end.Outcome != wire.Lost || end.Reason != "the command does not end" {
			t.Errorf("the end is %+v", end)
		}
		synctest.Wait()
		if fmt.Sprint(heard) != "[1 2]" && fmt.Sprint(heard) != "[2 1]" { // both were there at the same time
			t.Errorf("the host heard %v", heard)
		}
	})
}

// TestEndsBetween has the program end before a call: nothing was run.
func TestEndsBetween(t *testing.T) {
	a := lying(t, func(l *liar) {
		l.say(ended(l.call().Call))
		l.out.Close()
	})
	if _, _, err := asked(t.Context(), a, nil, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Find(t.Context(), ""); err == nil || err.Error() != "ralsh-agent has ended" {
		t.Errorf("find: %v", err)
	}
	_, _, err := asked(t.Context(), a, nil, wire.MaxStdin)
	if end := endOf(err); end.Outcome != wire.NotReached || end.Reason != "ralsh-agent has ended" {
		t.Errorf("the end is %+v", end)
	}
}

// full is an answer that takes no more.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

// TestFloodOfOneHost has a host print more than is taken: a look is ended once, and an order
// goes on.
func TestFloodOfOneHost(t *testing.T) {
	for _, order := range []bool{false, true} {
		t.Run(fmt.Sprintf("order %t", order), func(t *testing.T) {
			stops := make(chan int, 1)
			a := lying(t, func(l *liar) {
				call := l.call().Call
				for i := range 500 {
					l.say(wire.Answer{Call: call, Seq: i + 1, Out: make([]byte, wire.MaxPart)})
				}
				if !order {
					line, err := l.asks.Next()
					if err != nil {
						l.Error(err)
						return
					}
					m, err := wire.Decode[wire.Ask](line)
					if err != nil || m.More == nil || m.More.Stop != 2 {
						l.Errorf("%s %v", line, err)
					}
				}
				l.say(ended(call))
				n := 0
				for _, err := l.asks.Next(); err == nil; _, err = l.asks.Next() {
					n++
				}
				stops <- n
			})
			c := wire.Call{Host: "web1", MaxBytes: 1}
			if order {
				c.Order = []byte("{}")
			}
			if _, err := a.Call(t.Context(), c, fleet.At{Out: full{}, Say: func(string) {}, Sent: func() {}}); err != nil {
				t.Error(err)
			}
			a.Close()
			if n := <-stops; n != 0 {
				t.Errorf("it was stopped %d times more", n)
			}
		})
	}
}

// TestFindLies has the program find hosts that are none, the same ones, and some behind the end.
func TestFindLies(t *testing.T) {
	late := make(chan struct{})
	a := lying(t, func(l *liar) {
		line, err := l.asks.Next()
		if err != nil {
			l.Error(err)
			return
		}
		m, err := wire.Decode[wire.Ask](line)
		if err != nil || m.Find == nil || m.Find.Operator != "alice" {
			l.Errorf("%s %v", line, err)
			return
		}
		for _, name := range []string{"web1", "", "../x", "web 2", "-x", "web\n"} {
			l.say(wire.Answer{Call: m.Find.Call, Host: name, Here: &wire.Here{Version: "1"}})
		}
		l.say(wire.Answer{Call: m.Find.Call, Host: "web3"})
		l.say(wire.Answer{Call: "0123456789abcdef", Host: "web4", Here: &wire.Here{}})
		l.say(ended(m.Find.Call))
		l.say(ended(m.Find.Call))
		l.say(wire.Answer{Call: m.Find.Call, Host: "web5", Here: &wire.Here{}})
		for i := range 20_000 {
			l.say(wire.Answer{Call: m.Find.Call, Host: fmt.Sprintf("late%d", i), Here: &wire.Here{}})
		}
		close(late)
	})
	found, err := a.Find(t.Context(), "")
	if err != nil || len(found) != 1 || found[0].ID != "web1" || found[0].Version != "1" {
		t.Errorf("%v %v", found, err)
	}
	<-late
	if all := a.Late(); len(all) < 1 || len(all) > 10_000 || all[0].ID != "web5" {
		t.Errorf("%d came late", len(all))
	}
}

// TestFindMany has more hosts found than there may be: that is refused, and none is left out.
func TestFindMany(t *testing.T) {
	a := lying(t, func(l *liar) {
		line, _ := l.asks.Next()
		m, err := wire.Decode[wire.Ask](line)
		if err != nil {
			l.Error(err)
			return
		}
		for i := range 10_100 {
			l.say(wire.Answer{Call: m.Find.Call, Host: fmt.Sprintf("web%d", i), Here: &wire.Here{}})
		}
		l.say(wire.Answer{Call: m.Find.Call, End: &wire.End{Outcome: wire.Ended}})
	})
	inv := fleet.Inventory{FindAgents: func(where string) ([]fleet.FoundAgent, error) { return a.Find(t.Context(), where) }}
	if targets, err := inv.Expand("nats:", fleet.Last{}); err == nil || err.Error() != "--on matches more than 10000 hosts" {
		t.Errorf("%d hosts, %v", len(targets), err)
	}
}

// TestAgentOutcomes names what became of a host for each end of its agent.
func TestAgentOutcomes(t *testing.T) {
	for _, c := range []struct {
		end    wire.End
		want   fleet.Outcome
		ran    bool
		reason string
	}{
		{wire.End{Outcome: wire.Refused, Reason: "no"}, fleet.Refused, false, "no"},
		{wire.End{Outcome: wire.NotMeant, Reason: "x"}, fleet.LeftOut, false, "the filter does not match the host"},
		{wire.End{Outcome: wire.TooMuch, Reason: "much"}, fleet.Broken, true, "much"},
		{wire.End{Outcome: wire.Lost, Reason: "lost"}, fleet.Lost, true, "lost"},
		{wire.End{Outcome: wire.NotReached, Reason: "away"}, fleet.NotReached, false, "away"},
		{wire.End{Outcome: "fine", Reason: "x"}, fleet.NotReached, false, "x"},
		{wire.End{Outcome: wire.Refused}, fleet.Refused, false, "the agent returned no reason"},
	} {
		run := &fleet.Runner{Spool: spoolOf(t), Carry: func(context.Context, fleet.Target, fleet.At) (int, error) {
			return 0, &fleet.AgentError{End: c.end}
		}}
		a := run.Run(t.Context(), targetsOf(t, "nats:web1"), nil)[0]
		if a.Outcome != c.want || a.Reached != c.ran || a.Reason != c.reason {
			t.Errorf("%+v is %s, %t, %q", c.end, a.Outcome, a.Reached, a.Reason)
		}
	}
}
