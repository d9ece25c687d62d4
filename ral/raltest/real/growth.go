package real

import (
	"fmt"
	"runtime/debug"
	"strconv"
	"testing"
	"time"
)

// mostGrowth is the maximum ratio of the times for 100,000 and for 10,000 items.
const mostGrowth = 12

// mapGrowth is the ratio of the times for maps of 100,000 and 10,000 entries on the
// machine on which the limits were set. It exceeds 10, because the larger map does
// not fit into the processor's cache.
const mapGrowth = 20.0

// Grows checks that 100,000 items take at most 12 times the processor time of 10,000. If they
// take more, it also measures the growth of a map of the same sizes. On a machine where the
// map grows more than usual, it raises the limit by the same factor, by half at most.
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

// mapTakes returns the processor time of a map of n entries: the average over as many
// maps as have 100,000 entries together, and the best of several measurements.
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

// mapped builds a map of n entries, each with references to up to three entries, and follows
// the references.
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
