// Package help lists the keys of a screen, and explains why a key is
// unavailable.
package help
