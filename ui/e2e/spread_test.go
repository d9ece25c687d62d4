package e2e_test

import (
	"slices"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// spread logs p50, p95 and the maximum, and returns p50 and p95.
func spread[T time.Duration | int](t *testing.T, what string, all []T) (p50, p95 T) {
	t.Helper()
	slices.Sort(all)
	p50, p95 = all[len(all)/2], all[len(all)*95/100]
	t.Logf("%-44s p50 %v  p95 %v  max %v  of %d", what, p50, p95, all[len(all)-1], len(all))
	return p50, p95
}

// rounds measures up to five times, until p95 is below the limit, and returns the
// lowest p95, because other work on the machine slows some rounds down.
func rounds[T time.Duration | int](t *testing.T, what string, limit T, measure func() []T) (least T) {
	t.Helper()
	for round := range 5 {
		if _, p95 := spread(t, what, measure()); round == 0 || p95 < least {
			least = p95
		}
		if least < limit {
			break
		}
	}
	return least
}

// quick checks that p95 of some times is within a limit.
func quick(t *testing.T, what string, limit time.Duration, measure func() []time.Duration) {
	t.Helper()
	real.Within(t, what+", p95", rounds(t, what, limit, measure), limit)
}

// short checks that p95 of some numbers of bytes is below a limit.
func short(t *testing.T, what string, limit int, measure func() []int) {
	t.Helper()
	if p95 := rounds(t, what, limit, measure); p95 >= limit {
		t.Errorf("%s: p95 is %d, not under %d", what, p95, limit)
	}
}
