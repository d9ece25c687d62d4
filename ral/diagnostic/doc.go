// Package diagnostic describes errors in declarations and module files: the kind, the place,
// the rejected value and a hint. A [Diags] lists them in the order of their occurrence.
package diagnostic
