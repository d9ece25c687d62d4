package pkg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// dryRun describes how a tool resolves a task without carrying it out.
type dryRun struct {
	by            string   // name in a plan
	front, behind []string // options before and after the verb
	without       string   // option that the dry run rejects
	ok            []int
	// covers reports whether the tool has a dry run for a change. Nil means always.
	covers func(r *ral.Resource, should value.Value) bool
	steps  func(ctx context.Context, rd host.Reader, b *behaviour, t task, res host.Result) ([]step, error)
	// failure explains an error of the dry run; nil leaves the error unchanged. Like
	// steps, it may return errOpen.
	failure func(t task, err error) error
	// complete means that an answer without steps is a dry run without changes, and
	// not an answer that ralsh cannot read. lastWord adds the last line as a note.
	complete, lastWord bool
}

// errOpen means that the tool cannot resolve a task in advance. It does not block the
// change.
var errOpen = errors.New("the dry run cannot predict the change")

// parsedSteps adapts a parser that needs only the output.
func parsedSteps(parse func(out string) []step) func(context.Context, host.Reader, *behaviour, task, host.Result) ([]step, error) {
	return func(_ context.Context, _ host.Reader, _ *behaviour, _ task, res host.Result) ([]step, error) {
		return parse(valid(res.Stdout)), nil
	}
}

// installs reports whether should is anything but a removal.
func installs(_ *ral.Resource, should value.Value) bool {
	return !should.IsAbsent() && !should.IsSym("purged")
}

// dryRuns are the predictions for all resources of a run. A call covers as many
// resources as possible, because it takes the same time for many packages.
type dryRuns struct {
	all       []*ral.Resource // resources of the run
	once      sync.Once
	predicted map[string]ral.Prediction // by name
}

// Predict returns the result of a dry run, and what an undo cannot restore.
func (b *behaviour) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	f, err := b.simulate(ctx, rd, r, attr, should)
	if err != nil || attr != "ensure" {
		return f, err
	}
	if b.m.lasting == nil && b.m.edited == nil || !should.IsSym("purged") && !r.Is("ensure").IsAbsent() {
		return f, nil
	}
	name, err := b.nameOf(ctx, rd, r)
	if err != nil {
		return f, err
	}
	if b.m.lasting != nil {
		f.Lasting = slices.Concat(f.Lasting, b.m.lasting(ctx, rd, name, r.Is("ensure"), should))
	}
	if b.m.edited != nil && should.IsSym("purged") && installed(r.Is("ensure")) {
		if files := b.m.edited(ctx, rd, []string{name}); len(files) > 0 {
			f.Milder, f.Keeps = value.Absent(), "the package is removed but not purged, to keep these edited configuration files: "+strings.Join(files, ", ")
		}
	}
	return f, nil
}

// simulate returns the result of a dry run. Without repositories, the command has no
// other effects.
func (b *behaviour) simulate(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	d := b.m.dry
	switch {
	case d == nil && !b.m.filesOnly:
		return ral.Prediction{Certainty: ral.Computed}, nil
	case d == nil || attr != "ensure":
		return ral.Prediction{}, nil
	}
	t, err := b.task(ctx, rd, r, should)
	if err != nil || len(t.targets) == 0 {
		return ral.Prediction{}, err
	}
	if d.covers != nil && !d.covers(r, should) {
		return ral.Prediction{Certainty: ral.Computed}, nil
	}
	b.together.once.Do(func() { b.dryRunAll(ctx, rd) })
	f, ok := b.together.predicted[t.name]
	if !ok || !should.Equal(r.Get("ensure")) {
		if f, err = b.dryRunOne(ctx, rd, t); err != nil {
			return ral.Prediction{}, err
		}
	}
	return f, nil
}

