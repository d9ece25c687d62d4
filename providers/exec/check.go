package exec

import (
	"context"
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// answer is what the checks of a resource come to.
type answer struct {
	run     bool
	unknown bool   // a check was not made, or could not be made yet
	why     string // what decided: "unless /bin/true: exit 0"
}

// Retrieve asks the checks. Where the command need not run, returns is what it
// should be (semantics.md section 8).
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

// ask makes the checks in their order, up to the first that says no.
func (b *runner) ask(ctx context.Context, rd host.Reader, r *ral.Resource) (answer, error) {
	if r.True("refreshonly") {
		return answer{why: "refreshonly"}, nil
	}
	return b.conditions(ctx, rd, r)
}

// conditions are the checks that hold for a refresh too.
func (b *runner) conditions(ctx context.Context, rd host.Reader, r *ral.Resource) (answer, error) {
	for _, file := range r.Get("creates").Elements() {
		there, err := rd.Exists(ctx, file.Text())
		if err != nil || there {
			return answer{why: "creates " + file.Text() + ": it is there"}, err
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

// check runs one test of the user's own. What is not there yet may be when the
// command's turn comes; then it is found out again.
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

// notThere is the status of a shell that does not find a command.
const notThere = 127

func noSuch(r *ral.Resource, what string, res host.Result) error {
	if last := res.Tail(1); len(last) > 0 && !secret(r) {
		return errors.New(what + ": " + last[0])
	}
	return fmt.Errorf("%s: exit %d", what, res.Exit)
}

// Predict reports what the plan's answer stands on.
func (b *runner) Predict(_ context.Context, _ host.Reader, r *ral.Resource, _ string, _ value.Value) (ral.Prediction, error) {
	a := b.answers[r]
	f := ral.Prediction{Note: a.why}
	if a.unknown {
		f.Certainty = ral.UnknownUntil
	}
	return f, nil
}
