// Package typelist shows all types. For the type under the cursor it shows
// which provider is elected and why, its instances and its documentation. It is
// the first screen.
package typelist
