// Package modules finds what modules bring, loads it, and makes a registry of
// it, on top of the types that are built in.
//
// A modulepath is an ordered list of folders with modules in them. One
// Environment is one modulepath, loaded: it is immutable, and two of them know
// nothing of each other, so that two versions of a type can be in one process.
package modules
