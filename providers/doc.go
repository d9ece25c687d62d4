// Package providers registers the built-in resource types.
//
// Register is the only function. It adds an entry per type to a ral.Registry: the package
// of the type constructs the type and its providers. The types resources and schedule
// have only a type.
//
// AddLazy registers a type that is constructed when it is first needed, so a command that
// uses a single type does not construct all types. A new type needs a directory next to
// this file, and an import and a line in Register; CONTRIBUTING.md describes the steps.
package providers
