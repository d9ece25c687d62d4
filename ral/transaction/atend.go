package transaction

import (
	"context"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
)

// readAtEnd reads the resources again that a command of a later step may have
// changed: useradd -G changes the members of a group. Resources that were
// changed only by writing files are not read, because their state is the
// content of the files.
func (w *walk) readAtEnd(ctx context.Context) {
	last := -1
	for i, s := range w.order {
		if s.ranCommand() {
			last = i
		}
	}
	var again []*Step
	byProvider := make(map[*ral.Provider][]*ral.Resource)
	for _, s := range w.order[:max(last, 0)] {
		if s.Now != nil && (s.ranCommand() || s.BatchLeader != nil && s.BatchLeader.ranCommand()) {
			again = append(again, s)
			byProvider[s.Resource.Provider] = append(byProvider[s.Resource.Provider], s.Resource)
		}
	}
	if len(again) == 0 {
		return
	}
	ctx = context.WithoutCancel(ctx)
	run := ral.NewRun(w.run.Env(), w.run.Env().Reader())
	for p, all := range byProvider {
		if run.Prefetches(p) {
			_ = run.Prefetch(ctx, p, all) // Read returns the error
		}
	}
	for _, s := range again {
		// If it cannot be read, the state after its step remains.
		if now, err := run.Read(ctx, s.Resource, readProperties(s)); err == nil {
			s.AtEnd = w.redactFound(s.Resource, now)
		}
	}
}

// ranCommand reports whether the step ran a command or sent a request.
func (s *Step) ranCommand() bool {
	return slices.ContainsFunc(s.Results, func(d ActResult) bool {
		return d.Act.Kind == host.ActRun || d.Act.Kind == host.ActRequest
	})
}
