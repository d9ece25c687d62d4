// Package edit edits a draft, or several in one sheet.
//
// Typing on a field edits it, each key is checked, and what would run is planned next to the
// field in the background. A value with several lines has a pane of its own, exact to the
// byte. NewName is the question for the name of a new instance.
package edit
