package transaction_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// held is a provider in memory whose instances all have one value.
type held struct{ is value.Value }

func (h held) Retrieve(_ context.Context, _ host.Reader, r *ral.Resource) (*ral.Instance, error) {
	return ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present()).Set("color", h.is), nil
}

func (h held) Set(context.Context, host.Writer, *ral.Resource, string, value.Value) error {
	return nil
}

func heldEnv(tb testing.TB, is string) *onhost.Env {
	tb.Helper()
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "thing",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true}, standard.Ensure("."), {Name: "color", Kind: ral.Property},
		},
	}, ral.Provider{Name: "held", New: func() any { return held{value.Str(is)} }})
	if err := reg.Err(); err != nil {
		tb.Fatal(err)
	}
	return onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
}

// woven returns n things. Each requires up to three earlier things.
func woven(n int) []ral.Decl {
	decls := make([]ral.Decl, n)
	for i := range decls {
		var needs []string
		for _, back := range []int{1, 7, 100} {
			if i >= back {
				needs = append(needs, fmt.Sprintf("Thing[t%d]", i-back))
			}
		}
		decls[i] = ral.Decl{Type: "thing", Title: fmt.Sprintf("t%d", i), Attrs: []ral.Attr{
			{Name: "color", Value: value.Str("red")}, {Name: "require", Value: value.Strs(needs...)},
		}}
	}
	return decls
}

func BenchmarkPlan(b *testing.B) {
	for _, state := range []string{"red", "blue"} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", map[string]string{"red": "in-sync", "blue": "changing"}[state], n), func(b *testing.B) {
				env := heldEnv(b, state)
				decls := woven(n)
				b.ReportAllocs()
				for b.Loop() {
					plan, err := transaction.NewPlan(b.Context(), env, decls)
					if err != nil {
						b.Fatal(err)
					}
					if len(plan.Steps) != n {
						b.Fatal(len(plan.Steps))
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/resource")
			})
		}
	}
}

// A plan uses less than 2 KiB for each resource that is in sync.
func TestPlanIsSmall(t *testing.T) {
	const n = 20_000
	env, decls := heldEnv(t, "red"), woven(n)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if each := (after.HeapAlloc - before.HeapAlloc) / n; each > 2048 && !raced {
		t.Errorf("%d bytes a resource", each)
	} else {
		t.Logf("%d bytes a resource", each)
	}
	runtime.KeepAlive(plan)
}
