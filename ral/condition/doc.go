// Package condition has the conditions that providers put on a host: a Confine is a test
// that makes a provider suitable, and a Clause makes it a candidate for the default.
// Package onhost tests them.
package condition
