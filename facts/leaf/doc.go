// Package leaf has the leaves of facts: each value with its source, or the reason why it
// is missing.
package leaf
