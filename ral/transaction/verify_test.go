package transaction_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// A change took if the value is what was asked for, also where the type calls it in sync
// with nothing.
func TestTookThoughNeverInSync(t *testing.T) {
	typ := thingType()
	for _, a := range typ.Attributes {
		if a.Name == "color" {
			a.InSyncFn = func(ral.Hook, value.Value, value.Value) bool { return false }
		}
	}
	reg := ral.NewRegistry()
	reg.Add(typ, ral.Provider{Name: "files", New: func() any { return things{} }})
	fake := fakehost.New(map[string]string{"/things/a/color": "red"})
	plan, err := transaction.NewPlan(t.Context(), onhost.NewEnv(reg, fake.Reader(), nil), []ral.Decl{thing("a", "color", "blue")})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
	if err != nil || rep.Steps[0].Status != transaction.Changed {
		t.Errorf("%v, %s: %v", err, rep.Steps[0].Status, rep.Steps[0].Err)
	}
}
