package change

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral/transaction"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/usage"
)

// runFlags are the flags of every command that changes the host.
type runFlags struct {
	showDiff bool
	noop     bool
	detailed bool
	noBatch  bool
	noChecks bool
	ifPlan   string // the digest of the plan to apply, "" for any
}

func (f *runFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.noop, "noop", false, "show the plan, and stop")
	cmd.Flags().BoolVar(&f.detailed, "detailed-exitcodes", false, "exit with 2 for changes, 4 for failures, 6 for both, and 1 if the run could not start")
}

func (f *runFlags) registerBatch(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.noBatch, "no-batch", false, "apply each resource separately, without batches")
	cmd.Flags().BoolVar(&f.noChecks, "no-checks", false, "plan without the commands of onlyif, unless and status; the plan shows their results as unknown")
	f.registerIfPlan(cmd)
	cmd.Flags().Bool("timing", false, "report how long providers, commands and files took, longest first")
}

func (f *runFlags) registerIfPlan(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.ifPlan, "if-plan", "", "apply the plan only if its digest is `DIGEST`, as --noop -o json prints it (or a list with commas)")
}

// options returns the options of the plan, which also apply to the run.
func (f runFlags) options() transaction.Options {
	return transaction.Options{NoBatch: f.noBatch, NoChecks: f.noChecks}
}

// rootHint returns the reason why only root can apply a plan, with the command line for
// root, or "" without a reason.
func rootHint(reason, line string) string {
	if reason == "" {
		return ""
	}
	return reason + " (as root: sudo " + line + ")"
}

// ownLine returns the command line of this call without --noop. Code in the arguments may
// contain secrets, so it is replaced by a word.
func ownLine(args []string) string {
	line := []string{"ralsh"}
	for i, word := range args {
		switch name, _, _ := strings.Cut(word, "="); {
		case word == "--noop":
		case i > 0 && slices.Contains([]string{"-e", "--execute"}, args[i-1]):
			line = append(line, "CODE")
		case name == "--execute" && word != name, strings.HasPrefix(word, "-e") && word != "-e":
			line = append(line, "-e", "CODE")
		default:
			line = append(line, word)
		}
	}
	return model.ShellLine(line)
}

// planned prints a plan and returns its exit status as an error. root is the rootHint of the plan.
func (a *runner) planned(plan *transaction.Plan, f runFlags, many bool, root string) error {
	switch a.Format {
	case "json", "yaml":
		if err := a.runDocument("", planWord(plan), plan.Steps, runEnd{Digest: a.digest}); err != nil {
			return err
		}
	case "jsonl": // it is written already
	default:
		a.planText(plan, many)
		if root != "" {
			a.Say("%s", root)
		}
	}
	return planStatus(plan, blocked(plan), f.detailed)
}

// planWord returns the status of a plan.
func planWord(plan *transaction.Plan) string {
	switch {
	case blocked(plan):
		return "blocked"
	case plan.ChangeCount() > 0:
		return "planned"
	}
	return "unchanged"
}

// blocked reports whether a step of a plan is blocked.
func blocked(plan *transaction.Plan) bool {
	return slices.ContainsFunc(plan.Steps, func(s *transaction.Step) bool {
		return s.Status == transaction.Blocked || anyBlocked(s) || s.NotGenerated() != nil
	})
}

func anyBlocked(s *transaction.Step) bool {
	for _, c := range s.Changes {
		if c.Status == transaction.Blocked {
			return true
		}
	}
	return false
}

func planStatus(plan *transaction.Plan, blocked, detailed bool) error {
	status := 0
	switch {
	case detailed && plan.ChangeCount() > 0:
		status = 2
	case !detailed && blocked:
		status = command.Failure
	}
	if detailed && blocked {
		status |= 4
	}
	if status == 0 {
		return nil
	}
	return command.StatusError(status)
}

// runner is a command that plans and changes, or measures its reads.
type runner struct {
	*command.App
	stream   *stream       // of -o jsonl
	digest   string        // of the plan
	number   int           // of the run in the history; 0 if there is none
	measured *model.Timing // of --timing
	reported bool          // a document contains it

	planning sync.Mutex // held while progress is reported
	applying bool       // a run has begun
}

