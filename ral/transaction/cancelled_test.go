package transaction_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Cancelling ends a plan while its resources are built, and while they are ordered: a
// million of them take seconds.
func TestCancelledBeforeTheWalk(t *testing.T) {
	const most = 5
	for _, stage := range []string{"built", "ordered"} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		count := make(map[string]int)
		note := func(at string) {
			if count[at]++; at == stage && count[at] == most {
				cancel()
			}
		}
		reg := ral.NewRegistry()
		reg.Add(ral.Type{
			Name: "thing",
			Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true, MungeFn: func(_ ral.Hook, v value.Value) (value.Value, error) {
				note("built")
				return v, nil
			}}},
			Relations: []ral.Relation{{Kind: ral.Require, Type: "other", Titles: func(*ral.Resource) []string {
				note("ordered")
				return nil
			}}},
		})
		var decls []ral.Decl
		for i := range 100 {
			decls = append(decls, ral.Decl{Type: "thing", Title: fmt.Sprint("t", i)})
		}
		plan, err := transaction.NewPlan(ctx, onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil), decls)
		if !errors.Is(err, context.Canceled) || plan != nil {
			t.Errorf("cancelled while resources are %s: %v", stage, err)
		}
		if count[stage] != most {
			t.Errorf("%d resources were %s after it was cancelled", count[stage]-most, stage)
		}
	}
}
