// Package transaction plans and applies declared resources.
//
// NewPlan returns a Plan: a Step per resource, in order, with the Changes to its
// properties and the reason for its position (Why). Plan.Apply carries out a Plan and
// returns a Report; Run applies declarations without a Plan. Options.Emit receives each
// Event of a run.
//
// A plan walks the graph of resources like an apply, with a record.Recorder instead of
// the host. Providers run the same code in both.
//
// Plan.Apply builds every resource again and reads it again just before its first
// change. It stops a resource that changed since the plan, and does not touch it. After
// the changes it reads the resource again, unless Options.NoReadAgain is set, and a
// change without effect gets the status DidNotTake. A Plan can be applied once.
//
// Events are emitted in order, from one goroutine at a time. Cancelling the context
// stops the current command; closing Options.Stop lets it finish and starts no further
// command.
package transaction
