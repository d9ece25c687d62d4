// Package star implements the module language: Starlark plus builtins.
//
// The builtins define types, providers, facts, features and functions.
// Space.Load runs a file and returns what it Defined, as the same structs that
// Go code uses (ral.Type, ral.Provider, ral.Ops); the engine does not
// distinguish them. A Space holds the functions and features that all files of
// one environment can use.
//
// Code in a file cannot access the machine by itself. A hook reaches the host
// only through the arguments that the engine passes. An error is a *Fault with
// its position in the file.
//
// All values of a file are frozen once it is loaded, and each call has its own
// Starlark thread, so hooks may run on any goroutine. Threads are reused,
// because creating one takes longer than most hooks run. Each call is limited
// in steps, time and memory: the hooks of a type, which run on each
// keystroke, to one second, those of a provider to ten minutes.
package star
