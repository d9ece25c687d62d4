// Package draft holds the desired state of a resource while a user edits it.
//
// A [Draft] has the typed texts of attributes. A [Checker] validates and munges them on each
// keystroke, and returns a [Field] for each attribute. [WriteDesired] writes drafts as Puppet
// code for the editor of the user. [Saved] is the form of a draft on disk, without its secrets.
//
// A Draft can hold invalid text, so that no input is lost. It is not safe for concurrent use.
package draft
