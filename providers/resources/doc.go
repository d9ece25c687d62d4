// Package resources implements the type resources: the removal of the instances of a type
// that no resource declares.
//
// The type does not have a provider. It returns a ral.Purge; the transaction lists the
// instances and removes them. Some users are never removed, as in Puppet.
package resources
