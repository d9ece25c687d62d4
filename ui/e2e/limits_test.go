package e2e_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"ralsh/ral/raltest/real"
)

func TestBinaryIsStatic(t *testing.T) {
	t.Parallel()
	bin := real.Binary(t)
	if !real.Prepared() {
		t.Skip("the tests build what `go build` does here, which may need a loader; RALSH_REAL=1 has them build the static one")
	}
	file, err := elf.Open(bin)
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

// TestVersionAsksTheTerminalNothing runs in a terminal that never answers.
func TestVersionAsksTheTerminalNothing(t *testing.T) {
	t.Parallel()
	if out := onTerminal(t, exec.Command(real.Binary(t), "--version")); bytes.ContainsRune(out, 0x1b) {
		t.Errorf("an ESC byte in %q", out)
	}
}

// TestLimitVersionOnTerminal runs in a terminal that never answers.
func TestLimitVersionOnTerminal(t *testing.T) {
	real.Limits(t)
	bin := real.Binary(t)
	real.WithinBest(t, "--version on a silent terminal", 100*time.Millisecond, func() { onTerminal(t, exec.Command(bin, "--version")) })
}

func onTerminal(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	var out bytes.Buffer
	_, _ = out.ReadFrom(tty)
	_ = cmd.Wait()
	return out.Bytes()
}

// TestLimitFirstFrame limits the time from the start of the process until the types
// are shown, in a terminal that never answers.
func TestLimitFirstFrame(t *testing.T) {
	real.Limits(t)
	bin := real.Binary(t)
	best := time.Hour
	for range 5 {
		cmd := exec.Command(bin, "--root", t.TempDir())
		cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8", "XDG_STATE_HOME="+t.TempDir())
		start := time.Now()
		tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 36, Cols: 120})
		if err != nil {
			t.Fatal(err)
		}
		var screen []byte
		for chunk := make([]byte, 4096); !bytes.Contains(screen, []byte("instances")); {
			n, err := tty.Read(chunk)
			if err != nil {
				t.Fatalf("no frame: %v\n%q", err, screen)
			}
			screen = append(screen, chunk[:n]...)
		}
		best = min(best, time.Since(start))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = tty.Close()
	}
	real.Within(t, "first frame", best, 100*time.Millisecond)
}

// TestLimitInit limits the initialization of all packages before main to 2 ms. Each
// package of ralsh may allocate little, which finds regular expressions that are
// compiled then (lazyre compiles later) before the sum is too much.
func TestLimitInit(t *testing.T) {
	real.Limits(t)
	bin := real.Binary(t)
	best := time.Hour
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
		for _, m := range regexp.MustCompile(`init (ralsh/\S+) .* (\d+) allocs`).FindAllSubmatch(trace, -1) {
			if n, _ := strconv.Atoi(string(m[2])); n > 150 {
				t.Errorf("%s allocates %d times before main, at most 150", m[1], n)
			}
		}
		best = min(best, time.Duration(sum*float64(time.Millisecond)))
	}
	real.Within(t, "package initialisation", best, 2*time.Millisecond)
	if best <= 0 {
		t.Error("no package says how long it takes")
	}
}

// TestLimitPackages alternates between a listing of all packages and dpkg-query, as
// whole processes. The ratio on this machine is only logged. The ratio for a root
// with two thousand packages, which is the same everywhere, is limited.
func TestLimitPackages(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	real.Need(t, "a listing is compared with dpkg-query", "dpkg-query")
	bin := real.Binary(t)
	sideBySide(t, "packages of /", packagesBelow(bin, "/"), packagesByDpkg("/"))
	root := manyPackages(t, 2000)
	atMost(t, 0.6, "packages of "+root, packagesBelow(bin, root), packagesByDpkg(root))
	atMost(t, 0.6, "a table of "+root, append(packagesBelow(bin, root), "-o", "text"), packagesByDpkg(root))
	atMost(t, 0.8, "JSON of "+root, append(packagesBelow(bin, root), "-o", "json"), packagesByDpkg(root))
	few := manyPackages(t, 800)
	atMost(t, 1.2, "JSON of "+few, append(packagesBelow(bin, few), "-o", "json"), packagesByDpkg(few))
}

func packagesBelow(bin, root string) []string {
	return []string{bin, "--root", root, "resource", "package", "--provider", "apt"}
}

func packagesByDpkg(root string) []string {
	return []string{"dpkg-query", "--admindir=" + root + "/var/lib/dpkg", "-W"}
}

// manyPackages returns a root with n packages; two thousand are those of a large host. With few packages,
// the start of two processes would be compared and not the listings.
func manyPackages(t testing.TB, n int) string {
	t.Helper()
	const file = "var/lib/dpkg/status"
	root := t.TempDir()
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "Package: sample%d\nStatus: install ok installed\nPriority: optional\nSection: misc\n"+
			"Installed-Size: %d\nMaintainer: The maintainers <nobody@example.com>\nArchitecture: all\nVersion: 1.%d-1\n"+
			"Depends: libc6 (>= 2.34), libsample%d (>= 1.%d), libother%d\nConffiles:\n /etc/sample%d 0123456789abcdef0123456789abcdef\n"+
			"Description: one of many packages\n%s\n", i, i, i, i, i, i, i, strings.Repeat(" It is as long as such a text is on most hosts, and nobody reads it.\n", 5))
	}
	for name, content := range map[string]string{file: text.String(), "var/lib/dpkg/info/format": "1\n", "var/lib/dpkg/updates/.keep": ""} {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
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

// BenchmarkListings compares listings with those of the tools, on this machine and in
// a root. Listings in other roots are only compared by the limits.
func BenchmarkListings(b *testing.B) {
	bin, root := real.Binary(b), manyPackages(b, 2000)
	for _, argv := range [][]string{
		packagesBelow(bin, root), packagesByDpkg(root), {bin, "resource", "user"}, {"getent", "passwd"},
	} {
		if _, err := exec.LookPath(argv[0]); err != nil {
			continue
		}
		b.Run(filepath.Base(argv[0])+" "+argv[len(argv)-1], func(b *testing.B) {
			for b.Loop() {
				wall(b, argv[0], argv[1:]...)
			}
		})
	}
}
