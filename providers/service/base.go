package service

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// base uses no service manager: it runs the commands of the resource, and
// searches the service in the process table.
type base struct{}

func baseProvider() ral.Provider {
	return ral.Provider{
		Name: "base", Type: "service", Rank: ral.Rank{Parent: "service"},
		Doc: "Manages services without a service manager. Set `start` or `binary` to start a service, and `status` or `pattern` " +
			"to find its process. Without `stop`, the provider sends TERM to the process.",
		Commands: []ral.Command{{Binary: "kill"}},
		Features: []string{"refreshable"},
		New:      func() any { return base{} },
	}
}

// serviceProvider returns the ancestor of all other providers. It behaves like
// base.
func serviceProvider() ral.Provider {
	return ral.Provider{
		Name: "service", Type: "service", Source: "base",
		Doc:      "The parent of the other providers. It works like `base`, but does not require `kill`.",
		Commands: []ral.Command{{Binary: "kill", Optional: true}},
		Confines: []condition.Confine{isRunning()},
		Features: []string{"refreshable"},
		New:      func() any { return base{} },
	}
}

// Retrieve returns absent for a bare name, even if a process has that name;
// otherwise every daemon would also be a service of base.
func (base) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	if !described(r) && !r.Has("ensure") {
		gone := ral.AbsentInstance(r.Type, r.Name())
		gone.From = "no status, pattern or binary is set"
		return gone, nil
	}
	is, from, ok, err := ownStatus(ctx, rd, r)
	if !ok && err == nil {
		is, from, err = byPattern(ctx, rd, r)
	}
	if err != nil {
		return nil, err
	}
	if is.IsSym("stopped") && !described(r) {
		is = value.Absent()
	}
	return ral.NewInstance(r.Type, r.Name()).SetFrom("ensure", is, from), nil
}

// described reports whether the resource declares how to run the service.
func described(r *ral.Resource) bool {
	return r.Get("hasstatus").IsSym("false") || slices.ContainsFunc([]string{"binary", "pattern", "start", "stop", "status", "restart"}, func(attr string) bool {
		return r.Has(attr) && !r.IsDefault(attr)
	})
}

func (b base) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if attr != "ensure" {
		return fmt.Errorf("provider %s cannot set %s", r.Provider.Name, attr)
	}
	return setEnsure(ctx, wr, b, r, should)
}

func (b base) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return refresh(ctx, wr, b, r)
}

func (base) Predict(_ context.Context, _ host.Reader, _ *ral.Resource, attr string, _ value.Value) (ral.Prediction, error) {
	return computed(attr)
}

func (base) commands(ctx context.Context, rd host.Reader, r *ral.Resource, action string) ([]host.Command, error) {
	switch action {
	case "start":
		cmd, ok, err := own(r, "binary")
		if !ok {
			return nil, errors.New("cannot start " + r.Name() + ": set start or binary")
		}
		return []host.Command{cmd}, err
	case "stop":
		pid, err := findProcess(ctx, rd, r)
		if err != nil {
			return nil, err
		}
		if pid == 0 {
			return nil, errors.New("cannot stop " + r.Name() + ": no process matches (set stop or pattern)")
		}
		return []host.Command{{Name: "kill", Args: []string{strconv.Itoa(pid)}, Completed: ends(ctx, rd, pid)}}, nil
	}
	return nil, nil
}
