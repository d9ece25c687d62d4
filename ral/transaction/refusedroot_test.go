package transaction_test

import (
	"context"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// forbids is a provider that predicts a lack of privileges.
type forbids struct{ lines }

func (forbids) Predict(context.Context, host.Reader, *ral.Resource, string, value.Value) (ral.Prediction, error) {
	return ral.Prediction{Refused: "the disk is sealed"}, nil
}

// Another user may do what an ordinary user may not; what root may not do
// cannot be planned.
func TestRefusedToRoot(t *testing.T) {
	for uid, want := range map[int]transaction.Status{1000: transaction.Planned, 0: transaction.Blocked} {
		reg := ral.NewRegistry()
		reg.Add(thingType(), ral.Provider{Name: "lines", New: func() any { return forbids{} }})
		fake := fakehost.New(map[string]string{"/lines/there": ""}, fakehost.WithUID(uid))
		p := planOf(t, world{fake, onhost.NewEnv(reg, fake.Reader(), nil)}, thing("there", "color", "blue"))
		if s := p.Steps[0]; s.Status != want || s.Changes[0].Refused != "the disk is sealed" {
			t.Errorf("to %d: %s, refused %q", uid, s.Status, s.Changes[0].Refused)
		}
	}
}
