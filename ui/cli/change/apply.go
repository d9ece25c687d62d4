package change

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/catalog"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/puppet"
	"ralsh/ui/cli/usage"
)

// applyCommand is the command apply.
type applyCommand struct{ *runner }

func (a applyCommand) command() *cobra.Command {
	var f applyFlags
	cmd := &cobra.Command{
		Use:   "apply FILE ...",
		Short: "Apply a manifest, a YAML file or a compiled catalog",
		Long: "FILE contains resource declarations in Puppet's language, in YAML (a map of type to title to attributes, or a list), or a " +
			"compiled catalog in JSON. Use - for standard input. ralsh combines the declarations of all files, and plans every " +
			"resource before the first change.",
		Example: "  ralsh apply hosts.pp --noop\n  ralsh resource host -o yaml | ralsh --root /srv/image apply -",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(sourcesOf(cmd, args)) > 0 {
				return nil
			}
			return usage.Arguments(1, -1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if usage.On(cmd, "parseonly") {
				return parserCommand(a).validate(cmd.Context(), sourcesOf(cmd, args))
			}
			ctx := a.traced(cmd)
			defer a.reportTiming()
			if err := a.logDest(cmd); err != nil {
				return err
			}
			f.showDiff = a.ErrTerminal || usage.On(cmd, "show_diff")
			return a.streamed(ctx, f.runFlags, func() error { return a.applyFiles(ctx, sourcesOf(cmd, args), f) })
		},
	}
	f.register(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&f.tags, "tags", nil, "apply only resources with any of `TAGS`: a type, class, title or tag")
	flags.StringSliceVar(&f.skipTags, "skip-tags", nil, "skip resources with any of `TAGS`")
	flags.BoolVar(&f.strict, "strict", false, "reject a compiled catalog if ralsh cannot manage all its resources")
	flags.BoolVar(&f.ignoreSchedules, "ignore-schedules", false, "apply resources outside their schedule as well")
	f.registerBatch(cmd)
	a.SourceServerFlags(cmd)
	a.OutputFlag(cmd, "text", "json", "yaml", "jsonl")
	return cmd
}

// applyFlags are the flags of a run, and the flags that restrict it.
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

func (a *runner) applyFiles(ctx context.Context, sources []source, f applyFlags) error {
	s, plan, err := a.planFiles(ctx, sources, f)
	if ctx.Err() == nil {
		err = a.refusedDocument(err)
	}
	if err != nil && f.detailed && ctx.Err() == nil {
		// Status 2 would mean that something was changed.
		a.SayError(err)
		return command.StatusError(command.Failure)
	}
	if err != nil {
		return err
	}
	if err := a.announce(ctx, s, plan, f.ifPlan, true); err != nil {
		return err
	}
	root := rootHint(s.User.RefusedPlan(plan), ownLine(a.Args))
	if f.noop || plan.Ready() == 0 && !watched(plan) {
		return a.planned(plan, f.runFlags, true, root)
	}
	var left []*transaction.Step
	for _, st := range plan.Steps {
		switch {
		case st.Status == transaction.Blocked:
			left = append(left, st)
			a.Say("%s: skipped: cannot be planned: %s", st.Ref(), st.LeftOut())
		case leftOut(st):
			left = append(left, st)
			a.Say("%s: skipped: needs %s, which cannot be planned", st.Ref(), strings.Join(st.Needs, ", "))
		}
	}
	if root != "" {
		return fmt.Errorf("%s; %w", root, errUnchanged)
	}
	a.doubts(plan)
	return a.run(ctx, a.applyOf(s, plan), f.runFlags, running{
		many: true, left: left, showDiff: f.showDiff,
		after: func(rep *transaction.Report) {
			cannot := ""
			if len(left) > 0 {
				cannot = fmt.Sprintf(", %d cannot be planned", len(left))
			}
			a.Say("%s, %d in sync%s, of %s", strings.TrimSuffix(rep.Summary(), "."), rep.InSync(), cannot, output.Counted(len(plan.Steps), "resource"))
		},
	})
}

// planFiles reads and plans the declarations of all sources. Its errors report
// that no changes were made.
func (a *runner) planFiles(ctx context.Context, sources []source, f applyFlags) (*model.Session, *transaction.Plan, error) {
	s, decls, err := a.declared(ctx, sources)
	if err != nil {
		return nil, nil, err
	}
	if limits := manifest.Limits(decls); f.strict && len(limits) > 0 {
		return nil, nil, invalid(s, limits)
	}
	opt := f.options()
	opt.LetGo = f.noop && a.Format == "text"
	plan, err := s.PlanWith(ctx, opt, decls...)
	if err != nil {
		return nil, nil, cannotPlan(ctx, s, decls, err)
	}
	return s, plan, nil
}

// cannotPlan returns an error with all diagnostics of the declarations. It
// reports that no changes were made.
func cannotPlan(ctx context.Context, s *model.Session, decls []ral.Decl, err error) error {
	if ctx.Err() != nil {
		return err
	}
	if diags, ok := catalog.Diagnostics(err, decls); ok {
		return invalid(s, diags)
	}
	return refused(err)
}

// logDest appends the messages of a command to the file of --logdest instead of
// standard error, until Main ends.
func (a applyCommand) logDest(cmd *cobra.Command) error {
	names, _ := cmd.Flags().GetStringArray("logdest")
	for _, name := range names {
		switch name {
		case "console":
			continue
		case "syslog", "eventlog":
			return puppet.Unsupported("--logdest "+name, "ralsh writes messages to a file or to standard error", "ralsh apply site.pp 2>&1 | logger")
		}
		file, err := a.Append(name)
		if err != nil {
			return fmt.Errorf("cannot write the log %s: %w", name, command.Cause(err))
		}
		a.LogTo(file)
	}
	return nil
}
