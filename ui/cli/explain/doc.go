// Package explain has the commands that only explain: types, describe, providers,
// why and facts.
//
// They show resource types with their documentation, the tests and the choice of
// providers, where the value of a property comes from, and the facts of the host.
package explain
