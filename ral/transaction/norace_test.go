//go:build !race

package transaction_test

// raced is true under the race detector, which pads what is kept.
const raced = false
