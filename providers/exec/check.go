package exec

import (
	"context"
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// answer is the result of a resource's checks.
type answer struct {
	run     bool
	unknown bool   // a check was omitted, or cannot be made yet
	why     string // the check that decided: "unless /bin/true: exit 0"
}

// Retrieve evaluates the checks. If the command need not run, returns has its
// desired value (semantics.md section 8).
func (b *runner) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	a, err := b.ask(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	b.answers[r] = a
	inst := ral.NewInstance(r.Type, r.Name())
	inst.From = a.why
	if a.run {
		return inst.Set("returns", value.Sym("notrun")), nil
	}
	return inst.Set("returns", r.Get("returns")), nil
}

// ask evaluates the checks in order, up to the first check that prevents the
// command.
func (b *runner) ask(ctx context.Context, rd host.Reader, r *ral.Resource) (answer, error) {
	if r.True("refreshonly") {
		return answer{why: "refreshonly"}, nil
	}
	return b.conditions(ctx, rd, r)
}

// conditions evaluates the checks that also apply to a refresh.
func (b *runner) conditions(ctx context.Context, rd host.Reader, r *ral.Resource) (answer, error) {
	for _, file := range r.Get("creates").Elements() {
		there, err := rd.Exists(ctx, file.Text())
		if err != nil || there {
			return answer{why: "creates " + file.Text() + ": the file exists"}, err
		}
	}
	all := answer{run: true}
	for _, attr := range []string{"unless", "onlyif"} {
		for _, v := range r.Get(attr).Elements() {
			a, err := b.check(ctx, rd, r, attr, v)
			if err != nil || !a.run {
				return a, err
			}
			all.unknown = all.unknown || a.unknown
			if all.why != "" {
				a.why = all.why + "; " + a.why
			}
			all.why = a.why
		}
	}
	return all, nil
}

// check runs a check of the user. A missing command may exist when the check
// is needed; then it is evaluated again.
func (b *runner) check(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, v value.Value) (answer, error) {
	what := attr + " " + v.Text()
	if secret(r) {
		what = attr
	}
	cmd, err := b.command(ctx, rd, r, v)
	if _, awaited := errors.AsType[*ral.DependencyError](err); awaited {
		return answer{run: true, unknown: true, why: what + ": " + err.Error()}, nil
	}
	if err != nil {
		return answer{}, err
	}
	res, err := rd.Check(ctx, cmd)
	var failed *host.CommandError
	switch {
	case errors.Is(err, host.ErrUnchecked):
		return answer{run: true, unknown: true, why: what + ": not run"}, nil
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		return answer{why: what + ": Check exceeded timeout"}, nil
	case errors.As(err, &failed) && failed.Cause == nil:
		res = failed.Result
	case err != nil:
		return answer{}, err
	}
	if res.Exit == notThere {
		return answer{}, noSuch(r, what, res)
	}
	return answer{run: (res.Exit == 0) == (attr == "onlyif"), why: fmt.Sprintf("%s: exit %d", what, res.Exit)}, nil
}

// notThere is the exit status of a shell that does not find a command.
const notThere = 127

func noSuch(r *ral.Resource, what string, res host.Result) error {
	if last := res.Tail(1); len(last) > 0 && !secret(r) {
		return errors.New(what + ": " + last[0])
	}
	return fmt.Errorf("%s: exit %d", what, res.Exit)
}

// Predict reports the checks that decide the result of the plan.
func (b *runner) Predict(_ context.Context, _ host.Reader, r *ral.Resource, _ string, _ value.Value) (ral.Prediction, error) {
	a := b.answers[r]
	f := ral.Prediction{Note: a.why}
	if a.unknown {
		f.Certainty = ral.UnknownUntil
	}
	return f, nil
}
