// Package history shows the runs of the journal, and one run step by step.
package history
