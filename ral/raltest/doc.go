// Package raltest has what tests of providers share: Suite, which holds a provider to
// the laws of package suite as subtests, Example, which applies the example in the
// documentation of a type, and Alike, which compares a batch with single writes.
package raltest
