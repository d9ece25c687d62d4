package transaction

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/earlier"
)

// Options are the options of a run.
type Options struct {
	// Emit is called with every event, in order, from one goroutine at a time.
	Emit func(Event)
	// Stop ends the run after the current resource.
	Stop <-chan struct{}
	// Unrecorded ends the run as Stop does: its journal cannot be written.
	Unrecorded <-chan struct{}
	// NoReadAgain omits the verification after each change.
	NoReadAgain bool
	// NoBatch writes each resource separately, even if its provider can write
	// several together.
	NoBatch bool
	// NoChecks makes a plan without running the tests of resources (onlyif and
	// unless of exec, status of a service); their results are unknown then. An
	// apply always runs them.
	NoChecks bool
	// Noop reads and reports but changes only resources with noop => false
	// (semantics.md L31).
	Noop bool
	// Tags restrict the run to resources with at least one of them; resources with any
	// of SkipTags are skipped.
	Tags, SkipTags []string
	// IgnoreSchedules also runs resources outside of their schedule.
	IgnoreSchedules bool
	// Persistence is the state kept between runs. It may be nil. Audits and schedules
	// need it.
	Persistence *earlier.Persistence
	// Earlier locates the secrets of earlier runs. It may be nil. An apply uses the
	// Earlier of its plan.
	Earlier *earlier.Secrets
	// Corrective distinguishes changes that revert changes by a different process from
	// changes that follow a new desired value. It needs Persistence (semantics.md L27).
	Corrective bool
	// IsUndo is set for the undo of an earlier run: its changes are not reported as
	// corrective.
	IsUndo bool
	// Peers are declarations that are not part of the run and that providers may find
	// (Resource.Peer): an undo uses the peers of its run.
	Peers []ral.Decl
	// LetGo drops, in a plan that is not applied, the instances of resources in sync.
	LetGo bool
	// NoPredict makes a plan without the dry runs of the tools.
	NoPredict bool
	// KnownState overrides the state read from the host, by reference, so that a plan
	// can start at the end of an earlier plan.
	KnownState map[string]*ral.Instance
}

func (o *Options) stopped(ctx context.Context) bool {
	select {
	case <-o.Stop:
		return true
	case <-o.Unrecorded:
		return true
	default:
		return ctx.Err() != nil
	}
}

// noop reports whether a resource is noop (semantics.md M1).
func (o *Options) noop(r *ral.Resource) bool {
	if !r.Has("noop") {
		return o.Noop
	}
	return r.True("noop")
}
