package real

import (
	"fmt"
	"runtime/debug"
	"strconv"
	"testing"
	"time"
)

// mostGrowth is how many times as long 100,000 of something may take as 10,000.
const mostGrowth = 12

// mapGrowth is how many times as long a map of 100,000 takes as one of 10,000 on the
// machine that the limits are set on: what does not fit into its cache is slower.
const mapGrowth = 20.0

// Grows holds that 100,000 of something take at most 12 times the processors' time
// of 10,000. Where they take more, the growth of a map of the same sizes is measured
// too: on a machine where that is more than usual, by half at most, the limit is as
// much more.
func Grows(t testing.TB, what string, few, many time.Duration) {
	t.Helper()
	ratio := float64(many) / float64(few)
	if ratio <= mostGrowth {
		t.Logf("%s: 100,000 take %.1f times as long as 10,000, at most %d", what, ratio, mostGrowth)
		return
	}
	usual := mapTakes(100_000).Seconds() / mapTakes(10_000).Seconds()
	verdict := fmt.Sprintf("%s: 100,000 take %.1f times as long as 10,000, more than %d; in a map they take %.1f times as long here, %v usually",
		what, ratio, mostGrowth, usual, mapGrowth)
	if kept(ratio, mostGrowth, usual/mapGrowth, 1.5) {
		t.Log(verdict)
	} else {
		t.Error(verdict)
	}
}

// mapTakes is the processors' time of a map of n, on average of as many as make
// 100,000, the best of some.
func mapTakes(n int) time.Duration {
	best := time.Hour
	for range 5 {
		var took time.Duration
		for range 100_000 / n {
			debug.FreeOSMemory()
			before := CPU()
			mapped(n)
			took += CPU() - before
		}
		best = min(best, took/time.Duration(100_000/n))
	}
	return best
}

type entry struct {
	name, is string
	needs    []*entry
}

// mapped makes a map of n entries, of which each leads to up to three others, and
// follows them.
func mapped(n int) (letters int) {
	all := make(map[string]*entry)
	for i := range n {
		e := &entry{name: "t" + strconv.Itoa(i), is: strconv.Itoa(i * 7)}
		for _, back := range []int{1, 7, 100} {
			if i >= back {
				e.needs = append(e.needs, all["t"+strconv.Itoa(i-back)])
			}
		}
		all[e.name] = e
	}
	for _, e := range all {
		for _, need := range e.needs {
			letters += len(all[need.name].is)
		}
	}
	return letters
}