// dryRun runs the dry run of a task. note is the last line of its output if lastWord
// is set.
func (b *behaviour) dryRun(ctx context.Context, rd host.Reader, t task) (steps []step, note string, err error) {
	d := b.m.dry
	args := slices.Concat(d.front, t.front, t.args[:1], d.behind, t.args[1:], t.given, t.targets)
	args = slices.DeleteFunc(args, func(arg string) bool { return arg == d.without && arg != "" })
	res, err := b.query(ctx, rd, t.tool, d.ok, args...)
	if err != nil {
		if d.failure != nil {
			err = d.failure(t, err)
		}
		return nil, "", err
	}
	if d.lastWord {
		note = strings.TrimSpace(strings.Join(res.Tail(1), ""))
	}
	steps, err = d.steps(ctx, rd, b, t, res)
	return steps, note, err
}

func (b *behaviour) dryRunOne(ctx context.Context, rd host.Reader, t task) (ral.Prediction, error) {
	steps, note, err := b.dryRun(ctx, rd, t)
	switch {
	case errors.Is(err, errOpen):
		return ral.Prediction{Certainty: ral.Computed}, nil
	case err != nil:
		return ral.Prediction{}, err
	case len(steps) == 0 && !b.m.dry.complete:
		return ral.Prediction{Certainty: ral.Computed, By: b.m.dry.by, Note: note}, nil
	}
	f := newPrediction(t.name, steps)
	f.By = b.m.dry.by
	return f, nil
}

// most is the maximum number of packages in a command. Their names must fit into its
// arguments, which hold at least 128 KiB (execve(2)).
const most = 500

// dryRunAll predicts the resources that can share a command. Predict handles the other
// resources separately, also after a failed shared dry run.
func (b *behaviour) dryRunAll(ctx context.Context, rd host.Reader) {
	b.together.predicted = make(map[string]ral.Prediction)
	if b.m.single {
		return
	}
	type group struct {
		task  task
		names []string
	}
	var groups []group
next:
	for _, r := range b.together.all {
		t, ok := b.needed(ctx, rd, r)
		if !ok {
			continue
		}
		for i := range groups {
			if g := &groups[i]; len(g.names) < most && g.task.canBatch(t) {
				g.task.targets = slices.Concat(g.task.targets, t.targets)
				g.names = append(g.names, t.name)
				continue next
			}
		}
		groups = append(groups, group{t, []string{t.name}})
	}
	for _, g := range groups {
		if len(g.names) < 2 {
			continue
		}
		if steps, _, err := b.dryRun(ctx, rd, g.task); err == nil && len(steps) > 0 {
			b.spread(g.names, steps)
		}
	}
}

// needed returns the task of a resource in its current state. It returns false if the
// resource is in sync, cannot be read, or cannot share a command.
func (b *behaviour) needed(ctx context.Context, rd host.Reader, r *ral.Resource) (task, bool) {
	found, err := b.Retrieve(ctx, rd, r)
	if err != nil {
		return task{}, false
	}
	now := *r
	now.Found = found
	ensure, is, should := r.Type.Attr("ensure"), found.Get("ensure"), r.Get("ensure")
	insync, known, err := b.InSync(ctx, rd, &now, "ensure", is, should)
	if !known {
		insync = ensure.InSync(ral.Hook{Ctx: ctx, A: ensure, R: &now}, is, r.Munged("ensure"))
	}
	if err != nil || insync {
		return task{}, false
	}
	t, err := b.task(ctx, rd, &now, should)
	return t, err == nil && t.canBatch(t)
}

// spread assigns each package its version. The first package also gets the additional
// installations and removals, because the tools do not report which package causes
// them.
func (b *behaviour) spread(names []string, steps []step) {
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
		f.By = b.m.dry.by
		if i == 0 && len(more) > 0 {
			rest := newPrediction("", more)
			f.Also, f.Lasting = rest.Also, rest.Lasting
			f.AlsoRemoves, f.AlsoMakes = rest.AlsoRemoves, rest.AlsoMakes
			if f.Note != "" {
				f.Note += "; "
			}
			f.Note += fmt.Sprintf("all %d packages together: %s", len(names), rest.Note)
		}
		b.together.predicted[name] = f
	}
}
