package pkg

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// simulator is a package manager with a dry run.
type simulator interface {
	manager
	ral.Retriever
	ral.InSyncer
	// simulate is what the tool itself would do for a job. Where it says nothing
	// that is understood, note is its last word.
	simulate(ctx context.Context, rd host.Reader, j job) (steps []step, note string, err error)
}

// simulation is the dry run of what a run needs, made at once for all that can be
// one call: such a call takes as long for one as for many.
type simulation struct {
	all       []*ral.Resource // of the run
	once      sync.Once
	predicted map[string]ral.Prediction // by name, of what was simulated at once
}

// predict is what comes with a change.
func (s *simulation) predict(ctx context.Context, rd host.Reader, t simulator, by string, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	if attr != "ensure" {
		return ral.Prediction{}, nil
	}
	j, err := t.job(ctx, rd, r, should)
	if err != nil {
		return ral.Prediction{}, err
	}
	s.once.Do(func() { s.together(ctx, rd, t, by) })
	if f, ok := s.predicted[r.Name()]; ok && should.Equal(r.Get("ensure")) {
		return f, nil
	}
	steps, note, err := t.simulate(ctx, rd, j)
	if err != nil {
		return ral.Prediction{}, err
	}
	if len(steps) == 0 {
		return ral.Prediction{Certainty: ral.Computed, By: by, Note: note}, nil
	}
	f := newPrediction(r.Name(), steps)
	f.By = by
	return f, nil
}

// together simulates what the resources need that can be one call. What does not
// go together, or fails, is simulated alone.
func (s *simulation) together(ctx context.Context, rd host.Reader, t simulator, by string) {
	s.predicted = make(map[string]ral.Prediction)
	type group struct {
		job   job
		names []string
	}
	var groups []group
next:
	for _, r := range s.all {
		j, ok := needed(ctx, rd, t, r)
		if !ok {
			continue
		}
		for i := range groups {
			if g := &groups[i]; len(g.names) < together && g.job.canBatch(j) {
				g.job.targets = append(g.job.targets, j.targets...)
				g.names = append(g.names, r.Name())
				continue next
			}
		}
		groups = append(groups, group{job{j.args, slices.Clone(j.targets)}, []string{r.Name()}})
	}
	for _, g := range groups {
		if len(g.names) < 2 {
			continue
		}
		if steps, _, err := t.simulate(ctx, rd, g.job); err == nil && len(steps) > 0 {
			s.spread(g.names, steps, by)
		}
	}
}

// needed is what a resource needs as things are now, false when that is nothing,
// or cannot be told.
func needed(ctx context.Context, rd host.Reader, t simulator, r *ral.Resource) (job, bool) {
	found, err := t.Retrieve(ctx, rd, r)
	if err != nil {
		return job{}, false
	}
	now := *r
	now.Found = found
	ensure, is, should := r.Type.Attr("ensure"), found.Get("ensure"), r.Get("ensure")
	insync, known, err := t.InSync(ctx, rd, &now, "ensure", is, should)
	if !known {
		insync = ensure.InSync(ral.Hook{Ctx: ctx, A: ensure, R: &now}, is, r.Munged("ensure"))
	}
	if err != nil || insync {
		return job{}, false
	}
	j, err := t.job(ctx, rd, &now, should)
	return j, err == nil && len(j.targets) > 0
}

// spread keeps for each package its own version, and for the first what comes or
// goes with all of them: the tools do not say for which.
func (s *simulation) spread(names []string, steps []step, by string) {
	own, more := make(map[string][]step), []step(nil)
	for _, st := range steps {
		if slices.Contains(names, st.name) {
			own[st.name] = append(own[st.name], st)
		} else {
			more = append(more, st)
		}
	}
	for i, name := range names {
		f := newPrediction(name, own[name])
		f.By = by
		if i == 0 && len(more) > 0 {
			rest := newPrediction("", more)
			f.Also, f.RemovedCount, f.Lasting = rest.Also, rest.RemovedCount, rest.Lasting
			f.AlsoRemoves, f.AlsoMakes = rest.AlsoRemoves, rest.AlsoMakes
			if f.Note != "" {
				f.Note += "; "
			}
			f.Note += fmt.Sprintf("of all %d together: %s", len(names), rest.Note)
		}
		s.predicted[name] = f
	}
}
