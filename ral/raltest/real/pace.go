package real

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// errandTakes and heapTakes are the times of the two reference tasks on the machine
// on which the time limits were set: 2 processors of 2025, otherwise idle.
const (
	errandTakes = 60 * time.Millisecond
	heapTakes   = 28 * time.Millisecond
)

// slowest is the maximum factor by which a slower machine extends limits.
const slowest = 2.0

// Within checks that took is at most limit, and logs both. Above the limit it times reference
// tasks: if this machine is currently slower for one of them, it extends the limit by that
// factor, and logs it.
func Within(t testing.TB, what string, took, limit time.Duration) {
	t.Helper()
	named(t)
	if took <= limit {
		t.Logf("%s: %v, at most %v", what, took, limit)
		return
	}
	pace := pace(t)
	if verdict := above(what, took, limit, pace); kept(float64(took), float64(limit), pace, slowest) {
		t.Log(verdict)
	} else {
		t.Error(verdict)
	}
}

// WithinBest is WithinLeast of the time that a function takes.
func WithinBest(t testing.TB, what string, limit time.Duration, run func()) {
	t.Helper()
	WithinLeast(t, what, limit, func() time.Duration {
		start := time.Now()
		run()
		return time.Since(start)
	})
}

// WithinLeast measures at least three times and checks the least result against a
// limit. Above the limit it tries up to nine times and times the reference tasks
// right after each, because other work on a machine comes and goes within seconds.
func WithinLeast(t testing.TB, what string, limit time.Duration, measure func() time.Duration) {
	t.Helper()
	named(t)
	least, verdict := time.Duration(math.MaxInt64), ""
	for round := 0; round < 3 || round < 9 && least > limit; round++ {
		took := measure()
		least = min(least, took)
		if least <= limit || round < 2 {
			continue
		}
		pace := pace(t)
		verdict = above(what, took, limit, pace)
		if kept(float64(took), float64(limit), pace, slowest) {
			t.Log(verdict)
			return
		}
	}
	if least <= limit {
		t.Logf("%s: %v, at most %v", what, least, limit)
	} else {
		t.Error(verdict)
	}
}

func above(what string, took, limit time.Duration, pace float64) string {
	return fmt.Sprintf("%s: %v, more than %v; errands of %v and %v take up to %.2f times as long here",
		what, took, limit, errandTakes, heapTakes, pace)
}

// kept reports whether a value is within a limit on a machine that is slower by the
// factor pace, which counts up to most.
func kept(is, limit, pace, most float64) bool { return is <= limit*min(max(1, pace), most) }

// pace returns the slowdown of the slower reference task on this machine: the best of
// several measurements of each.
func pace(t testing.TB) float64 {
	t.Helper()
	dir, files, heap := t.TempDir(), time.Hour, time.Hour
	for i := range errandFiles {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), []byte("this is number "+strconv.Itoa(i)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for range 7 {
		start := time.Now()
		if err := errand(dir); err != nil {
			t.Fatal(err)
		}
		files = min(files, time.Since(start))
		start = time.Now()
		if heapErrand() == 0 {
			t.Fatal("the heap task returned 0")
		}
		heap = min(heap, time.Since(start))
	}
	return max(float64(files)/float64(errandTakes), float64(heap)/float64(heapTakes))
}

const errandFiles = 400

// errand does the kinds of work that take ralsh's time: it stats and reads files,
// splits text, and creates, maps and sorts small values.
func errand(dir string) error {
	counts := make(map[string]int)
	for i := range errandFiles {
		file := filepath.Join(dir, strconv.Itoa(i))
		if _, err := os.Lstat(file); err != nil {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for k := range 100 {
			for _, word := range strings.Fields(string(data)) {
				counts[word+strconv.Itoa(k*i%997)]++
			}
		}
	}
	words := slices.Collect(maps.Keys(counts))
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	return nil
}

// heapErrand builds linked small values that exceed the processor's caches, and visits them in
// a different order. It is slow on a machine with busy memory.
func heapErrand() int {
	type entry struct {
		name  string
		attrs []string
		next  *entry
	}
	var last *entry
	byName := make(map[string]*entry)
	for i := range 60_000 {
		name := strconv.Itoa(i * 7919 % 60_000)
		last = &entry{name: name, attrs: []string{name, "mode", "0640"}, next: last}
		byName[name] = last
	}
	size := 0
	for i := range 60_000 {
		for e, far := byName[strconv.Itoa(i)], 0; e != nil && far < 3; e, far = e.next, far+1 {
			size += len(e.name) + len(e.attrs)
		}
	}
	return size
}
