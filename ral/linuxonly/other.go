//go:build !linux

package linuxonly

var _ = ralsh_is_for_Linux_only
