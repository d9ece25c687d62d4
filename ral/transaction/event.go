package transaction

import (
	"ralsh/ral/host"
)

// Event is one thing that happened in a run, in order: RunStarted, StepStarted,
// ActStarted, ActOutput, ActFinished, PropertyDone, StepFinished, RunFinished.
type Event interface{ event() }

type (
	// RunStarted opens the stream; Steps are in the order of the run.
	RunStarted struct{ Steps []*Step }
	// StepStarted says that a resource is being looked at.
	StepStarted struct{ N int }
	// ActStarted is a command that began to run.
	ActStarted struct {
		N       int
		Command string
		PID     int
	}
	// ActOutput is a line that the command printed, not cleaned.
	ActOutput struct {
		N    int
		Line string
	}
	// ActFinished is an act with its outcome.
	ActFinished struct {
		N    int
		Done Done
	}
	// PropertyDone is a property that was synced, or failed to be.
	PropertyDone struct {
		N      int
		Change Change
	}
	// StepFinished carries the step as it ended, read again.
	StepFinished struct{ Step Step }
	// RunFinished closes the stream.
	RunFinished struct{ Report *Report }
)

func (RunStarted) event()   {}
func (StepStarted) event()  {}
func (ActStarted) event()   {}
func (ActOutput) event()    {}
func (ActFinished) event()  {}
func (PropertyDone) event() {}
func (StepFinished) event() {}
func (RunFinished) event()  {}

// traceEvent turns what the door reports about changes into events.
func traceEvent(n int, t host.Trace) Event {
	switch {
	case t.Looks || t.Stage == host.Finished:
		return nil
	case t.Stage == host.Started:
		return ActStarted{n, t.Command, t.PID}
	}
	return ActOutput{n, t.Line}
}
