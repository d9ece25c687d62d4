// Package facts provides the facts of a host, named as in Facter.
//
// Facts holds all facts of a host: New returns the core facts (package linux), With adds
// external files, executables and variables, and Define adds custom facts that plug-ins
// define (Definition). Each of these is a resolution. The resolutions of a Fact are tried
// by descending weight, and the first value wins. A Fact contains each Attempt. Each
// leaf.Leaf contains its source and duration, or the reason why its value is missing.
//
// Reading is lazy. Each resolution runs at most once until Refresh, in a goroutine with
// a deadline. A fact that cannot be read contains the reason and does not affect other
// facts.
//
// All reads go through host.Reader, so a directory used as a root and a fake host have
// facts, too. Facts is safe for concurrent use, and concurrent callers share a run of a
// resolution.
package facts
