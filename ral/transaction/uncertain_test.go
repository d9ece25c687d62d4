package transaction_test

import (
	"context"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// doubtful is a provider that makes each change and says how uncertain it is.
type doubtful struct {
	things
	set, flush *ral.UncertainError
}

func (d doubtful) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if err := d.things.Set(ctx, wr, r, attr, should); err != nil || d.set == nil {
		return err
	}
	return d.set
}

func (d doubtful) Flush(context.Context, host.Writer, *ral.Resource) error {
	if d.flush == nil {
		return nil
	}
	return d.flush
}

// TestUncertainChange shows in a plan how uncertain a provider is, and why; in an apply
// the change is made, and that is no failure.
func TestUncertainChange(t *testing.T) {
	computed := &ral.UncertainError{Certainty: ral.Computed, Why: []string{"it uses the time"}}
	unknown := &ral.UncertainError{Certainty: ral.UnknownUntil, Why: []string{"it depends on what x prints"}}
	for name, c := range map[string]struct {
		provider doubtful
		want     ral.Certainty
		note     string
		until    int
	}{
		"certain":        {want: ral.Exact},
		"set":            {provider: doubtful{set: computed}, want: ral.Computed, note: "it uses the time"},
		"flush":          {provider: doubtful{flush: computed}, want: ral.Computed, note: "it uses the time"},
		"unknown":        {provider: doubtful{flush: unknown}, want: ral.UnknownUntil, note: "it depends on what x prints"},
		"the less":       {provider: doubtful{set: computed, flush: unknown}, want: ral.UnknownUntil, note: "it uses the time"},
		"the less first": {provider: doubtful{set: unknown, flush: computed}, want: ral.UnknownUntil, note: "it depends on what x prints"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			reg := ral.NewRegistry()
			reg.Add(thingType(), ral.Provider{Name: "doubtful", New: func() any { return c.provider }})
			w.env = onhost.NewEnv(reg, w.Reader(), nil)
			p := planOf(t, w, thing("half", "size", "2"))
			got := p.Steps[0].Changes[0]
			if got.Certainty != c.want || got.Note != c.note || got.Until != c.until || p.Steps[0].Status != transaction.Planned {
				t.Errorf("%s until %d, %q, %s", got.Certainty, got.Until, got.Note, p.Steps[0].Status)
			}
			report, err := p.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil || !report.OK() {
				t.Errorf("applied: %v", err)
			}
			w.has(t, "/things/half/size", "2")
		})
	}
}
