// Package model implements the session of the command line and the terminal UI.
//
// A Session combines a registry on a host (onhost.Env), the facts, the modules,
// the configuration and the journal. Session.Plan plans declarations,
// Session.Apply applies a plan and records it in the journal, and Session.Undo
// plans the inverse of a past run. Its other parts are fields: Modules, the History
// of runs, the rights of the User, OwnFiles, Links between resources, and Drafts,
// which checks drafts.
//
// A Draft is the desired state of a resource as typed text; it can hold
// invalid text. Drafts.Check validates a Draft and returns a Field for each
// attribute. A SavedDraft is the form of a draft on the disk, without its
// secrets; package basket contains the staged drafts. WriteDesired writes
// drafts as Puppet code for an editor.
//
// The package contains no user interface code. A Draft is not safe for
// concurrent use. Session.Warn may be called from several goroutines.
package model
