package e2e_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ralsh/ral/raltest/real"
)

// readingFloor returns the processor time that the kernel takes to describe and to
// read n small files, and this process to read their declarations: what a plan that
// compares their content cannot do without.
func readingFloor(t *testing.T, catalog string, n int) time.Duration {
	t.Helper()
	best := time.Hour
	for range 3 {
		start := real.CPU()
		data, err := os.ReadFile(catalog)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Count(data, []byte{'"'}) == 0 {
			t.Fatal("the catalog is empty")
		}
		dir, err := unix.Open(filepath.Dir(catalog), unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		var st unix.Stat_t
		buf := make([]byte, 64)
		for i := range n {
			name := fmt.Sprintf("f%06d", i)
			if err := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
				t.Fatal(err)
			}
			fd, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := unix.Read(fd, buf); err != nil {
				t.Fatal(err)
			}
			_ = unix.Close(fd)
		}
		_ = unix.Close(dir)
		best = min(best, real.CPU()-start)
	}
	return best
}

// parsingFloor returns the processor time that this process takes to parse a catalog and
// to store its resources by title.
func parsingFloor(t *testing.T, catalog string) time.Duration {
	t.Helper()
	data, err := os.ReadFile(catalog)
	if err != nil {
		t.Fatal(err)
	}
	best := time.Hour
	for range 3 {
		runtime.GC()
		start := real.CPU()
		var doc struct{ Resources []resourceOf }
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		stored := make(map[string]resourceOf)
		for _, r := range doc.Resources {
			stored[r.Title] = r
		}
		best = min(best, real.CPU()-start)
		if len(stored) == 0 {
			t.Fatal("the catalog is empty")
		}
	}
	return best
}

// TestLimitFileFloor limits the processor time and the memory of a plan of files in
// sync: by what parsing the catalog and reading the files takes, in the same run. System
// calls alone say little about the speed of a machine's memory.
func TestLimitFileFloor(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	bin := real.Binary(t)
	const factor = 4
	for _, c := range []struct {
		n   int
		mib int64
	}{{10_000, 65}, {100_000, 340}} {
		_, catalog := declared(t, c.n)
		floor := parsingFloor(t, catalog) + readingFloor(t, catalog, c.n)
		best := noop(t, bin, catalog, c.n)
		for round := 0; round < 8 && best.cpu > factor*floor; round++ {
			p := noop(t, bin, catalog, c.n)
			best.cpu, best.kib = min(best.cpu, p.cpu), min(best.kib, p.kib)
		}
		what := fmt.Sprintf("%d files in sync, %.1f times the floor of %v", c.n, best.cpu.Seconds()/floor.Seconds(), floor)
		real.Within(t, what, best.cpu, factor*floor)
		if best.kib>>10 > c.mib {
			t.Errorf("%d files take %d MiB, at most %d", c.n, best.kib>>10, c.mib)
		}
	}
}

// resourceOf is a resource of a catalog.
type resourceOf struct {
	Type       string         `json:"type"`
	Title      string         `json:"title"`
	Parameters map[string]any `json:"parameters"`
}

func catalogOf(t testing.TB, dir string, resources []resourceOf) string {
	t.Helper()
	doc, err := json.Marshal(map[string]any{"catalog_format": 1, "version": 1, "environment": "production", "classes": []string{}, "edges": []string{}, "resources": resources})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "site.json")
	if err := os.WriteFile(file, doc, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// manyModes creates n sparse files of 900 KB and declares the mode of each.
func manyModes(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	resources := make([]resourceOf, n)
	for i := range n {
		file := filepath.Join(dir, fmt.Sprintf("f%06d", i))
		if err := os.WriteFile(file, nil, 0o640); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, 900_000); err != nil {
			t.Fatal(err)
		}
		resources[i] = resourceOf{"File", file, map[string]any{"mode": "0640"}}
	}
	return catalogOf(t, dir, resources)
}

// TestLimitModeOnly plans 2,000 files of 900 KB, and manages their mode alone:
// their content must not be read.
func TestLimitModeOnly(t *testing.T) {
	real.Limits(t)
	const n = 2000
	catalog := manyModes(t, n)
	p := noop(t, real.Binary(t), catalog, n)
	t.Logf("%d files of 900 KB, mode managed: %v of the processors, %d MiB", n, p.cpu, p.kib>>10)
	if p.kib>>10 > 45 {
		t.Errorf("%d MiB, more than 45", p.kib>>10)
	}
	real.WithinBest(t, "2,000 modes", 200*time.Millisecond, func() { noop(t, real.Binary(t), catalog, n) })
}

