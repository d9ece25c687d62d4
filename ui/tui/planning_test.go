package tui

import (
	"context"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// slowRows is a provider that runs a slow tool.
type slowRows struct{}

func (slowRows) List(context.Context, *ral.Listing) error { return nil }

func (slowRows) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	_, err := rd.Query(ctx, host.Command{Name: "gem", Args: []string{"list"}})
	return ral.NewInstance(r.Type, r.Name()).Set("mode", value.Str("old")), err
}

func (slowRows) Set(context.Context, host.Writer, *ral.Resource, string, value.Value) error {
	return nil
}

// A slow plan shows its duration and what it waits for.
func TestPlanningSaysWhatItWaitsFor(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(
		ral.Type{
			Name: "gem", Summary: "Gems", Doc: "Gems.",
			Attributes: []*ral.Attribute{
				{Name: "name", Namevar: true, Kind: ral.Param, Doc: "The name."}, {Name: "mode", Doc: "The mode."},
			},
		},
		ral.Provider{Name: "slow", New: func() any { return slowRows{} }, Commands: []ral.Command{{Binary: "gem", Queries: [][]string{{"list"}}}}},
	)
	fake := fakehost.New(map[string]string{"/etc/hostname": "web1\n"})
	fake.Command("/usr/bin/gem")
	fake.Handle("gem", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} })
	held, started := make(chan struct{}), make(chan struct{}, 9)
	fake.Hold("gem", held)
	d := driveOn(t, model.NewSession(t.Context(), reg, fake.Host), 120, 36, Options{})
	d.app.sh.Ctx = host.WithTrace(d.app.sh.Ctx, func(host.Trace) { started <- struct{}{} })
	d.idle()
	kittest.StageChange(t, d.app.sh, "gem", "rake", "mode", "new")
	d.send(kit.TickMsg{}) // it is checked before the plan is made
	d.idle()
	for _, key := range []string{"b", "d"} {
		d.send(keyOf(key))
		d.until("planning; ")
		<-started
		d.pass(3200 * time.Millisecond)
		d.says("planning for 3.2 s, waiting for gem (")
	}
	close(held)
	d.idle()
	d.says("1 change in 1 resource")
}
