//go:build race

package kittest

// raced reports whether the race detector is on, which makes drawing twenty times
// slower.
const raced = true
