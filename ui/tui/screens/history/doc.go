// Package history shows the runs of the journal, and a run step by step.
package history
