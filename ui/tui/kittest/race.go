//go:build race

package kittest

// Raced reports whether the race detector is on, which makes drawing twenty times
// slower.
const Raced = true
