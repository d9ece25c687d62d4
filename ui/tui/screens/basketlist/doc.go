// Package basketlist shows the staged drafts in the order in which they would
// be applied.
package basketlist
