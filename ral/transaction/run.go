package transaction

import (
	"context"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Run brings resources to what they should be without a plan: nothing is held
// against what somebody saw before, and nothing is read again afterwards. The
// error says why the run could not begin: ral.Diags, *DuplicateError,
// *AliasError, *MissingError, *ScheduleError, *PreRunError, *CycleError. The
// Report is there in any case.
func Run(ctx context.Context, env *ral.Env, decls []ral.Decl, change host.Change, opt Options) (*Report, error) {
	start := time.Now()
	w, err := newWalk(ctx, env, decls, env.Look(), opt, nil)
	if err == nil {
		w.change = w.tap(change)
		w.all(ctx)
		env.Changed()
	}
	rep := w.report(start)
	rep.Completed = err == nil
	w.emit(RunFinished{rep})
	return rep, err
}
