// Package resources implements the type resources: the removal of the instances
// of another type that no resource declares.
//
// The type has no provider. It returns a ral.Purge, and the transaction lists
// the instances and removes them. Some users are never removed, as in Puppet.
package resources
