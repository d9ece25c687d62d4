// Package eventlog shows the log of commands, reads and messages.
package eventlog
