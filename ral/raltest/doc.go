// Package raltest contains helpers for tests of providers: Suite, which checks the laws of
// package suite as subtests, Example, which applies the example in the documentation of a
// type, and Alike, which compares a batch with single writes.
package raltest
