package transaction_test

import (
	"context"
	"errors"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// lines is a provider that lists and flushes.
type lines struct{}

func (lines) List(ctx context.Context, in *ral.Listing) error {
	if ok, _ := in.Reader.Exists(ctx, "/lines/there"); ok {
		in.Yield(in.NewInstance("there").Set("ensure", value.Present()).Set("color", value.Str("red")))
	}
	return nil
}

func (lines) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.WriteFile(ctx, "/lines/"+r.Title, nil, host.WriteOptions{})
}

func (lines) Predict(_ context.Context, _ host.Reader, _ *ral.Resource, _ string, should value.Value) (ral.Prediction, error) {
	if should.Text() == "impossible" {
		return ral.Prediction{}, errors.New("unable to locate it")
	}
	return ral.Prediction{Certainty: ral.Simulated, By: "tool -s"}, nil
}

func lineWorld(t *testing.T) world {
	t.Helper()
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "lines", New: func() any { return lines{} }})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{"/lines/there": ""}, fakehost.WithUID(1000))
	return world{fake, onhost.NewEnv(reg, fake.Reader(), nil)}
}

// After a failed flush, nothing is done or reported as done.
func TestFlushThatFails(t *testing.T) {
	w := lineWorld(t)
	p := planOf(t, w, thing("new", "color", "blue"))
	w.Deny("/lines/new")
	rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := rep.Steps[0]
	if s.Status != transaction.Failed || rep.Changes() != 0 || s.Now == nil || s.Now.Present() {
		t.Errorf("status %s, %d changes, now %v", s.Status, rep.Changes(), s.Now)
	}
	if got := rep.Summary(); got != "0 changes done, 1 failed." {
		t.Error(got)
	}
}

// A change that the tool's dry run rejects is not planned.
func TestDryRunThatFails(t *testing.T) {
	w := lineWorld(t)
	p := planOf(t, w, thing("there", "color", "impossible"))
	s := p.Steps[0]
	if s.Status != transaction.Blocked || p.Ready() != 0 || len(s.Results) != 0 {
		t.Errorf("status %s, %d ready, acts %v", s.Status, p.Ready(), s.Acts())
	}
	if err := s.Changes[0].Err; err == nil || err.Error() != "the dry run fails: unable to locate it" {
		t.Error(err)
	}
	p = planOf(t, w, thing("there", "color", "blue"))
	if c := p.Steps[0].Changes[0]; c.Certainty != ral.Simulated || c.By != "tool -s" {
		t.Errorf("%s by %s", c.Certainty, c.By)
	}
}
