//go:build race

package tui

// raced is true under the race detector, which makes drawing twenty times slower.
const raced = true
