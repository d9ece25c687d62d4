//go:build !linux

package main

// On any other system the build ends here, with a name that says why.
var _ = ralsh_is_for_Linux_only
