package transaction

import (
	"context"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
)

// readAtEnd reads the resources again that a command of a later step may have
// changed, as useradd -G changes the members of a group: what the run left of them
// is what they are at its end. What was done by writing files alone is not among
// them: of a file the state is what counts.
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
		// What cannot be read is taken to be as it was after its step.
		if now, err := run.Read(ctx, s.Resource, w.wanted(s)); err == nil {
			s.AtEnd = w.redactFound(s.Resource, now)
		}
	}
}

// ranCommand reports whether the step ran a command or asked a server.
func (s *Step) ranCommand() bool {
	return slices.ContainsFunc(s.Results, func(d ActResult) bool {
		return d.Act.Kind == host.ActRun || d.Act.Kind == host.ActRequest
	})
}
