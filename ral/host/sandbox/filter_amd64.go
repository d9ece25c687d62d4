package sandbox

import "golang.org/x/sys/unix"

const (
	arch    = unix.AUDIT_ARCH_X86_64
	foreign = 0x40000000 // where the numbers of x32 begin
)

// ofArch are rejected calls that only this architecture has.
var ofArch = [...]uint32{
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_CREATE_MODULE, unix.SYS_QUERY_MODULE,
	unix.SYS__SYSCTL,
}
