// Package star is the language of modules: Starlark with the words that define
// types, providers, facts, features and functions. What a file defines comes
// out as the same structs that are written in Go (ral.Type, ral.Provider,
// ral.Ops), so that nothing else in the program knows the difference.
//
// Nothing of the machine is in scope. The hooks of a type see values; those of a
// provider are handed the host as the engine hands it to them. Every call has a
// thread of its own, and what a file defined is frozen once it is loaded, so
// that hooks may run on any goroutine.
package star
