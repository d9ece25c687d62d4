// Package vectors runs the conformance cases that were recorded from Puppet.
//
// A Case contains small definitions of types and providers, the actions on
// them, and what Puppet did. Load reads the cases of each area; Run executes
// them with one Area function per area and compares the fields of the result.
//
// NewMachine creates the host of a case, TypeDef.Register adds its types to a
// registry, and Machine.Env combines the two. Definitions use the public API of
// ral, as any type does; InLanguage writes them in the module language instead.
// The in-memory providers note their calls in the Machine and keep their store
// in files of its fake host, so that a plan leaves the store unchanged.
//
// A field that differs on purpose is listed with its reason in deviations.txt,
// a case that has to wait in later.txt. When all cases run, an unused line in
// these files fails the test, and so do deviations in more than 3 of 100
// fields.
package vectors
