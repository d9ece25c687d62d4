package main

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/creack/pty"

	"ralsh/ral/raltest/real"
)

// needLimits skips where time is not judged: under the race detector, on a
// machine that is busy with something else. CI sets RALSH_LIMITS=1 in a run of
// its own.
func needLimits(t *testing.T) {
	t.Helper()
	if os.Getenv("RALSH_LIMITS") == "" {
		t.Skip("limits on time are judged with RALSH_LIMITS=1 only")
	}
}

func TestBinaryIsStatic(t *testing.T) {
	file, err := elf.Open(real.Binary(t))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the binary has a program header %v: it needs a loader", p.Type)
		}
	}
}

// TestVersionAsksTheTerminalNothing runs on a terminal that never answers.
func TestVersionAsksTheTerminalNothing(t *testing.T) {
	out, took := onTerminal(t, exec.Command(real.Binary(t), "--version"))
	if bytes.ContainsRune(out, 0x1b) {
		t.Errorf("an ESC byte in %q", out)
	}
	t.Logf("--version on a silent terminal: %v", took)
	if os.Getenv("RALSH_LIMITS") != "" && took > 100*time.Millisecond {
		t.Errorf("it took %v, more than 100ms", took)
	}
}

func onTerminal(t *testing.T, cmd *exec.Cmd) ([]byte, time.Duration) {
	t.Helper()
	start := time.Now()
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	var out bytes.Buffer
	_, _ = out.ReadFrom(tty)
	_ = cmd.Wait()
	return out.Bytes(), time.Since(start)
}

// TestLimitInit holds what all packages do before main under 2 ms.
func TestLimitInit(t *testing.T) {
	needLimits(t)
	bin := real.Binary(t)
	best := 1e9
	for range 10 {
		cmd := exec.Command(bin, "--version")
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		trace, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, m := range regexp.MustCompile(`@\S+ ms, (\S+) ms clock`).FindAllSubmatch(trace, -1) {
			ms, _ := strconv.ParseFloat(string(m[1]), 64)
			sum += ms
		}
		best = min(best, sum)
	}
	t.Logf("package initialisation: %.2f ms", best)
	if best <= 0 || best > 2 {
		t.Errorf("%.2f ms, more than 2", best)
	}
}

// TestLimitPackages runs a listing of all packages and dpkg-query in turn, as
// whole processes. What is judged is the quicker half of each, since what makes
// a run slower than that is the machine's other work.
func TestLimitPackages(t *testing.T) {
	needLimits(t)
	real.Need(t, "a listing is compared with dpkg-query", "dpkg-query")
	bin := real.Binary(t)
	var ours, theirs []time.Duration
	for range 61 {
		ours = append(ours, wall(t, bin, "resource", "package", "--provider", "apt"))
		theirs = append(theirs, wall(t, "dpkg-query", "-W"))
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	quarter, half := len(ours)/4, len(ours)/2
	ratio := float64(ours[quarter]) / float64(theirs[quarter])
	t.Logf("ralsh resource package %v, dpkg-query -W %v: %.2f; by medians %.2f", ours[quarter], theirs[quarter],
		ratio, float64(ours[half])/float64(theirs[half]))
	if ratio > 0.6 {
		t.Errorf("%.2f times as long as dpkg-query -W, more than 0.6", ratio)
	}
}

func wall(t testing.TB, name string, args ...string) time.Duration {
	t.Helper()
	cmd := exec.Command(name, args...)
	start := time.Now()
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return time.Since(start)
}

// BenchmarkPackages compares the same two as benchmarks.
func BenchmarkPackages(b *testing.B) {
	if _, err := exec.LookPath("dpkg-query"); err != nil {
		b.Skip("dpkg-query is not here")
	}
	bin := real.Binary(b)
	b.Run("ralsh", func(b *testing.B) {
		for b.Loop() {
			wall(b, bin, "resource", "package", "--provider", "apt")
		}
	})
	b.Run("dpkg-query", func(b *testing.B) {
		for b.Loop() {
			wall(b, "dpkg-query", "-W")
		}
	})
}
