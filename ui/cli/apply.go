package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/transaction"
)

func (a *app) applyCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "apply FILE",
		Short: "Bring all that a file declares about: a compiled catalog, YAML, Puppet's declarations",
		Long: "FILE is a compiled catalog as JSON, YAML (a map of type to title to attributes, or a list of type, title\n" +
			"and attributes), or resource declarations in Puppet's syntax; - is standard input. All of it is read and\n" +
			"planned before anything is changed.",
		Example: "  ralsh apply hosts.pp --noop\n  ralsh resource host -o yaml | ralsh --root /srv/image apply -",
		Args:    exactly(1, "apply needs a file: ralsh apply hosts.pp (- is standard input)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.streamed(cmd.Context(), f, func() error { return a.applyFile(cmd.Context(), args[0], f) })
		},
	}
	f.register(cmd)
	a.outputFlag(cmd, "text", "json", "yaml", "jsonl")
	return cmd
}

func (a *app) applyFile(ctx context.Context, name string, f runFlags) error {
	s, plan, err := a.planFile(ctx, name)
	if err != nil && f.detailed && ctx.Err() == nil {
		// With these statuses 2 says that something was changed.
		a.say("%s", err)
		return statusError(Failure)
	}
	if err != nil {
		return err
	}
	a.announce(plan)
	if f.noop || plan.Ready() == 0 {
		return a.planned(plan, f, true)
	}
	var left []*transaction.Step
	for _, st := range plan.Steps {
		switch {
		case st.Status == transaction.Blocked:
			left = append(left, st)
			a.say("%s cannot be planned and is left out: %s", st.Ref(), blockedReason(st))
		case st.Status == transaction.Skipped:
			left = append(left, st)
			a.say("%s skipped: needs %s, which cannot be", st.Ref(), strings.Join(st.Needs, ", "))
		}
	}
	if why := s.RefusedPlan(plan); why != "" {
		return fmt.Errorf("%s. Nothing was changed. As root: sudo ralsh apply %s", why, name)
	}
	return a.run(ctx, applying(s, plan), f, running{
		many: true, left: left,
		after: func(rep *transaction.Report) {
			a.say("%s, %d in sync, %d left out, of %d resources", strings.TrimSuffix(rep.Summary(), "."),
				rep.Count(transaction.InSync), len(left), len(plan.Steps))
		},
	})
}

// planFile reads and plans all that a file declares. Its errors say that
// nothing was changed.
func (a *app) planFile(ctx context.Context, name string) (*model.Session, *transaction.Plan, error) {
	decls, err := a.read(name)
	if err != nil {
		return nil, nil, err
	}
	s, err := a.session(ctx)
	if err != nil {
		return nil, nil, err
	}
	plan, err := s.Plan(ctx, decls...)
	var diags ral.Diags
	var cycle *transaction.CycleError
	switch {
	case err == nil:
		return s, plan, nil
	case ctx.Err() != nil:
	case errors.As(err, &diags):
		err = invalid(s, diags)
	case errors.As(err, &cycle):
		err = usagef("%w\n%snothing was changed", err, whereabouts(decls, cycle.Path))
	default:
		err = usagef("%w\nnothing was changed", err)
	}
	return nil, nil, err
}

// whereabouts says where each resource of a cycle stands, one a line.
func whereabouts(decls []ral.Decl, path []string) string {
	pos := make(map[string]string)
	for _, d := range decls {
		pos[d.Ref()] = d.Pos
	}
	var b strings.Builder
	for _, ref := range path[:max(0, len(path)-1)] {
		if pos[ref] != "" {
			fmt.Fprintf(&b, "%s: %s\n", pos[ref], ref)
		}
	}
	return b.String()
}

// read reads the declarations of a file, - for standard input.
func (a *app) read(name string) ([]ral.Decl, error) {
	in := a.In
	if name == "-" {
		name = "stdin"
	} else {
		file, err := a.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", name, errors.Unwrap(err))
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, manifest.MaxInput+1))
	if err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return nil, fmt.Errorf("cannot read %s: %w", name, err)
	}
	input, err := manifest.Read(name, data)
	if err != nil {
		return nil, usagef("%w\nnothing was changed", err)
	}
	return input.Decls(), nil
}
