package cli

import (
	"context"
	"errors"
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
	switch {
	case n == 0 && errors.Is(err, journal.ErrNoRun):
		return nothingToUndo(s)
	case err != nil:
		return noRun(s, err)
	}
	a.notUndoable(u.NotUndoable)
	if refs := u.Run.CameAlong(); len(refs) > 0 && !opt.Along {
		a.say("to also remove %s: ralsh undo %d --along", strings.Join(refs, ", "), u.Run.Number)
	}
	planned := len(u.NotUndoable)
	for _, path := range u.Restored {
		a.say("restores the state before run %d: %s", u.Run.Number, path)
	}
	err = a.undoPlanned(ctx, s, u, f)
	a.notUndoable(u.NotUndoable[planned:])
	if err == nil && len(u.NotUndoable) > 0 {
		return statusError(failed(f.detailed))
	}
	return err
}

// nothingToUndo returns the error for a root without a run.
func nothingToUndo(s *model.Session) error {
	runs, err := s.History.Runs(1)
	switch {
	case err != nil:
		return noRun(s, err)
	case len(runs) > 0:
		return fmt.Errorf("no run can be undone: the history contains no run on the root %s (ralsh history lists the runs on all roots)", s.Root())
	}
	return fmt.Errorf("no run can be undone: the history in %s is empty; a command that fails before its first change is not recorded", s.OwnFiles.Paths.State)
}

// notUndoable prints the changes that undo cannot revert, with the reasons.
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
			a.say("%s, except for the changes above; no changes were made", by)
		case len(u.NotUndoable) > 0:
			a.say("no change of run %d can be undone; no changes were made", u.Run.Number)
		default:
			a.say("run %d has nothing left to undo; no changes were made", u.Run.Number)
		}
		return nil
	}
	root := rootHint(s.User.RefusedPlan(u.Plan), ownLine(a.Args))
	if f.noop {
		return a.planned(u.Plan, f.runFlags, false, root)
	}
	if root != "" {
		return fmt.Errorf("%s; %w", root, errUnchanged)
	}
	do := func(ctx context.Context, opt transaction.Options) (*transaction.Report, error) {
		return s.ApplyUndoWith(ctx, u, u.Plan, opt, model.ApplyOptions{Opened: a.opens})
	}
	return a.run(ctx, do, f.runFlags, running{after: func(rep *transaction.Report) { a.after(rep, f) }})
}
