package orders

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"ralsh/model/wire"
)

// waits is a script that runs until the file go is written, or a signal comes.
func (r *rig) waits() string {
	return "mkfifo " + r.path("go") + " && echo ready && read line <" + r.path("go") + "; echo went on"
}

// started sends an order, and returns when ralsh has printed something.
func (r *rig) started() *agent {
	r.Helper()
	a := r.connect()
	r.send(a, r.call(r.order("apply", "-"), "alice"))
	for {
		got, ok := r.next(a)
		if !ok || got.End != nil {
			r.Fatalf("it ended: %+v", got)
		}
		if len(got.Out) > 0 {
			return a
		}
	}
}

// release lets the script of waits go on.
func (r *rig) release() {
	r.Helper()
	f, err := os.OpenFile(r.path("go"), os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString("go\n")
	}
	if err != nil {
		r.Fatal(err)
	}
	f.Close()
}

// TestRunGoesOn has an agent that goes away in the middle of a run, and a helper that is
// stopped.
func TestRunGoesOn(t *testing.T) {
	for name, leave := range map[string]func(*agent){
		"no agent":  func(a *agent) { a.Close() },
		"no helper": func(a *agent) { a.stop(); <-a.ended },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "true")
			r.write("program", "#!/bin/sh\n"+r.waits()+"; echo done >"+r.path("done")+"\n", 0o755)
			leave(r.started())
			r.release()
			r.ended(2)
			if r.read("done") != "done\n" {
				t.Error("ralsh did not go on to its end")
			}
			signed, _ := r.recorded()
			if last := signed[len(signed)-1]; last.Outcome != Ended || last.Exit == nil || *last.Exit != 0 {
				t.Errorf("its end is noted as %+v", last)
			}
		})
	}
}

// ended waits until there are n records of signed orders: there is no event to wait for.
func (r *rig) ended(n int) {
	r.Helper()
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		if signed, _ := r.recorded(); len(signed) >= n {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			r.Fatal("the end of the run is not noted")
		}
	}
}

func TestStop(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		stops  []int
		out    string
		exit   int
	}{
		"once":     {`trap 'echo INT; exit 130' INT`, []int{1}, "INT\n", 130},
		"twice":    {`trap 'echo INT' INT; trap 'echo TERM; exit 7' TERM`, []int{1, 2}, "TERM\n", 7},
		"at once":  {`trap 'echo INT' INT; trap 'echo TERM; exit 7' TERM`, []int{2}, "TERM\n", 7},
		"an echo":  {`n=0; trap 'n=$((n+1)); test $n = 1 && echo INT; exit 130' INT`, []int{1, 1}, "INT\n", 130},
		"no means": {`trap '' INT TERM`, []int{1, 2}, "", -1},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "true")
			r.run.kill = time.Minute
			if c.exit == -1 {
				r.run.kill = 50 * time.Millisecond
			}
			r.write("program", "#!/bin/sh\n"+c.script+"\necho ready\nwhile :; do sleep 0.01; done\n", 0o755)
			a := r.started()
			for _, stop := range c.stops {
				r.send(a, wire.More{Call: "0123456789", Operator: "laptop", Stop: stop})
			}
			var out string
			for {
				got, ok := r.next(a)
				if !ok {
					t.Fatal("no end")
				}
				out += string(got.Out)
				if got.End == nil {
					continue
				}
				if !strings.HasSuffix(out, c.out) || got.End.Exit != c.exit {
					t.Errorf("%q and %+v", out, got.End)
				}
				return
			}
		})
	}
}

// TestAlive has a run that prints nothing.
func TestAlive(t *testing.T) {
	r := newRig(t, "true")
	r.run.alive = time.Millisecond
	r.write("program", "#!/bin/sh\n"+r.waits()+"\n", 0o755)
	a := r.started()
	for range 3 {
		if got, ok := r.next(a); !ok || !got.Alive || got.Call != "0123456789" {
			t.Fatalf("it says %+v", got)
		}
	}
	r.release()
	for {
		got, ok := r.next(a)
		if !ok {
			t.Fatal("no end")
		}
		if got.End != nil {
			return
		}
	}
}

func TestTooMuch(t *testing.T) {
	r := newRig(t, `trap 'exit 130' INT; while :; do echo 0123456789abcdef; done`)
	call := r.call(r.order("apply", "-"), "alice")
	call.MaxBytes = 100_000
	got := r.ask(call)
	if got.end.Outcome != wire.TooMuch || int64(len(got.out)) > call.MaxBytes || len(got.out) < 50_000 || !strings.Contains(got.end.Reason, "larger than 100000 bytes") {
		t.Errorf("%d bytes and %+v", len(got.out), got.end)
	}
}

