// Package notify implements the type notify: a message in the report of a run.
//
// The only provider, report, does not access the host: the change event is the message.
// The property message is never in sync, so every run reports it, counts it as a change,
// and refreshes the resources that subscribe to it (semantics.md section 8).
package notify
