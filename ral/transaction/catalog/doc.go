// Package catalog holds the resources of a run before it.
//
// New builds a Catalog from the declarations of a run, Generate adds the resources that
// others generate, and Relate returns the graph of their relationships with the order of
// the run. OrderOf is all of it without a run. The errors concern the declarations:
// duplicates, names, relationships, schedules, cycles. Diagnostics converts them to
// diagnostics with positions.
package catalog
