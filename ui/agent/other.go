//go:build !linux

package main

// On any other system the build fails here, with a name that contains the reason.
var _ = ralsh_is_for_Linux_only
