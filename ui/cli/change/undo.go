package change

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/undo"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// undoCommand is the command undo.
type undoCommand struct{ *runner }

func (a undoCommand) command() *cobra.Command {
	var f resourceFlags
	var opt undo.Options
	cmd := &cobra.Command{
		Use:   "undo [RUN]",
		Short: "Undo a run (default: the last run)",
		Long: "Plans the inverse of a run, in reverse order, and applies it. ralsh skips resources that changed after the run. It lists the changes " +
			"that it cannot undo with the reasons. It exits with status 1 if it did not restore everything that the plan of the run promised, " +
			"or if the type, the provider or its tool rejects a previous value.",
		Example: "  ralsh undo 14\n  ralsh undo --noop",
		Args:    usage.Arguments(0, 1),
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
	a.OutputFlag(cmd, "puppet", "text", "json", "yaml", "jsonl")
	return cmd
}

func (a undoCommand) undo(ctx context.Context, n int, f resourceFlags, opt undo.Options) error {
	s, err := a.Session(ctx)
	if err != nil {
		return err
	}
	u, err := s.UndoWith(ctx, n, opt)
	if err != nil {
		return noRun(s, err)
	}
	a.notUndoable(u.NotUndoable)
	if refs := u.Run.CameAlong(); len(refs) > 0 && !opt.Along {
		a.Say("to also remove %s: ralsh undo %d --along", strings.Join(refs, ", "), u.Run.Number)
	}
	planned := len(u.NotUndoable)
	for _, path := range u.Restored {
		a.Say("restores the state before run %d: %s", u.Run.Number, path)
	}
	rep, err := a.undoPlanned(ctx, s, u, f)
	a.notUndoable(u.NotUndoable[planned:])
	if rep != nil {
		a.undone(u, rep)
	}
	var status command.StatusError
	if !u.Complete() && (err == nil || errors.As(err, &status) && status == 2) {
		return command.StatusError(int(status) | command.Failed(f.detailed))
	}
	return err
}

// notUndoable prints the changes that undo cannot revert, with the reasons.
func (a undoCommand) notUndoable(list []journal.NotUndoable) {
	for _, n := range list {
		a.Say("%s", n)
	}
}

// undone prints the result of an undo.
func (a undoCommand) undone(u *undo.Undo, rep *transaction.Report) {
	state := "undone"
	switch {
	case rep.Changes() == 0:
		state = "not undone"
	case !rep.OK() || !u.Complete():
		state = "partly undone"
	}
	if line := u.Rest(); line != "" && state != "undone" {
		a.Say("to undo the rest of run %d, fix the reported cause, then: ralsh %s", u.Run.Number, line)
	}
	a.Say("run %d is %s by run %d: %s, %d in sync, of %s", u.Run.Number, state, a.number,
		strings.TrimSuffix(rep.Summary(), "."), rep.InSync(), output.Counted(len(rep.Steps), "resource"))
}

// undoPlanned applies the plan of an undo. It returns a report if it printed the result as text.
func (a undoCommand) undoPlanned(ctx context.Context, s *model.Session, u *undo.Undo, f resourceFlags) (ended *transaction.Report, err error) {
	if err := a.announce(ctx, s, u.Plan, f.ifPlan, false); err != nil {
		return nil, err
	}
	if u.Plan.Ready() == 0 {
		return nil, a.nothingToUndo(s, u, f)
	}
	root := rootHint(s.User.RefusedPlan(u.Plan), ownLine(a.Args))
	if f.noop {
		return nil, a.planned(u.Plan, f.runFlags, false, root)
	}
	if root != "" {
		return nil, fmt.Errorf("%s; %w", root, errUnchanged)
	}
	do := func(ctx context.Context, opt transaction.Options) (*transaction.Report, error) {
		return s.ApplyUndoWith(ctx, u, u.Plan, opt, model.ApplyOptions{Opened: a.opens})
	}
	err = a.run(ctx, do, f.runFlags, running{after: func(rep *transaction.Report) {
		a.after(rep, f)
		ended = rep
	}})
	return ended, err
}

// nothingToUndo reports an undo without changes.
func (a undoCommand) nothingToUndo(s *model.Session, u *undo.Undo, f resourceFlags) error {
	if !f.noop {
		if err := u.Finish(); err != nil {
			return err
		}
	}
	reason := "undo can revert none of its changes"
	switch by := cmp.Or(u.Run.UndoneBy, u.Run.PartlyBy); {
	case len(u.NotUndoable) == 0, by > 0 && u.Complete():
		a.Say("%s; no changes were made", model.NoUndoNeeded(u.Run.Number))
		return nil
	case by > 0:
		reason = fmt.Sprintf("run %d already undid everything else", by)
	}
	a.Say("%s; no changes were made", &undo.CannotUndoError{Run: u.Run.Number, Reason: reason})
	return command.StatusError(command.Failed(f.detailed))
}
