package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
)

// undoCommand is the command undo.
type undoCommand struct{ *runner }

func (a undoCommand) command() *cobra.Command {
	var f resourceFlags
	var opt model.UndoOptions
	cmd := &cobra.Command{
		Use:   "undo [RUN]",
		Short: "Undo a run (default: the last run)",
		Long: "Plans the inverse of a run, in reverse order, and applies it. ralsh skips resources that changed after the run. It lists the changes " +
			"that it cannot undo (secrets, content that exceeds the limit) with the reasons, and then exits with status 1.",
		Example: "  ralsh undo 14\n  ralsh undo --noop",
		Args:    arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n := 0
			if len(args) == 1 {
				var err error
				if n, err = runNumber(args[0]); err != nil {
					return err
				}
			}
			return a.streamed(cmd.Context(), f.runFlags, func() error { return a.undo(cmd.Context(), n, f, opt) })
		},
	}
	f.register(cmd)
	f.registerIfPlan(cmd)
	cmd.Flags().BoolVar(&opt.Along, "along", false, "also remove the packages that were installed as dependencies")
	a.outputFlag(cmd, "puppet", "text", "json", "yaml", "jsonl")
	return cmd
}

func (a undoCommand) undo(ctx context.Context, n int, f resourceFlags, opt model.UndoOptions) error {
	s, err := a.session(ctx)
	if err != nil {
		return err
	}
	u, err := s.UndoWith(ctx, n, opt)
	if err != nil {
		return noRun(s, err)
	}
	a.notUndoable(u.NotUndoable)
	if refs := u.Run.CameAlong(); len(refs) > 0 && !opt.Along {
		a.say("to remove %s too: ralsh undo %d --along", strings.Join(refs, ", "), u.Run.Number)
	}
	planned := len(u.NotUndoable)
	for _, path := range u.Restored {
		a.say("restore as it was before run %d: %s", u.Run.Number, path)
	}
	err = a.undoPlanned(ctx, s, u, f)
	a.notUndoable(u.NotUndoable[planned:])
	if err == nil && len(u.NotUndoable) > 0 {
		return statusError(failed(f.detailed))
	}
	return err
}

// notUndoable prints what is not undone, each with its reason.
func (a undoCommand) notUndoable(list []journal.NotUndoable) {
	for _, c := range list {
		what := c.Ref
		if c.Property != "" {
			what += ": " + c.Property
		}
		if c.Partial {
			a.say("%s: not undone: %s", what, c.Reason)
		} else {
			a.say("cannot undo %s: %s", what, c.Reason)
		}
	}
}

func (a undoCommand) undoPlanned(ctx context.Context, s *model.Session, u *model.Undo, f resourceFlags) error {
	if err := a.announce(ctx, s, u.Plan, f.ifPlan, false); err != nil {
		return err
	}
	if u.Plan.Ready() == 0 {
		if !f.noop {
			if err := s.FinishUndo(u); err != nil {
				return err
			}
		}
		switch by := model.UndoneBy(u.Run); {
		case by != "" && len(u.NotUndoable) > 0:
			a.say("%s, without what is listed above; nothing was changed", by)
		case len(u.NotUndoable) > 0:
			a.say("nothing of run %d can be undone; nothing was changed", u.Run.Number)
		default:
			a.say("run %d has nothing to undo; nothing was changed", u.Run.Number)
		}
		return nil
	}
	if f.noop {
		return a.planned(u.Plan, f.runFlags, false)
	}
	if why := s.User.RefusedPlan(u.Plan); why != "" {
		return fmt.Errorf("%s. Nothing was changed. To do it: sudo ralsh undo %d", why, u.Run.Number)
	}
	do := func(ctx context.Context, opt transaction.Options) (*transaction.Report, error) {
		return s.ApplyUndoWith(ctx, u, u.Plan, opt, model.ApplyOptions{Opened: a.opens})
	}
	return a.run(ctx, do, f.runFlags, running{after: func(rep *transaction.Report) { a.after(rep, f) }})
}
