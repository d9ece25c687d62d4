package pkg

import (
	"context"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// job is one call of a package manager: what it is told, and for which packages.
type job struct {
	args    []string // the verb and its options
	targets []string
}

// canBatch reports whether both can be one call.
func (j job) canBatch(k job) bool {
	return len(j.targets) > 0 && len(k.targets) > 0 && slices.Equal(j.args, k.args)
}

func (j job) line() []string { return slices.Concat(j.args, j.targets) }

// manager is what differs between package managers that are told what to do in
// one call: what they are told, and the command that says it.
type manager interface {
	job(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value) (job, error)
	command(rd host.Reader, r *ral.Resource, j job) host.Command
}

// worker changes packages by a manager, one at a time.
type worker struct{ manager }

// Create installs the package.
func (w worker) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return w.Set(ctx, wr, r, "ensure", value.Present())
}

// Destroy removes the package.
func (w worker) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return w.Set(ctx, wr, r, "ensure", value.Absent())
}

// Set brings ensure to should.
func (w worker) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if attr != "ensure" {
		return fmt.Errorf("%s cannot set %s", r.Provider.Name, attr)
	}
	j, err := w.job(ctx, wr.Reader(), r, should)
	if err != nil {
		return err
	}
	return wr.Run(ctx, w.command(wr.Reader(), r, j))
}

// groupWorker changes several packages by one call of a manager too.
type groupWorker struct{ worker }

// CanBatch holds of packages that the manager is told the same for.
func (w groupWorker) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	j, err := w.job(ctx, rd, first, first.Get("ensure"))
	if err != nil {
		return false
	}
	k, err := w.job(ctx, rd, r, r.Get("ensure"))
	return err == nil && j.canBatch(k)
}

// SetBatch brings neighbours that need the same call with one, in their order.
func (w groupWorker) SetBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) error {
	var jobs []job
	for _, r := range all {
		j, err := w.job(ctx, wr.Reader(), r, r.Get("ensure"))
		if err != nil {
			return fmt.Errorf("%s: %w", r.Ref(), err)
		}
		if n := len(jobs); n > 0 && jobs[n-1].canBatch(j) {
			jobs[n-1].targets = append(jobs[n-1].targets, j.targets...)
			continue
		}
		jobs = append(jobs, j)
	}
	for _, j := range jobs {
		if err := wr.Run(ctx, w.command(wr.Reader(), all[0], j)); err != nil {
			return err
		}
	}
	return nil
}
