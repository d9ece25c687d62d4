// Package onhost uses the types and providers of a registry on a host.
//
// An Env tests whether a provider is suitable (Explain), elects the default provider of a
// type (Elect), and lists or finds instances (List, Find). A Run calls the providers. It
// creates the behaviour of each provider once, so a behaviour caches data for the duration
// of a Run.
//
// Explain runs every test of a provider and keeps each result. Suitability is derived
// from the results, so an explanation always agrees with the decision.
//
// An Env is safe for concurrent use.
package onhost
