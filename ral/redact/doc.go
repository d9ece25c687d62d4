// Package redact removes a run's secrets from everything that the run reports:
// texts, errors, acts, output of commands.
package redact
