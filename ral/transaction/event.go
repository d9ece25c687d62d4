package transaction

import (
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Event is one thing that happened in a run, in order.
type Event interface{ event() }

type (
	// RunStarted opens the stream; Steps are in the order of the run.
	RunStarted struct{ Steps []*Step }
	// StepAdded is a resource that another one generated while the run was under
	// way.
	StepAdded struct{ Step *Step }
	// StepStarted says that a resource is being looked at.
	StepStarted struct{ N int }
	// Together are resources that were looked at and are about to be written at
	// once; the acts are those of the first.
	Together struct{ Steps []*Step }
	// StepResumed says that work goes on with a resource, after others.
	StepResumed struct{ N int }
	// ActStarted is a command that began to run.
	ActStarted struct {
		N       int
		Command string
		Tool    string // the name of the program
		PID     int
		Limit   time.Duration // how long it may run, to the second; 0 without an end
	}
	// ActOutput is a line that the command printed, not cleaned.
	ActOutput struct {
		N    int
		Line string
	}
	// ActWaits is a command that waits for someone before it begins its work: the
	// holder of a lock. It comes again as time passes; For is "" when a command that
	// waits by itself goes on.
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
	// PropertyDone is a property that was synced, or failed to be, or was passed
	// over for noop, or is audited and is not what it was.
	PropertyDone struct {
		N      int
		Change Change
	}
	// Recorded is an audited property that was looked at for the first time.
	Recorded struct {
		N    int
		Attr *ral.Attribute
		Is   string // as plain text
	}
	// PassedOver is a resource that is left alone, with the resources that failed
	// where these are why.
	PassedOver struct {
		N      int
		Why    Skip
		Failed []*Step
	}
	// Troubled is a resource that failed as a whole. It comes before RunStarted
	// when the resource could not tell what else there should be.
	Troubled struct {
		Step    *Step
		Trouble Trouble
	}
	// Refreshed is a resource, or the end of a container, that was told of events.
	Refreshed struct {
		Step   *Step
		Events int
		Noop   bool // it would have been refreshed
		After  bool // the end of what the resource generated, and not itself
		Err    error
	}
	// Prefetched is a provider that was readied for its resources.
	Prefetched struct {
		Provider  *ral.Provider
		Resources int
		Err       error
	}
	// Unprovided is a type that had no suitable provider until the end.
	Unprovided struct{ Type *ral.Type }
	// Finished is a provider that was told of the end of the run.
	Finished struct {
		Provider *ral.Provider
		Err      error
	}
	// StepFinished carries the step as it ended, read again.
	StepFinished struct{ Step Step }
	// RunFinished closes the stream.
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

// traceEvent turns what the door reports about changes into events.
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
