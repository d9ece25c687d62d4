// Package linuxonly ends the build on any other system, with a name that says
// why. Whoever needs Linux imports it, so that this is the one error shown.
package linuxonly
