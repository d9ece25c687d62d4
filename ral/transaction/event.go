package transaction

import (
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Event is an event of a run. Events are in order.
type Event interface{ event() }

type (
	// RunStarted is the first event; Steps are in the order of the run.
	RunStarted struct{ Steps []*Step }
	// StepAdded reports a resource that was generated during the run.
	StepAdded struct{ Step *Step }
	// StepStarted is emitted before a resource is read.
	StepStarted struct{ N int }
	// Together lists resources that were read and are about to be written
	// together; the acts belong to the first.
	Together struct{ Steps []*Step }
	// StepResumed is emitted when work on a resource continues after other resources.
	StepResumed struct{ N int }
	// ActStarted is a command that was started.
	ActStarted struct {
		N       int
		Command string
		Tool    string // the name of the program
		PID     int
		Limit   time.Duration // timeout, rounded to seconds, or 0
	}
	// ActOutput is a line that the command printed, not sanitised.
	ActOutput struct {
		N    int
		Line string
	}
	// ActWaits reports a command that waits for the holder of a lock before it starts
	// its work. It is emitted repeatedly; For is "" when a command that waits by itself
	// continues.
	ActWaits struct {
		N      int
		For    string // "apt-get (process 7), which holds the lock"
		Waited time.Duration
	}
	// ActFinished is an act with its outcome.
	ActFinished struct {
		N    int
		Done ActResult
	}
	// PropertyDone reports a property that was synced, failed to sync, was skipped
	// because of noop, or whose audited value changed.
	PropertyDone struct {
		N      int
		Change Change
	}
	// Recorded is an audited property that was read for the first time.
	Recorded struct {
		N    int
		Attr *ral.Attribute
		Is   string // as plain text
	}
	// PassedOver is a resource that is skipped, with the failed resources that
	// caused it.
	PassedOver struct {
		N      int
		Why    Skip
		Failed []*Step
	}
	// Troubled is a resource that failed as a whole. It comes before RunStarted
	// if the resource could not generate other resources.
	Troubled struct {
		Step    *Step
		Trouble Trouble
	}
	// Refreshed is a resource, or the end of a container, that received events.
	Refreshed struct {
		Step   *Step
		Events int
		By     []string // the senders
		Noop   bool     // it would have been refreshed
		After  bool     // the end of the generated resources, not the resource
		Err    error
	}
	// Prefetched is a provider that read the state of its resources.
	Prefetched struct {
		Provider  *ral.Provider
		Resources int
		Err       error
	}
	// Unprovided is a type that never had a suitable provider.
	Unprovided struct{ Type *ral.Type }
	// Finished is a provider that was notified of the end of the run.
	Finished struct {
		Provider *ral.Provider
		Err      error
	}
	// StepFinished carries the finished step, read again.
	StepFinished struct{ Step Step }
	// RunFinished is the last event.
	RunFinished struct{ Report *Report }
)

func (RunStarted) event()   {}
func (StepAdded) event()    {}
func (StepStarted) event()  {}
func (Together) event()     {}
func (StepResumed) event()  {}
func (ActStarted) event()   {}
func (ActOutput) event()    {}
func (ActWaits) event()     {}
func (ActFinished) event()  {}
func (PropertyDone) event() {}
func (Recorded) event()     {}
func (PassedOver) event()   {}
func (Troubled) event()     {}
func (Refreshed) event()    {}
func (Prefetched) event()   {}
func (Unprovided) event()   {}
func (Finished) event()     {}
func (StepFinished) event() {}
func (RunFinished) event()  {}

// traceEvent converts the host's traces of changes to events.
func traceEvent(n int, t host.Trace) Event {
	switch {
	case t.ReadOnly || t.Stage == host.Finished:
		return nil
	case t.Stage == host.Started:
		return ActStarted{n, t.Command, t.Tool, t.PID, t.Limit}
	case t.Stage == host.Waits:
		return ActWaits{n, t.Line, t.Waited}
	}
	return ActOutput{n, t.Line}
}
