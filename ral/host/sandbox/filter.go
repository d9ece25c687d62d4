package sandbox

import (
	"bytes"
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// The instructions of a seccomp filter (seccomp(2)), and the offsets of its data.
const (
	load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	least  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	anyBit = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	answer = unix.BPF_RET | unix.BPF_K

	atNumber  = 0
	atArch    = 4
	atFirst   = 16 // the low half of the first argument
	argLength = 8

	allow    = unix.SECCOMP_RET_ALLOW
	refuse   = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	noFamily = unix.SECCOMP_RET_ERRNO | uint32(unix.EAFNOSUPPORT)
	kill     = unix.SECCOMP_RET_KILL_PROCESS
)

type program []unix.SockFilter

func (p *program) add(code uint16, jt, jf uint8, k uint32) {
	*p = append(*p, unix.SockFilter{Code: code, Jt: jt, Jf: jf, K: k})
}

// whole sets the same result for each of the calls, regardless of its arguments.
func (p *program) whole(with uint32, calls ...uint32) {
	for _, call := range calls {
		p.add(equal, 0, 1, call)
		p.add(answer, 0, 0, with)
	}
}

// when rejects a call if the comparison of an argument is true for a value; unless rejects it
// if the comparison is false for all values.
func (p *program) when(call uint32, arg int, compare uint16, values ...uint32) {
	p.byArgument(call, arg, compare, refuse, allow, values)
}

func (p *program) unless(call uint32, arg int, values ...uint32) {
	p.byArgument(call, arg, equal, allow, refuse, values)
}

// pass allows a call whose argument equals a value. Later instructions decide about other
// values.
func (p *program) pass(call uint32, arg int, values ...uint32) {
	p.add(equal, 0, uint8(2*len(values)+2), call)
	p.add(load, 0, 0, uint32(atFirst+arg*argLength))
	for _, v := range values {
		p.add(equal, 0, 1, v)
		p.add(answer, 0, 0, allow)
	}
	p.add(load, 0, 0, atNumber)
}

func (p *program) byArgument(call uint32, arg int, compare uint16, match, other uint32, values []uint32) {
	p.add(equal, 0, uint8(2*len(values)+2), call)
	p.add(load, 0, 0, uint32(atFirst+arg*argLength))
	for _, v := range values {
		p.add(compare, 0, 1, v)
		p.add(answer, 0, 0, match)
	}
	p.add(answer, 0, 0, other)
}

// filter returns the rules for a process of this kind, as the kernel reads them.
func filter(kind Kind, network bool) []byte {
	var p program
	p.add(load, 0, 0, atArch)
	p.add(equal, 1, 0, arch)
	p.add(answer, 0, 0, kill)
	p.add(load, 0, 0, atNumber)
	p.add(least, 0, 1, foreign)
	p.add(answer, 0, 0, kill)

	p.whole(refuse, reachOut[:]...)
	p.whole(refuse, ofArch[:]...)
	// Its arguments are in memory, which a filter cannot read; without it, programs use
	// clone(2).
	p.whole(unknown, unix.SYS_CLONE3)
	p.when(unix.SYS_CLONE, 0, anyBit, namespaces)
	p.unless(unix.SYS_PRLIMIT64, 0, 0) // only its limits
	p.when(unix.SYS_IOCTL, 1, equal, unix.TIOCSTI, fiosetown, siocspgrp)
	if kind == Code {
		p.whole(refuse, signals[:]...)
		p.unless(unix.SYS_TGKILL, 2, uint32(unix.SIGVTALRM)) // how Ruby wakes a thread
		p.when(unix.SYS_FCNTL, 1, equal, unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG)
	}
	switch {
	case network:
		// No unix sockets, because they belong to the daemons of this machine.
		p.unless(unix.SYS_SOCKET, 0, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK)
		p.whole(refuse, unix.SYS_SOCKETPAIR)
	case kind == Client:
		// In a namespace without a network, only sockets that are files lead anywhere.
		p.pass(unix.SYS_SOCKET, 0, unix.AF_UNIX, unix.AF_INET, unix.AF_INET6)
		p.byArgument(unix.SYS_SOCKET, 0, equal, noFamily, refuse, []uint32{unix.AF_NETLINK})
		p.whole(refuse, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4)
	case kind == Probe:
		p.unless(unix.SYS_SOCKET, 0, unix.AF_NETLINK)
		p.whole(refuse, unix.SYS_SOCKETPAIR, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4)
	default:
		if kind == Runner {
			// Servers open a socket to check the address that they would listen on. A socket
			// that cannot be bound or connected, and sends nothing, is harmless.
			p.pass(unix.SYS_SOCKET, 0, unix.AF_INET, unix.AF_INET6)
		}
		// Tools continue if the kernel does not support audit sockets, but not if the call is
		// rejected.
		p.byArgument(unix.SYS_SOCKET, 0, equal, noFamily, refuse, []uint32{unix.AF_NETLINK})
		p.whole(refuse, sockets[:]...)
	}
	p.add(answer, 0, 0, allow)

	var out bytes.Buffer
	_ = binary.Write(&out, binary.NativeEndian, p) // writing to a buffer never fails
	return out.Bytes()
}

const (
	namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP
	fiosetown = 0x8901
	siocspgrp = 0x8902
)

// reachOut are the system calls that affect more than the files of a view. The process also
// drops root's capabilities for most of them.
var reachOut = [...]uint32{
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE,
	unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETATTR, unix.SYS_SCHED_SETPARAM,
	unix.SYS_SCHED_SETSCHEDULER,
	// mounts and namespaces
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_FSOPEN,
	unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_MOUNT_SETATTR,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_FANOTIFY_INIT, unix.SYS_ACCT,
	unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_NFSSERVCTL,
	// the kernel
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER,
	unix.SYS_IO_URING_REGISTER, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD,
	unix.SYS_KEXEC_FILE_LOAD, unix.SYS_REBOOT, unix.SYS_SYSLOG, unix.SYS_LOOKUP_DCOOKIE, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_KEYCTL, unix.SYS_VHANGUP,
	// the clock and the name
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETHOSTNAME,
	unix.SYS_SETDOMAINNAME,
}

// sockets are the calls, in addition to socket(2), that reach the network and the daemons of
// this machine. A process can still read and write its given socket.
var sockets = [...]uint32{
	unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
	unix.SYS_SENDTO, unix.SYS_SENDMSG, unix.SYS_SENDMMSG,
}

// signals are the calls by which a process starts programs, affects other processes, or leaves
// its process group.
var signals = [...]uint32{
	unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
	unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_SETSID, unix.SYS_SETPGID,
}
