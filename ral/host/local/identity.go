package local

import (
	"io/fs"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

func credential(as *host.Identity) *syscall.Credential {
	if as == nil {
		return nil
	}
	c := &syscall.Credential{Uid: uint32(as.UID), Gid: uint32(as.GID)}
	for _, g := range as.Groups {
		c.Groups = append(c.Groups, uint32(g))
	}
	// Only root may set groups; any other user keeps the current groups.
	c.NoSetGroups = unix.Geteuid() != 0
	return c
}

// masked starts a command with a umask. All threads of this process share a umask; a thread
// after unshare(2) with CLONE_FS has a separate umask, which the command inherits. The thread
// ends with the goroutine, because it is never unlocked.
func masked(umask *fs.FileMode, start func() error) error {
	if umask == nil {
		return start()
	}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		if err := unix.Unshare(unix.CLONE_FS); err != nil {
			started <- err
			return
		}
		unix.Umask(int(host.OctalMode(*umask)))
		started <- start()
	}()
	return <-started
}
