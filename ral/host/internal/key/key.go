// Package key has the key to the backend of a Reader: providers get a Reader, and only packages
// below ral/host can import the key.
package key

// Key is an argument of host.Unwrap.
type Key struct{ _ struct{} }
