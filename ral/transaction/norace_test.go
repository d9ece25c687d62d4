//go:build !race

package transaction_test

// raced reports whether the race detector is on, which pads allocations.
const raced = false
