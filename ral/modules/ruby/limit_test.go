package ruby_test

import (
	"bufio"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

// bulk is the environment of a type that has ten thousand instances.
func bulk(t *testing.T) *onhost.Env {
	t.Helper()
	f := facts.New(local.Machine().Reader())
	b := open(t, modulesIn(t, material+"/many"), f)
	d, err := b.Describe(t.Context(), "bulk")
	if err != nil {
		t.Fatal(err)
	}
	typ, providers := b.Type(d, ral.Origin{})
	reg := ral.NewRegistry()
	reg.Add(typ, providers...)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	return onhost.NewEnv(reg, local.Machine().Reader(), f)
}

func checked(t *testing.T, env *onhost.Env, size string) {
	t.Helper()
	r, diags := env.Build(t.Context(), ral.Decl{Type: "bulk", Title: "x", Provider: "ruby", Attrs: []ral.Attr{{Name: "size", Value: value.Str(size)}}})
	if err := diags.Err(); err != nil || r.Get("size").Text() != size {
		t.Fatalf("%s: %v, %v", size, r.Get("size"), err)
	}
}

// From nothing to the answer: Ruby is started, Puppet and the type are loaded.
func TestLimitFirstCheck(t *testing.T) {
	real.Limits(t)
	if !inside(t) {
		return
	}
	start := machineCPU(t)
	checked(t, bulk(t), "1")
	real.Within(t, "CPU of the first check", machineCPU(t)-start, 1500*time.Millisecond)
}

// A check takes at most four times the processor time of a line of JSON that another Ruby
// reads and returns.
func TestLimitChecks(t *testing.T) {
	real.Limits(t)
	if !inside(t) {
		return
	}
	env := bulk(t)
	checked(t, env, "1")
	const n, most = 5000, 4.0
	size := 1000 // another one each time, since equal checks are asked once
	best := math.Inf(1)
	for range 8 {
		echoed := perExchange(t, n, echoes(t))
		check := perExchange(t, n, func() {
			size++
			checked(t, env, strconv.Itoa(size))
		})
		t.Logf("a check: %v, a line of JSON that Ruby returns: %v", check, echoed)
		if best = min(best, check.Seconds()/echoed.Seconds()); best <= most {
			break
		}
	}
	if best > most {
		t.Errorf("a check takes %.1f times the processor time of a line of JSON, at most %v", best, most)
	}
}

// perExchange returns the processor time of a call of ask, including the other process.
func perExchange(t *testing.T, n int, ask func()) time.Duration {
	t.Helper()
	start := machineCPU(t)
	for range n {
		ask()
	}
	return (machineCPU(t) - start) / time.Duration(n)
}

// echoes starts a Ruby that returns lines of JSON, and returns a function that sends one
// and waits for the answer.
func echoes(t *testing.T) func() {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ruby", "-rjson", "-e", "$stdout.sync = true; while line = $stdin.gets; puts JSON.generate(JSON.parse(line)); end")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	read := bufio.NewReader(out)
	return func() {
		const line = `{"id":1,"op":"check","attr":"size","value":"1000"}` + "\n"
		if _, err := io.WriteString(in, line); err != nil {
			t.Fatal(err)
		}
		if answer, err := read.ReadString('\n'); err != nil || answer != line {
			t.Fatalf("%q, %v", answer, err)
		}
	}
}

func TestLimitDescribe(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	if !inside(t) {
		return
	}
	b := open(t, modulesIn(t, packaged), facts.New(local.Machine().Reader()))
	start, count := machineCPU(t), 0
	for _, name := range typeNames(t) {
		if _, err := b.Describe(t.Context(), name); err == nil {
			count++
		}
	}
	took := machineCPU(t) - start
	if count < 80 {
		t.Errorf("%d types were described", count)
	}
	t.Logf("%d types", count)
	real.Within(t, "CPU of describing all types", took, 10*time.Second)
}

func TestLimitRows(t *testing.T) {
	real.Limits(t)
	if !inside(t) {
		return
	}
	env := bulk(t)
	checked(t, env, "1")
	env.Elect(t.Context(), env.Registry.Type("bulk")) // what tests the provider is not part of it
	real.WithinBest(t, "10,000 instances", time.Second, func() {
		count := 0
		env.List(t.Context(), env.Registry.Type("bulk"), func(ev onhost.ListEvent) {
			count += len(ev.Found)
			if ev.Err != nil {
				t.Error(ev.Err)
			}
		})
		if count != 10_000 {
			t.Errorf("%d instances", count)
		}
	})
}

// machineCPU returns the processor time of all processes in this root, and of those that
// ended there.
func machineCPU(t *testing.T) time.Duration {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	const tick = 10 * time.Millisecond // proc_pid_stat(5), USER_HZ
	var sum time.Duration
	for _, file := range found {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended, and is a child of another one
		}
		fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
		for _, field := range fields[11:15] { // utime, stime, cutime, cstime
			n, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			sum += time.Duration(n) * tick
		}
	}
	return sum
}
