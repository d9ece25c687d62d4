// Package model implements the session of the command line and the terminal UI.
//
// A Session combines a registry on a host (onhost.Env), the facts, the modules,
// the configuration and the journal. Session.Plan plans declarations,
// Session.Apply applies a plan and records it in the journal, and Session.Undo
// plans the inverse of a past run. Its other parts are fields: Modules, the History
// of runs, the rights of the User, OwnFiles, Links between resources, and Drafts,
// which checks drafts (package draft); package basket contains the staged drafts.
//
// The package contains no user interface code. Session.Warn may be called from
// several goroutines.
package model
