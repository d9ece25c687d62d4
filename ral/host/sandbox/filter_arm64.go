package sandbox

import "golang.org/x/sys/unix"

const (
	arch    = unix.AUDIT_ARCH_AARCH64
	foreign = 0xffffffff // no number is of another kind
)

// ofArch are calls to refuse that only this architecture has: none.
var ofArch = [...]uint32{}
