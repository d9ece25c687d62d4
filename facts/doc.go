// Package facts provides the facts of a host, named as in Facter.
//
// Facts holds all facts of one host: New returns the core facts, With adds
// external files, executables and variables, and Define adds custom facts that
// plug-ins define (Definition). Each of these is a resolution. The resolutions
// of a Fact are tried by descending weight, and the first value wins. A Fact
// keeps each Attempt, and each Leaf keeps its source and how long it took, or
// the reason why it has no value.
//
// Nothing is read before a fact is asked for. Each resolution runs at most once
// until Refresh, on its own goroutine and with its own deadline. A fact that
// cannot be read reports why and does not affect the others.
//
// All reads go through host.Reader, so a directory used as a root and a fake
// host have facts too. Facts is safe for concurrent use, and concurrent callers
// share one run of a resolution.
package facts
