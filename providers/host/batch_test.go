package hosts

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// many are n entries; chained, each requires the one before it.
func many(n int, chained bool) []ral.Decl {
	decls := make([]ral.Decl, n)
	for i := range decls {
		decls[i] = decl(fmt.Sprintf("h%d.example.com", i), text("ensure", "present"), text("ip", fmt.Sprintf("10.0.%d.%d", i/250, i%250+1)))
		if chained && i > 0 {
			decls[i].Attrs = append(decls[i].Attrs, attr("require", value.Strs(fmt.Sprintf("Host[h%d.example.com]", i-1))))
		}
	}
	return decls
}

func BenchmarkApply(b *testing.B) {
	for _, n := range []int{500, 2_000} {
		for name, chained := range map[string]bool{"apart": false, "chained": true} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					fake := host.NewFake(map[string]string{hostsFile: sample})
					s := newStage(b, fake.Look(), fake.Change())
					plan, err := transaction.NewPlan(b.Context(), s.env, many(n, chained))
					if err != nil {
						b.Fatal(err)
					}
					rep, err := plan.Apply(b.Context(), fake.Change(), transaction.Options{})
					if err != nil || !rep.OK() || rep.Changes() != n {
						b.Fatal(err, rep.Summary())
					}
				}
			})
		}
	}
}

var _ = []any{errors.New, slices.Sort[[]string], strings.Fields, cmp.Diff}
