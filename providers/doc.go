// Package providers registers the resource types that are built into ralsh.
//
// Register is the only function. It adds one entry per type to a ral.Registry:
// the type's own package constructs the type and its providers. The types
// resources and schedule have no providers.
//
// Types are registered with AddLazy, so a type is only constructed when it is
// first needed: a command about one type does not pay for the others. A new
// type needs a directory next to this file, and an import and a line in
// Register; CONTRIBUTING.md describes the steps.
package providers
