package pkg

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Prefetch asks for the candidates of all packages that should be the latest at
// once, and for the versions of those with a range: apt-cache takes as long for
// one as for many.
func (a *apt) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	a.all = all
	var latest, ranged []string
	for _, r := range all {
		switch should := r.Get("ensure"); {
		case debianName(r.Name()) != nil:
		case should.IsSym("latest"):
			latest = append(latest, r.Name())
		case isRange(should.Text()):
			ranged = append(ranged, r.Name())
		}
	}
	if len(ranged) > 1 {
		a.versions(ctx, rd, ranged)
	}
	if len(latest) == 0 {
		return nil
	}
	_, err := a.candidates(ctx, rd, latest...)
	return err
}

// versions chooses for all ranges. What goes wrong is left to who asks for one.
func (a *apt) versions(ctx context.Context, rd host.Reader, names []string) {
	out, err := a.query(ctx, rd, aptCache, append([]string{"madison"}, names...)...)
	if err != nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.chosen = make(map[[2]string]string)
	for _, r := range a.all {
		within := r.Get("ensure").Text()
		if b, err := parseRange(within); err == nil && isRange(within) {
			a.chosen[[2]string{r.Name(), within}], _ = highest(out, r.Name(), within, b)
		}
	}
}

// simulate lets apt-get simulate together what the resources of a run need that
// can be one apt-get. What does not go together, or fails, is simulated alone.
func (a *apt) simulate(ctx context.Context, rd host.Reader) {
	a.predicted = make(map[string]ral.Prediction)
	var groups [][]aptJob
next:
	for _, r := range a.all {
		job, ok := a.pending(ctx, rd, r)
		if !ok {
			continue
		}
		for i, g := range groups {
			if len(g) < together && g[0].canBatch(job) {
				groups[i] = append(g, job)
				continue next
			}
		}
		groups = append(groups, []aptJob{job})
	}
	for _, g := range groups {
		if len(g) > 1 {
			a.simulateGroup(ctx, rd, g)
		}
	}
}

// together is how many packages one command names: they must fit into its
// arguments, which are 128 KiB at least (execve(2)).
const together = 500

// pending is what a resource needs as things are now, false when that is
// nothing, or cannot be told.
func (a *apt) pending(ctx context.Context, rd host.Reader, r *ral.Resource) (aptJob, bool) {
	found, err := a.Retrieve(ctx, rd, r)
	if err != nil {
		return aptJob{}, false
	}
	now := *r
	now.Found = found
	ensure, is, should := r.Type.Attr("ensure"), found.Get("ensure"), r.Get("ensure")
	insync, known, err := a.InSync(ctx, rd, &now, "ensure", is, should)
	if !known {
		insync = ensure.InSync(ral.Hook{Ctx: ctx, A: ensure, R: &now}, is, r.Munged("ensure"))
	}
	if err != nil || insync {
		return aptJob{}, false
	}
	job, err := a.job(ctx, rd, &now, should)
	return job, err == nil && job.canBatch(job)
}

// simulateGroup keeps for each package its own version, and for the first what
// comes or goes with all of them: apt-get does not say for which.
func (a *apt) simulateGroup(ctx context.Context, rd host.Reader, group []aptJob) {
	job := group[0]
	job.targets = nil
	own := make(map[string][]step)
	for _, j := range group {
		job.targets = append(job.targets, j.targets...)
		own[j.name] = nil
	}
	out, err := a.query(ctx, rd, aptGet, append([]string{"-s"}, job.args()...)...)
	if err != nil {
		return
	}
	var more []step
	for _, s := range parseSimulation(out) {
		if _, ours := own[s.name]; ours {
			own[s.name] = append(own[s.name], s)
		} else {
			more = append(more, s)
		}
	}
	for i, j := range group {
		f := newPrediction(j.name, own[j.name])
		if i == 0 && len(more) > 0 {
			rest := newPrediction("", more)
			f.Also, f.RemovedCount, f.Lasting = rest.Also, rest.RemovedCount, rest.Lasting
			f.AlsoRemoves, f.AlsoMakes = rest.AlsoRemoves, rest.AlsoMakes
			if f.Note != "" {
				f.Note += "; "
			}
			f.Note += fmt.Sprintf("of all %d together: %s", len(group), rest.Note)
		}
		a.predicted[j.name] = f
	}
}
