package transaction_test

import (
	"os"
	"testing"
	"time"

	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// TestLimitPlan holds plans of an in-memory type with three edges each, in sync
// and all changing: 100,000 take at most 12 times as long as 10,000, and those
// in sync under 2 KiB of memory each beyond the values, at the height of it.
func TestLimitPlan(t *testing.T) {
	if os.Getenv("RALSH_LIMITS") == "" {
		t.Skip("limits on time are judged with RALSH_LIMITS=1 only")
	}
	for name, is := range map[string]string{"in sync": "red", "changing": "blue"} {
		took := make(map[int]time.Duration)
		for _, n := range []int{1_000, 10_000, 100_000} {
			env, decls := heldEnv(t, is), woven(n)
			took[n] = time.Hour
			for range 3 {
				start := time.Now()
				plan, err := transaction.NewPlan(t.Context(), env, decls)
				if err != nil || len(plan.Steps) != n {
					t.Fatal(err)
				}
				took[n] = min(took[n], time.Since(start))
			}
			t.Logf("%d resources, %s: planned in %v", n, name, took[n].Round(time.Millisecond))
		}
		if ratio := float64(took[100_000]) / float64(took[10_000]); ratio > 12 {
			t.Errorf("%s: 100,000 take %.1f times as long as 10,000, more than 12", name, ratio)
		}
	}
	const n = 50_000
	env, decls := heldEnv(t, "red"), woven(n)
	values := 0
	each := int(raltest.Peak(func() {
		plan, err := transaction.NewPlan(t.Context(), env, decls)
		if err != nil {
			t.Fatal(err)
		}
		values = raltest.ValueSize(plan.Steps[n-1].Resource)
	})) / n
	t.Logf("at its height %d bytes of memory a resource, of which %d are the values", each, values)
	if each-values > 2048 {
		t.Errorf("%d bytes a resource beyond the values, more than 2 KiB", each-values)
	}
}
