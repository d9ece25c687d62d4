// Package eventlog shows the log of what was run, read and reported.
package eventlog
