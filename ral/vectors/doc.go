// Package vectors runs the conformance cases: small definitions of types and
// providers, what is done with them, and what Puppet did with the same. It
// builds each definition with the public API of ral, as any type is built, and
// compares.
//
// NewMachine makes the host of a case, TypeDef.Register adds its types to a
// registry, Machine.Env is the two together. The providers in memory note every
// call in the Machine and keep their store in files of its fake host, so that a
// plan leaves the store as it was.
package vectors
