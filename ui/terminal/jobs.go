package terminal

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// suspendable reports whether a shell with job control started this program and
// could resume it after ctrl+z. If the program itself was started by a terminal
// window, ssh or a container, no process would resume it, or the kernel ignores
// the stop because the process group is orphaned (setpgid(2)).
func suspendable() bool {
	group := syscall.Getpgrp()
	session, err := getsid(0)
	if err != nil {
		return false
	}
	for pid := os.Getppid(); pid > 0; pid = parent(pid) {
		of, err := syscall.Getpgid(pid)
		if err != nil {
			return false
		}
		if of != group { // the first that is not a script or wrapper in this group
			its, err := getsid(pid)
			return err == nil && its == session
		}
	}
	return false
}

func getsid(pid int) (int, error) {
	sid, _, errno := syscall.RawSyscall(syscall.SYS_GETSID, uintptr(pid), 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(sid), nil
}

// parent returns the parent process, or 0 if it is unknown.
func parent(pid int) int {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// 4711 (a name) S 4710 ...; see proc_pid_stat(5).
	fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
	if len(fields) < 2 {
		return 0
	}
	ppid, _ := strconv.Atoi(fields[1])
	return ppid
}
