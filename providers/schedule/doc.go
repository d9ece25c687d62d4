// Package schedule implements the type schedule: when resources that name it may
// be applied.
//
// The type has no provider and no property. The transaction calls the type's Due
// with the time of the last run that applied the resource.
package schedule
