package local

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// homelessNumber is the user number of a homeless command. Accounts and the
// ranges of subuid(5) are far below it.
const homelessNumber = 4_000_000_000

// startHomeless starts a process in a user namespace (user_namespaces(7)) in which the user of
// this process has a different number; all other users keep their numbers. For the kernel the
// user stays the same: it owns new files, and root may still access all files. If a namespace
// cannot be created, for example in a chroot, a process of root runs with the number itself,
// and so owns new files with it. A process of any other user keeps its home directory, but may
// write only below dir, or nowhere if dir is "". If the kernel does not support that either,
// the process is not restricted.
func startHomeless(cmd **exec.Cmd, dir string) error {
	plain := *cmd
	ways := []func(*syscall.SysProcAttr) error{namespaced}
	if unix.Geteuid() == 0 {
		ways = append(ways, renumbered)
	}
	for _, apart := range ways {
		attr := *plain.SysProcAttr
		if err := apart(&attr); err != nil {
			return err
		}
		*cmd = &exec.Cmd{
			Path: plain.Path, Args: plain.Args, Dir: plain.Dir, Env: plain.Env,
			Stdin: plain.Stdin, Stdout: plain.Stdout, Stderr: plain.Stderr, SysProcAttr: &attr,
		}
		if len(attr.AmbientCaps) > 0 {
			keepAccess(*cmd)
		}
		err := (*cmd).Start()
		switch {
		case errors.Is(err, unix.EPERM), errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		default:
			return err
		}
	}
	*cmd = plain
	return startWritingBelow(plain, dir)
}

// renumbered sets the number of a process of root.
func renumbered(attr *syscall.SysProcAttr) error {
	attr.Credential = &syscall.Credential{Uid: homelessNumber, Gid: uint32(unix.Getegid()), NoSetGroups: true}
	attr.AmbientCaps = accessCaps()
	return nil
}

// accessCaps are the capabilities that a user other than 0 keeps on execve only if they
// are ambient (capabilities(7)).
func accessCaps() []uintptr {
	return []uintptr{
		unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_DAC_READ_SEARCH, unix.CAP_FOWNER, unix.CAP_FSETID, unix.CAP_SETGID, unix.CAP_SETUID,
	}
}

// namespaced starts a process in a new user namespace.
func namespaced(attr *syscall.SysProcAttr) error {
	attr.Cloneflags |= syscall.CLONE_NEWUSER
	uid, gid := unix.Geteuid(), unix.Getegid()
	if uid != 0 {
		// An unprivileged user may map only the user's number.
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: homelessNumber, HostID: uid, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
		return nil
	}
	users, err := mappings("/proc/self/uid_map", uid)
	if err != nil {
		return err
	}
	groups, err := mappings("/proc/self/gid_map", -1)
	if err != nil {
		return err
	}
	attr.UidMappings, attr.GidMappings, attr.GidMappingsEnableSetgroups = users, groups, true
	attr.AmbientCaps = accessCaps()
	return nil
}

// keepAccess starts a process through setpriv(1), if installed, so that access(2) answers like
// open(2): by default, access(2) ignores the capabilities of a user other than 0, and a tool
// would consider files of other users unreadable.
func keepAccess(cmd *exec.Cmd) {
	setpriv, err := exec.LookPath("setpriv")
	if err != nil {
		return
	}
	cmd.SysProcAttr.AmbientCaps = append(cmd.SysProcAttr.AmbientCaps, unix.CAP_SETPCAP)
	args := []string{"setpriv", "--securebits", "+no_setuid_fixup", "--inh-caps", "-setpcap", "--ambient-caps", "-setpcap", "--", cmd.Path}
	cmd.Path, cmd.Args = setpriv, append(args, cmd.Args[1:]...)
}

// mappings maps the numbers of this process's namespace to themselves, except
// self, which becomes homelessNumber.
func mappings(file string, self int) ([]syscall.SysProcIDMap, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []syscall.SysProcIDMap
	add := func(from, to int) {
		if from < to {
			all = append(all, syscall.SysProcIDMap{ContainerID: from, HostID: from, Size: to - from})
		}
	}
	for line := range strings.Lines(string(data)) {
		var first, outside, count int
		if _, err := fmt.Sscan(line, &first, &outside, &count); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		end := min(first+count, homelessNumber)
		if first <= self && self < end {
			add(first, self)
			all = append(all, syscall.SysProcIDMap{ContainerID: homelessNumber, HostID: self, Size: 1})
			first = self + 1
		}
		add(first, end)
	}
	return all, nil
}

// startWritingBelow starts a process that creates and writes files only below dir, or nowhere
// if dir is "". If the kernel does not support Landlock (landlock(7)), the process is not
// restricted.
func startWritingBelow(cmd *exec.Cmd, dir string) error {
	started := make(chan error)
	go func() {
		// The rules apply to this thread, which ends with the function, and to the started
		// process.
		runtime.LockOSThread()
		_ = writeOnlyBelow(dir)
		started <- cmd.Start()
	}()
	return <-started
}

func writeOnlyBelow(dir string) error {
	const access = unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	rules := unix.LandlockRulesetAttr{Handled_access_fs: access}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&rules)), unsafe.Sizeof(rules.Handled_access_fs), 0)
	if errno != 0 {
		return errno
	}
	defer unix.Close(int(fd))
	if dir != "" {
		at, err := unix.Open(dir, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer unix.Close(at)
		rule := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(at)}
		if _, _, errno = unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, fd, unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0); errno != 0 {
			return errno
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if _, _, errno = unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return errno
	}
	return nil
}
