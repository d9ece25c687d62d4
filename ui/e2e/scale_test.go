package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// declared creates n files below one directory and declares them in their current
// state, as Puppet code and as a compiled catalog.
func declared(t *testing.T, n int) (code, catalog string) {
	t.Helper()
	dir := t.TempDir()
	var pp, js bytes.Buffer
	js.WriteString(`{"catalog_format":1,"version":1,"environment":"production","classes":[],"edges":[],"resources":[`)
	for i := range n {
		file, text := filepath.Join(dir, fmt.Sprintf("f%06d", i)), fmt.Sprintf("this is number %d", i)
		if err := os.WriteFile(file, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&pp, "file { '%s': ensure => file, mode => '0640', content => '%s' }\n", file, text)
		fmt.Fprintf(&js, `{"type":"File","title":%q,"parameters":{"ensure":"file","mode":"0640","content":%q}},`, file, text)
	}
	js.Truncate(js.Len() - 1)
	js.WriteString("]}")
	code, catalog = filepath.Join(dir, "site.pp"), filepath.Join(dir, "site.json")
	write(t, code, pp.String())
	write(t, catalog, js.String())
	return code, catalog
}

// TestLimitApplyFiles runs the whole program over files that are in sync, from Puppet
// code and from compiled catalogs: 10,000 in less than half a second, 100,000 in at
// most 12 times that processor time. If puppet is installed, it plans 1,000 files
// once for comparison.
func TestLimitApplyFiles(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	bin := real.Binary(t)
	used := make(map[int][2]time.Duration)
	for _, n := range []int{1_000, 10_000, 100_000} {
		code, catalog := declared(t, n)
		var least [2]time.Duration
		for i, file := range []string{code, catalog} {
			best := process{wall: time.Hour, cpu: time.Hour}
			run := func() {
				p := noop(t, bin, file, n)
				best.wall, best.cpu, best.kib = min(best.wall, p.wall), min(best.cpu, p.cpu), max(best.kib, p.kib)
			}
			if n == 10_000 {
				real.WithinBest(t, "10,000 files by "+filepath.Ext(file), 500*time.Millisecond, run)
			} else {
				// Other work on the machine slows some rounds down.
				for round := 0; round < 3 || round < 9 && n == 100_000 && best.cpu > 12*used[10_000][i]; round++ {
					run()
				}
			}
			t.Logf("%d files by %s: ralsh apply --noop in %v, %v of the processors, %d MiB", n, filepath.Ext(file),
				best.wall.Round(time.Millisecond), best.cpu.Round(time.Millisecond), best.kib>>10)
			least[i] = best.cpu
		}
		if used[n] = least; n == 1_000 {
			compareWith(t, code)
		}
	}
	for i, form := range []string{"code", "catalog"} {
		real.Grows(t, "files by "+form, used[10_000][i], used[100_000][i], 12)
	}
}

// process is the cost of a process: its elapsed time, its processor time, and its
// maximum memory in KiB.
type process struct {
	wall, cpu time.Duration
	kib       int64
}

func noop(t *testing.T, bin, file string, n int) process {
	t.Helper()
	p, text := cost(t, bin, "apply", "--noop", file)
	if want := fmt.Sprintf("ralsh: no changes are needed, %d of %d resources in sync\n", n, n); text != want {
		t.Fatalf("it says %s, want %s", text, want)
	}
	return p
}

// compareWith runs puppet over the same files, so that one log has both times.
func compareWith(t *testing.T, code string) {
	t.Helper()
	puppet, err := exec.LookPath("puppet")
	if err != nil {
		t.Log("puppet is not on this machine: nothing to compare with")
		return
	}
	dir := t.TempDir()
	cmd := exec.Command(puppet, "apply", "--noop", "--confdir", dir, "--vardir", dir, code)
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("1000 files: puppet apply --noop in %v, %d MiB", time.Since(start).Round(time.Millisecond),
		cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss>>10)
}