// large creates a file of random bytes.
func large(t testing.TB, file string, size int64) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	random, err := os.Open("/dev/urandom")
	if err != nil {
		t.Fatal(err)
	}
	defer random.Close()
	if _, err := io.CopyN(f, random, size); err != nil {
		t.Fatal(err)
	}
}

// copyFloor returns how long it takes here to hash a file, and to copy it to the disk.
func copyFloor(t testing.TB, from, to string) time.Duration {
	t.Helper()
	start := time.Now()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, in); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if _, err := io.Copy(struct{ io.Writer }{out}, struct{ io.Reader }{in}); err != nil {
		t.Fatal(err)
	}
	if err := out.Sync(); err != nil {
		t.Fatal(err)
	}
	return time.Since(start)
}

// TestLimitLargeSource applies a source of 300 MB: in the memory of a small one, and
// in a few times the time to hash it and to copy it to the disk.
func TestLimitLargeSource(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	large(t, from, 300<<20)
	catalog := catalogOf(t, dir, []resourceOf{{"File", to, map[string]any{"ensure": "file", "source": from}}})
	best, floor := process{wall: time.Hour}, time.Hour
	for range 3 {
		if err := os.RemoveAll(to); err != nil {
			t.Fatal(err)
		}
		p, _ := cost(t, real.Binary(t), "apply", catalog)
		best.wall, best.kib = min(best.wall, p.wall), max(best.kib, p.kib)
		floor = min(floor, copyFloor(t, from, filepath.Join(dir, "copy")))
	}
	real.Within(t, fmt.Sprintf("a source of 300 MB, %.1f times what its hash and a copy take", best.wall.Seconds()/floor.Seconds()), best.wall, 4*floor)
	if best.kib>>10 > 40 {
		t.Errorf("a source of 300 MB takes %d MiB, at most 40", best.kib>>10)
	}
}

// newFiles declares n small files that do not exist.
func newFiles(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	resources := make([]resourceOf, n)
	for i := range n {
		resources[i] = resourceOf{"File", filepath.Join(dir, fmt.Sprintf("f%06d", i)), map[string]any{"ensure": "file", "content": fmt.Sprint("number ", i)}}
	}
	return catalogOf(t, dir, resources)
}

// TestLimitNewFileCalls counts the system calls on files for each new file: to plan it, to write it,
// to record it, and to read it again. They do not depend on the number of files. Without
// ralsh, nine calls write a file to the disk: openat, write, fchmod, fsync, close, renameat, and
// openat, fsync, close for its directory.
func TestLimitNewFileCalls(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	real.Need(t, "system calls are counted", "strace")
	const most = 45
	last, counted := 0, 0
	for _, n := range []int{100, 200, 400} {
		out := filepath.Join(t.TempDir(), "counts")
		cost(t, "strace", "-f", "-c", "-e", "trace=%file,%desc,%creds", "-o", out, real.Binary(t), "apply", newFiles(t, n))
		counts, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		m := totalCalls.FindSubmatch(counts)
		if m == nil {
			t.Fatalf("no total in:\n%s", counts)
		}
		calls, err := strconv.Atoi(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		if counted > 0 {
			each := float64(calls-counted) / float64(n-last)
			verdict := fmt.Sprintf("%.1f system calls for each new file, from %d to %d files; at most %d", each, last, n, most)
			if each > most {
				t.Errorf("%s\n%s", verdict, counts)
			} else {
				t.Log(verdict)
			}
		}
		last, counted = n, calls
	}
}

var totalCalls = regexp.MustCompile(`(?m)^100\.00\s+\S+\s+\S+\s+(\d+)\s+(?:\d+\s+)?total$`)

var syncCalls = regexp.MustCompile(`(?m)^\s*\S+\s+\S+\s+\S+\s+(\d+)\s+(?:\d+\s+)?(fsync|fdatasync|syncfs|sync)$`)

// TestLimitSyncs counts what is written to the disk: three times for each new file,
// which are its journal line, its content and its directory.
func TestLimitSyncs(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	real.Need(t, "system calls are counted", "strace")
	const n = 1000
	out := filepath.Join(t.TempDir(), "counts")
	cost(t, "strace", "-f", "-c", "-e", "trace=fsync,fdatasync,sync,syncfs", "-o", out, real.Binary(t), "apply", newFiles(t, n))
	counts, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, m := range syncCalls.FindAllStringSubmatch(string(counts), -1) {
		k, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		calls += k
	}
	if calls < 3*n || calls > 3*n+20 {
		t.Errorf("%d syncs for %d new files, not 3 for each and a few more:\n%s", calls, n, counts)
	} else {
		t.Logf("%d syncs for %d new files", calls, n)
	}
}
