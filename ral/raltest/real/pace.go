package real

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// errandTakes is how long the errand takes on the machine that the limits on time
// are set on: 2 processors of 2025, and nothing else to do.
const errandTakes = 60 * time.Millisecond

// slowest is how much slower than that one a machine may be that judges limits.
const slowest = 2.0

// Within holds what something took under a limit on time, and prints both. Where it
// is above, a fixed errand is timed too: on a machine that is slower for that, at
// this moment, the limit is as much longer, and the log says by how much.
func Within(t testing.TB, what string, took, limit time.Duration) {
	t.Helper()
	if took <= limit {
		t.Logf("%s: %v, at most %v", what, took, limit)
		return
	}
	pace := pace(t)
	verdict := fmt.Sprintf("%s: %v, more than %v; an errand of %v takes %.2f times as long here", what, took, limit, errandTakes, pace)
	if kept(float64(took), float64(limit), pace, slowest) {
		t.Log(verdict)
	} else {
		t.Error(verdict)
	}
}

// kept reports whether a limit holds on a machine that needs pace times as much, of
// which no more than most is allowed for.
func kept(is, limit, pace, most float64) bool { return is <= limit*min(max(1, pace), most) }

// pace is the time of the errand by errandTakes: the best of some.
func pace(t testing.TB) float64 {
	t.Helper()
	dir, best := t.TempDir(), time.Hour
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
		best = min(best, time.Since(start))
	}
	return float64(best) / float64(errandTakes)
}

const errandFiles = 400

// errand is work of the kinds that take ralsh's time: files are looked at and read,
// text is taken apart, small values are made, kept in maps and sorted.
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
