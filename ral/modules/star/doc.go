// Package star implements the module language: Starlark plus builtins.
//
// The builtins define types, providers, facts, features and functions. Space.Load runs a
// file and returns its definitions (Defined) as the structs that Go code uses (ral.Type,
// ral.Provider, ral.Ops); the engine does not distinguish them. A Space holds the
// functions and features that all files of an environment can use.
//
// Package script runs the functions, access is what they may do on a host, builtin has the
// functions that only compute, and face and testsuite are the definitions with their own
// rules.
//
// Code in a file cannot access the machine. A hook reaches the host only through the
// arguments that the engine passes. An error is a *script.Fault with its position in the file.
//
// All values of a file are frozen after loading, and each call has a separate Starlark
// thread, so hooks may run on any goroutine.
package star
