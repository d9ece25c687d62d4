// Package deferred computes values with functions when a resource is evaluated.
//
// A deferred value is a call of a function, or a list or map with calls, in the form of
// Puppet's rich data (semantics.md A25).
package deferred
