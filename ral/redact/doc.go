// Package redact strikes a run's secrets out of what the run reports: texts,
// errors, acts, what commands print.
package redact
