// Package change has the commands that plan and make changes: resource, apply,
// undo and graph, and history, which shows what they did.
//
// A runner plans, applies, and reports a run as text, as a document, or as a
// stream of events. The commands that list and show resources belong here,
// because resource also changes them.
package change
