package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ralsh/ral/host/sandbox"
	"ralsh/ral/raltest/real"
)

// alive reports whether there is a process of this number.
func alive(pid int) bool { return unix.Kill(pid, 0) == nil }

func TestLifeFork(t *testing.T) {
	s := open(t)
	p := start(t, looks(t, s), sandbox.Code)
	eval(t, p, "$loaded = 1")
	var forks []*sandbox.Process
	for range 3 {
		f, err := p.Fork(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		forks = append(forks, f)
	}
	for i, f := range forks {
		if got := eval(t, f, fmt.Sprintf("$loaded += %d", i)); got != fmt.Sprint(1+i) {
			t.Errorf("fork %d has %s", i, got)
		}
		if got := eval(t, f, `File.write("/etc/x", "")`); !strings.Contains(got, "EROFS") {
			t.Errorf("fork %d may write: %s", i, got)
		}
	}
	if got := eval(t, p, "$loaded"); got != "1" {
		t.Errorf("the process has %s", got)
	}
	forks[0].Kill()
	p.Kill()
	again, err := forks[1].Fork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := eval(t, again, "$loaded"); got != "2" {
		t.Errorf("the fork of a fork has %s", got)
	}
	if _, err := p.Fork(t.Context()); err == nil {
		t.Error("a dead process was forked")
	}
}

func TestLifeDeath(t *testing.T) {
	s := open(t)
	v := looks(t, s)
	for code, want := range map[string]sandbox.DiedError{
		`$stderr.puts "why"; exit!(3)`:                 {Exit: 3, Log: "why"},
		`puts "x" * 100000, "end"; exit!(0)`:           {Log: strings.Repeat("x", 8187) + "\nend"},
		`fork { sleep }; $stderr.print "on"; exit!(1)`: {Exit: 1, Log: "on"},
	} {
		p := start(t, v, sandbox.Code)
		err, _ := ask(t, p, map[string]any{"eval": code})["died"].(error)
		var died *sandbox.DiedError
		if !errors.As(err, &died) || *died != want {
			t.Errorf("%s: %v", code, err)
			continue
		}
		if err := p.Send([]byte("{}")); !errors.As(err, &died) {
			t.Errorf("sent to the dead: %v", err)
		}
	}
}

// A process that keeps what its fork was given does not keep its end secret.
func TestLifeKept(t *testing.T) {
	s := open(t)
	p := start(t, looks(t, s), sandbox.Code)
	eval(t, p, `class Zygote::Lines; alias given take; def take(n) = given(n).each { |io| ($kept ||= []) << io.dup }; end`)
	f, err := p.Fork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := eval(t, p, "$kept.size"); got != "2" {
		t.Fatalf("the process keeps %s", got)
	}
	err, _ = ask(t, f, map[string]any{"eval": "exit!(6)"})["died"].(error)
	var died *sandbox.DiedError
	if !errors.As(err, &died) || died.Exit != 6 {
		t.Errorf("the fork: %v", err)
	}
	if err := f.Send([]byte("{}")); !errors.As(err, &died) {
		t.Errorf("sent to the dead: %v", err)
	}
}

// A request that takes too long can still be answered; to give one up costs its
// process only.
func TestLifeLate(t *testing.T) {
	s := open(t)
	v := looks(t, s)
	p, other := start(t, v, sandbox.Code), start(t, v, sandbox.Code)
	if err := p.Send([]byte(`{"eval":"r, w = IO.pipe; sleep 3; 7"}`)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := p.Receive(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("early: %v", err)
	}
	if line, err := p.Receive(t.Context()); string(line) != `{"ok":"7"}` {
		t.Errorf("late: %s, %v", line, err)
	}
	if err := p.Send([]byte(`{"eval":"loop {}"}`)); err != nil {
		t.Fatal(err)
	}
	p.Kill()
	var died *sandbox.DiedError
	if _, err := p.Receive(t.Context()); !errors.As(err, &died) || died.Signal != 9 {
		t.Errorf("killed: %v", err)
	}
	if got := eval(t, other, "1"); got != "1" {
		t.Error(got)
	}
}

func TestLifeLines(t *testing.T) {
	s := open(t)
	p := start(t, looks(t, s), sandbox.Code)
	if got := eval(t, p, `"x" * (20 << 20)`); len(got) != 20<<20 {
		t.Errorf("%d bytes", len(got))
	}
	if got := eval(t, p, `"`+strings.Repeat("y", 8<<20)+`".size`); got != fmt.Sprint(8<<20) {
		t.Error(got)
	}
	if err := p.Send([]byte(`{"eval":"\"x\" * (70 << 20)"}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Receive(t.Context()); err == nil || !strings.Contains(err.Error(), "larger than 64 MiB") {
		t.Error(err)
	}
}

func TestLifeClose(t *testing.T) {
	s := open(t)
	v := looks(t, s)
	p, stays := start(t, v, sandbox.Code), start(t, v, sandbox.Code)
	runner := start(t, overlay(t, s, false), sandbox.Runner)
	eval(t, p, "fork { loop { sleep 1 } }")
	all := []int{p.PID(), stays.PID(), runner.PID()}
	v.Close()
	await(t, func() bool { return !alive(p.PID()) && !alive(stays.PID()) })
	if _, err := v.Start(t.Context(), sandbox.Code); err == nil {
		t.Error("a process was started in a closed view")
	}
	if s.Err() != nil {
		t.Error(s.Err())
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for _, pid := range all {
		if alive(pid) {
			t.Errorf("%d is alive", pid)
		}
	}
	if _, err := s.ReadView(t.Context()); !errors.Is(err, sandbox.ErrClosed) || !errors.Is(s.Err(), sandbox.ErrClosed) {
		t.Errorf("%v, %v", err, s.Err())
	}
	if err := s.Close(); err != nil {
		t.Errorf("again: %v", err)
	}
}

// Processes end with the program that opened their sandbox, even if it is killed.
func TestLifeOrphans(t *testing.T) {
	if os.Getenv("SANDBOX_ORPHANS") != "" {
		s := open(t)
		p, r := start(t, looks(t, s), sandbox.Code), start(t, overlay(t, s, false), sandbox.Runner)
		fmt.Printf("pids %d %d\n", p.PID(), r.PID())
		_ = unix.Kill(os.Getpid(), unix.SIGKILL)
	}
	real.NeedRuby(t, "it runs Ruby in a sandbox")
	cmd := exec.Command("/proc/self/exe", "-test.run", "^TestLifeOrphans$")
	cmd.Env = append(os.Environ(), "SANDBOX_ORPHANS=1")
	out, err := cmd.Output()
	var code, runner int
	at := max(bytes.Index(out, []byte("pids ")), 0)
	if _, scanErr := fmt.Sscanf(string(out[at:]), "pids %d %d", &code, &runner); scanErr != nil {
		t.Fatalf("%v, %v: %s", scanErr, err, out)
	}
	await(t, func() bool { return !alive(code) && !alive(runner) })
}

func TestLifeNetwork(t *testing.T) {
	s := open(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	p := start(t, overlay(t, s, true), sandbox.Code)
	for code, want := range map[string]string{
		fmt.Sprintf(`require "socket"; TCPSocket.new("127.0.0.1", %d).class`, listener.Addr().(*net.TCPAddr).Port): "TCPSocket",
		`UNIXSocket.new("/run/systemd/private")`: "Errno::EPERM",
		`Socket.pair(:UNIX, :DGRAM, 0)`:          "Errno::EPERM",
		`Socket.new(:INET, :RAW, 1)`:             "Errno::EPERM",
		"`id`":                                   "Errno::EPERM",
	} {
		if got := eval(t, p, code); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
}

// What is wrong with the trusted code is in the error of Open.
func TestLifeBroken(t *testing.T) {
	for code, want := range map[string]string{
		`raise "broken"`: "broken",
		`module Worker; def self.boot = inner; def self.inner = raise("in a call"); end`: "in a call",
		`module Worker; def self.boot = exit(5); end`:                                    "the zygote has ended",
		`def (`: "syntax",
	} {
		_, err := sandbox.Open(t.Context(), spec(t, code))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\tfrom ") {
			t.Errorf("%s: %v", code, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := sandbox.Open(ctx, spec(t, "module Worker; def self.boot = sleep; end")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a boot without end: %v", err)
	}
}

func BenchmarkSandbox(b *testing.B) {
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			_ = open(b).Close()
		}
	})
	s := open(b)
	v, o := looks(b, s), overlay(b, s, false)
	p := start(b, v, sandbox.Code)
	b.Run("looks", func(b *testing.B) {
		for b.Loop() {
			looks(b, s).Close()
		}
	})
	b.Run("overlay", func(b *testing.B) {
		for b.Loop() {
			overlay(b, s, false).Close()
		}
	})
	b.Run("start", func(b *testing.B) {
		for b.Loop() {
			start(b, v, sandbox.Code).Kill()
		}
	})
	b.Run("fork", func(b *testing.B) {
		for b.Loop() {
			f, err := p.Fork(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			f.Kill()
		}
	})
	b.Run("refresh", func(b *testing.B) {
		for b.Loop() {
			if err := o.Refresh(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("line", func(b *testing.B) {
		for b.Loop() {
			eval(b, p, "1")
		}
	})
	b.Run("command", func(b *testing.B) {
		r := start(b, v, sandbox.Runner)
		for b.Loop() {
			ask(b, r, map[string]any{"argv": []string{"true"}})
		}
	})
}