// running holds the differences between a run of a resource and a run of
// several.
type running struct {
	many     bool
	showDiff bool                // contents that were changed are compared
	left     []*transaction.Step // could not be planned, and are left out
	after    func(*transaction.Report)
}

// doing applies a plan.
type doing func(context.Context, transaction.Options) (*transaction.Report, error)

// applyOf returns the function that applies a plan.
func (a *runner) applyOf(s *model.Session, plan *transaction.Plan) doing {
	return func(ctx context.Context, opt transaction.Options) (*transaction.Report, error) {
		return s.ApplyWith(ctx, plan, opt, model.ApplyOptions{Opened: a.opens})
	}
}

// opens notes the number that a run has in the history.
func (a *runner) opens(run int) { a.number = run }

// run applies a plan, reports its progress, and returns the exit status as an
// error. An unwritten journal is a failure as well, reported last.
func (a *runner) run(ctx context.Context, do doing, f runFlags, how running) error {
	defer a.KeepWriting()()
	a.planning.Lock()
	a.applying = true
	a.planning.Unlock()
	run, ended := a.stoppable(ctx)
	emit := func(ev transaction.Event) { a.progress(ev, how) }
	if a.stream != nil {
		emit = a.stream.emit
	}
	rep, lost := do(run, transaction.Options{Stop: ctx.Done(), Emit: emit})
	ended()
	if rep == nil {
		return fmt.Errorf("%w; no changes were made", lost)
	}
	if a.stream == nil {
		a.notStarted(rep)
	}
	if err := a.ran(rep, how); err != nil {
		return err
	}
	if lost != nil {
		return lost
	}
	if run.Err() != nil || ctx.Err() != nil && rep.Count(transaction.NotBegun) > 0 {
		return command.StatusError(command.Cancelled)
	}
	status := rep.ExitStatus(f.detailed)
	if len(how.left) > 0 {
		status |= command.Failed(f.detailed)
	}
	if status != 0 {
		return command.StatusError(status)
	}
	return nil
}

// ran prints the result of a run.
func (a *runner) ran(rep *transaction.Report, how running) error {
	switch a.Format {
	case "json", "yaml":
		began, status := rep.Began.UTC().Format(time.RFC3339), rep.Status()
		if len(how.left) > 0 {
			status = "failed"
		}
		return a.runDocument(began, status, append(rep.Steps, how.left...), runEnd{})
	case "jsonl":
		a.stream.ran(rep, how.left)
	default:
		how.after(rep)
	}
	return nil
}

// stoppable returns the context of an apply. The first interrupt ends ctx: the
// current step finishes and no further step starts. The second interrupt stops
// the current command.
func (a *runner) stoppable(ctx context.Context) (run context.Context, ended func()) {
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			a.Say("finishing the current change; no further changes will be started (ctrl+c again stops it)")
		case <-done:
			return
		}
		select {
		case <-a.Kill:
			cancel()
		case <-done:
		}
	}()
	return run, func() { close(done) }
}

// traced returns the context of a command, in which ralsh measures all work with --timing
// and reports the progress of its reads.
func (a *runner) traced(cmd *cobra.Command) context.Context {
	ctx := a.Context(cmd)
	if usage.On(cmd, "timing") {
		a.measured = model.NewTiming()
		ctx = a.measured.Context(ctx)
	}
	if a.ErrTerminal || a.Format == "jsonl" {
		ctx = model.WithProgress(ctx, a.planProgress)
	}
	return ctx
}

// planProgress reports the progress of reading a large file before the run begins. The
// events of the run report it later.
func (a *runner) planProgress(what, line string) {
	a.planning.Lock()
	defer a.planning.Unlock()
	switch {
	case a.applying:
	case a.stream != nil:
		a.stream.write(streamProgress{a.stream.head("progress"), what, line})
	case a.ErrTerminal:
		a.Say("%s: %s", what, line)
	}
}
