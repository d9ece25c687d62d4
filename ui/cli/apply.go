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
	var f applyFlags
	cmd := &cobra.Command{
		Use:   "apply FILE",
		Short: "Apply a manifest, a YAML file or a compiled catalog",
		Long: "FILE contains resource declarations in Puppet's syntax, YAML (a map of type to title to attributes, or a\n" +
			"list), or a compiled catalog in JSON. Use - for standard input. The whole file is read and planned before\n" +
			"anything is changed.",
		Example: "  ralsh apply hosts.pp --noop\n  ralsh resource host -o yaml | ralsh --root /srv/image apply -",
		Args:    exactly(1, "apply needs a file: ralsh apply hosts.pp (- is standard input)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if on(cmd, "parseonly") {
				return a.validate(args)
			}
			return a.streamed(cmd.Context(), f.runFlags, func() error { return a.applyFile(cmd.Context(), args[0], f) })
		},
	}
	f.register(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&f.tags, "tags", nil, "apply only resources with one of these `TAGS` (their type, class, title or tag)")
	flags.StringSliceVar(&f.skipTags, "skip-tags", nil, "skip resources with one of these `TAGS`")
	flags.BoolVar(&f.strict, "strict", false, "refuse the whole file if any resource of a compiled catalog cannot be managed")
	flags.BoolVar(&f.ignoreSchedules, "ignore-schedules", false, "apply resources outside their schedule, too")
	f.registerBatch(cmd)
	a.sourceServer(cmd)
	a.outputFlag(cmd, "text", "json", "yaml", "jsonl")
	return cmd
}

// applyFlags are those of a run, and what it is restricted to.
type applyFlags struct {
	runFlags
	tags, skipTags  []string
	ignoreSchedules bool
	strict          bool
}

func (f applyFlags) options() transaction.Options {
	opt := f.runFlags.options()
	opt.Tags, opt.SkipTags, opt.IgnoreSchedules = f.tags, f.skipTags, f.ignoreSchedules
	return opt
}

func (a *app) applyFile(ctx context.Context, name string, f applyFlags) error {
	s, plan, err := a.planFile(ctx, name, f)
	if ctx.Err() == nil {
		err = a.refusedDocument(err)
	}
	if err != nil && f.detailed && ctx.Err() == nil {
		// With these statuses 2 says that something was changed.
		a.sayError(err)
		return statusError(Failure)
	}
	if err != nil {
		return err
	}
	a.announce(plan)
	if f.noop || plan.Ready() == 0 && !watched(plan) {
		return a.planned(plan, f.runFlags, true)
	}
	var left []*transaction.Step
	for _, st := range plan.Steps {
		switch {
		case st.Status == transaction.Blocked:
			left = append(left, st)
			a.say("%s cannot be planned and is left out: %s", st.Ref(), st.LeftOut())
		case leftOut(st):
			left = append(left, st)
			a.say("%s skipped: needs %s, which cannot be planned", st.Ref(), strings.Join(st.Needs, ", "))
		}
	}
	if why := s.RefusedPlan(plan); why != "" {
		return fmt.Errorf("%s. Nothing was changed. As root: sudo ralsh apply %s", why, name)
	}
	a.doubts(plan)
	return a.run(ctx, applying(s, plan), f.runFlags, running{
		many: true, left: left,
		after: func(rep *transaction.Report) {
			a.say("%s, %d in sync, %d left out, of %d resources", strings.TrimSuffix(rep.Summary(), "."),
				rep.Count(transaction.InSync), len(left), len(plan.Steps))
		},
	})
}

// planFile reads and plans all that a file declares. Its errors say that
// nothing was changed.
func (a *app) planFile(ctx context.Context, name string, f applyFlags) (*model.Session, *transaction.Plan, error) {
	s, decls, err := a.declared(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	if limits := manifest.Limits(decls); f.strict && len(limits) > 0 {
		return nil, nil, invalid(s, limits)
	}
	plan, err := s.PlanWith(ctx, f.options(), decls...)
	if err != nil {
		return nil, nil, cannotPlan(ctx, s, decls, err)
	}
	return s, plan, nil
}

// cannotPlan says all that is wrong with what is declared, and that nothing was
// changed.
func cannotPlan(ctx context.Context, s *model.Session, decls []ral.Decl, err error) error {
	if ctx.Err() != nil {
		return err
	}
	if diags, ok := transaction.Diagnostics(err, decls); ok {
		return invalid(s, diags)
	}
	return refused(err)
}

// declared reads the declarations of a file, - for standard input. When reading
// found mistakes, those that only the types and the relationships tell are
// looked for as well, and all are told at once.
func (a *app) declared(ctx context.Context, name string) (*model.Session, []ral.Decl, error) {
	input, err := a.read(name)
	if input == nil {
		return nil, nil, err
	}
	s, failed := a.session(ctx)
	if failed != nil {
		return nil, nil, failed
	}
	decls := input.Decls(a.Registry)
	if bad, ok := errors.AsType[ral.Diags](err); ok {
		return nil, nil, invalid(s, s.Mistakes(ctx, input, decls, bad))
	}
	return s, decls, nil
}

// read reads a file, - for standard input. With mistakes the input is what could
// be read.
func (a *app) read(name string) (*manifest.Input, error) {
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
	if err != nil && input == nil {
		err = refused(err)
	}
	return input, err
}
