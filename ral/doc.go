// Package ral implements Puppet's resource abstraction layer.
//
// A Type describes a resource type by its attributes. A Provider describes a way to
// manage it on a host; its behaviour implements some of the one-method interfaces from
// Lister to Prechecker, and OpsOf finds them. Types and providers are data in a
// Registry. An Env is a Registry on a host: it tests whether a provider is suitable
// (Explain), elects the default provider of a type (Elect), lists instances (List) and
// builds a Resource from a declaration (Build). A Run calls the providers. It creates
// the behaviour of each provider once, so a behaviour caches data for the duration of a
// Run.
//
// Explain runs every test of a provider and keeps each result. Suitability is derived
// from the results, so an explanation always agrees with the decision.
//
// Fill a Registry before sharing it. After that, reading it is safe for concurrent use,
// even while ReplaceWith exchanges its types. An Env is safe for concurrent use. Build
// takes a few microseconds and does not access the host once the providers of the type
// are elected, so the editor calls it for each keystroke.
package ral
