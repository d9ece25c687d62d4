// Package edit implements the editor of a draft, or of several drafts together.
//
// Typing on a field edits it, each key is checked, and the resulting acts are
// planned in the background and shown next to the field. A value with several
// lines is edited in a separate pane, without changing other bytes. NewName
// prompts for the name of a new instance.
package edit
