// Package notify implements the type notify: a message in the report of a run.
//
// The only provider, report, neither reads nor changes the host: the change
// event is the message. The property message is never in sync, so every run
// reports it and counts it as a change, and resources that subscribe to it are
// refreshed each time (semantics.md section 8).
package notify
