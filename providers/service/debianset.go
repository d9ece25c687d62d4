package service

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func (d debian) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch attr {
	case "ensure":
		return setBoth(ctx, wr, d, r, should)
	case "enable":
		cmds, err := d.enabling(r, should)
		return runAll(ctx, wr, cmds, err)
	}
	return fmt.Errorf("provider debian cannot set %s", attr)
}

func (debian) enabling(r *ral.Resource, should value.Value) ([]host.Command, error) {
	var verbs []string
	switch should.Text() {
	case "true":
		// defaults creates missing links, enable changes disabled links.
		verbs = []string{"defaults", "enable"}
	case "false":
		verbs = []string{"disable"}
	default:
		return nil, fmt.Errorf("provider debian cannot set enable to %s", should.Text())
	}
	var list []host.Command
	for _, verb := range verbs {
		list = append(list, host.Command{Name: updateRC, Args: []string{r.Name(), verb}})
	}
	return list, nil
}

func (d debian) along(ctx context.Context, _ host.Reader, r *ral.Resource, _ bool) ([]host.Command, error) {
	if enableHolds(ctx, r) {
		return nil, nil
	}
	return d.enabling(r, r.Get("enable"))
}

func (d debian) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return refresh(ctx, wr, d, r)
}

func (debian) Predict(_ context.Context, _ host.Reader, _ *ral.Resource, attr string, _ value.Value) (ral.Prediction, error) {
	return computed(attr)
}

func (debian) commands(_ context.Context, _ host.Reader, r *ral.Resource, action string) ([]host.Command, error) {
	if action == "restart" && !r.True("hasrestart") {
		return nil, nil
	}
	return []host.Command{{Name: serviceTool, Args: []string{r.Name(), action}}}, nil
}