// TestLargeOutput checks that all of it comes, in parts within the bounds, to a slow agent too.
func TestLargeOutput(t *testing.T) {
	r := newRig(t, `i=0; while test $i -lt 3000; do echo "line $i $(printf %0200d 0)"; i=$((i+1)); done; echo end`)
	got := r.ask(r.call(r.order("apply", "-"), "alice"))
	if got.end.Outcome != wire.Ended || strings.Count(got.out, "\n") != 3001 || !strings.HasSuffix(got.out, "\nend\n") {
		t.Errorf("%d lines and %+v", strings.Count(got.out, "\n"), got.end)
	}
}

// TestStall has an agent that reads nothing: the run goes on, and its output is dropped.
func TestStall(t *testing.T) {
	r := newRig(t, "true")
	r.run.stall = 50 * time.Millisecond
	r.write("program", "#!/bin/sh\nhead -c 4000000 /dev/zero | tr '\\0' x; echo done >"+r.path("done")+"\n", 0o755)
	a := r.connect()
	call := r.call(r.order("apply", "-"), "alice")
	call.MaxBytes = 8 << 20
	r.send(a, call)
	r.ended(2)
	if r.read("done") != "done\n" {
		t.Error("ralsh did not go on to its end")
	}
	a.Close()
}

// TestShutdown ends the runner as systemd does: ralsh is interrupted, and its end is noted.
func TestShutdown(t *testing.T) {
	r := newRig(t, "true")
	r.write("program", "#!/bin/sh\ntrap 'exit 130' INT\necho ready\nwhile :; do sleep 0.01; done\n", 0o755)
	ctx, cancel := context.WithCancel(t.Context())
	in, feed := io.Pipe()
	defer feed.Close()
	go func() {
		_ = wire.NewWriter(feed).Write(job{Call: "0123456789", Principal: "alice", Nonce: "0f", Args: []string{"facts"}, MaxBytes: 100})
	}()
	out := writer(func(line string) {
		if strings.Contains(line, `"out"`) {
			cancel()
		}
	})
	if err := Run(ctx, in, out, r.run); err != nil {
		t.Fatal(err)
	}
	signed, _ := r.recorded()
	if len(signed) != 1 || signed[0].Exit == nil || *signed[0].Exit != 130 {
		t.Errorf("records %+v", signed)
	}
}

// writer is a function of what is written.
type writer func(string)

func (w writer) Write(p []byte) (int, error) {
	w(string(p))
	return len(p), nil
}

func TestNoProgram(t *testing.T) {
	r := newRig(t, "true")
	r.run.Program = r.path("nothing")
	got := r.ask(r.call(r.order("apply", "-"), "alice"))
	if got.end.Outcome != wire.Refused || got.end.Reason == "" {
		t.Errorf("%+v", got)
	}
	if signed, _ := r.recorded(); len(signed) != 2 || signed[1].Exit != nil || signed[1].Reason == "" {
		t.Errorf("records %+v", signed)
	}
}

// TestErrorLines breaks lines of standard error wherever they are written.
func TestErrorLines(t *testing.T) {
	long := strings.Repeat("x", wire.MaxSay)
	for name, c := range map[string]struct{ writes, want []string }{
		"two in one":      {[]string{"a\nb\n"}, []string{"a", "b"}},
		"one in two":      {[]string{"a", "b\n"}, []string{"ab"}},
		"no end":          {[]string{"a\nb"}, []string{"a", "b"}},
		"empty lines":     {[]string{"\n\na\n"}, []string{"a"}},
		"just long":       {[]string{long + "\n"}, []string{long}},
		"too long":        {[]string{long, "yz\n"}, []string{long, "yz"}},
		"cut in a letter": {[]string{"x" + strings.Repeat("é", wire.MaxSay/2) + "\n"}, []string{"x" + strings.Repeat("é", wire.MaxSay/2-1), "\uFFFD"}},
		"no UTF-8":        {[]string{"\xff\xfea\n"}, []string{"\uFFFDa"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStream("0123456789", 1, wire.NewWriter(io.Discard), time.Minute)
			s.end(wire.End{}) // nothing is sent any more, and what is queued stays
			e := errorLines(s)
			for _, text := range c.writes {
				if n, err := e.Write([]byte(text)); n != len(text) || err != nil {
					t.Fatal(n, err)
				}
			}
			if err := e.Flush(); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, a := range s.queue {
				if data, err := wire.Encode(a); err != nil {
					t.Error(err)
				} else if _, err := wire.Decode[wire.Answer](data); err != nil {
					t.Error(err)
				}
				got = append(got, a.Say)
			}
			if strings.Join(got, "|") != strings.Join(c.want, "|") {
				t.Errorf("%.100q", got)
			}
		})
	}
}
