package transaction_test

import (
	"runtime/debug"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

// TestLimitPlan limits plans of an in-memory type with three edges each, in
// sync and all changing: 100,000 take at most 12 times as long as 10,000.
func TestLimitPlan(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	sizes := []int{1_000, 10_000, 100_000}
	for name, is := range map[string]string{"in sync": "red", "changing": "blue"} {
		took := make(map[int]time.Duration)
		ratio := func() float64 { return float64(took[100_000]) / float64(took[10_000]) }
		// The best of some rounds counts; a machine whose speed varies gets
		// more rounds.
		const least, most = 3, 9
		for round := 0; round < least || round < most && ratio() > 12; round++ {
			for _, n := range sizes {
				if best, once := took[n], planned(t, heldEnv(t, is), woven(n)); best == 0 || once < best {
					took[n] = once
				}
			}
		}
		for _, n := range sizes {
			t.Logf("%d resources, %s: planned in %v", n, name, took[n].Round(time.Millisecond))
		}
		real.Grows(t, name, took[10_000], took[100_000], 12)
	}
}

// TestLimitPlanMemory limits the peak memory of resources in sync to 2 KiB
// each, beyond the values.
func TestLimitPlanMemory(t *testing.T) {
	if !real.Memory(t) {
		return
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

// planned returns the average processor time of one plan, over enough plans to
// make 100,000 resources. Each starts with an empty heap, as a process does.
func planned(t *testing.T, env *onhost.Env, decls []ral.Decl) time.Duration {
	rounds := 100_000 / len(decls)
	var took time.Duration
	for range rounds {
		debug.FreeOSMemory()
		before := real.CPU()
		plan, err := transaction.NewPlan(t.Context(), env, decls)
		if err != nil || len(plan.Steps) != len(decls) {
			t.Fatal(err)
		}
		took += real.CPU() - before
	}
	return took / time.Duration(rounds)
}
