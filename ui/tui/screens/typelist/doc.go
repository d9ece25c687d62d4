// Package typelist shows all types, and of the one under the cursor which provider is
// elected and why, its instances and its documentation. It is the first screen.
package typelist
