// Package schedule implements the type schedule: when ralsh may apply the resources that
// name it.
//
// The type does not have a provider or a property. The transaction calls the type's Due
// with the time of the last run that applied the resource.
package schedule
