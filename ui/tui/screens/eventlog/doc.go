// Package eventlog shows what was run, read and said.
package eventlog
