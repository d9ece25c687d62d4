package real

import (
	"fmt"
	"runtime/debug"
	"strconv"
	"testing"
	"time"
)

// mapGrowth is the ratio of the times for maps of 100,000 and 10,000 entries on the
// machine on which the limits were set. It exceeds 10, because the larger map does
// not fit into the processor's cache.
const mapGrowth = 20.0

// Grows checks that many items take at most a multiple of the processor time of few. If they
// take more, it also measures the growth of a map. On a machine where the map grows more than
// usual, it raises the limit by the same factor, by half at most.
func Grows(t testing.TB, what string, few, many time.Duration, most float64) {
	t.Helper()
	ratio := float64(many) / float64(few)
	verdict := fmt.Sprintf("%s take %v and %v of the processors: %.1f times, at most %v", what, few, many, ratio, most)
	if ratio <= most {
		t.Log(verdict)
		return
	}
	usual := mapTakes(100_000).Seconds() / mapTakes(10_000).Seconds()
	verdict += fmt.Sprintf("; 100,000 entries of a map take %.1f times as long as 10,000 here, %v usually", usual, mapGrowth)
	if kept(ratio, most, usual/mapGrowth, 1.5) {
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
