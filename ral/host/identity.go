package host

import (
	"io/fs"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// credential is the identity that the kernel runs a command with.
func credential(as *Identity) *syscall.Credential {
	if as == nil {
		return nil
	}
	c := &syscall.Credential{Uid: uint32(as.UID), Gid: uint32(as.GID)}
	for _, g := range as.Groups {
		c.Groups = append(c.Groups, uint32(g))
	}
	// Only root may set them, and who stays who he is keeps those he has.
	c.NoSetGroups = unix.Geteuid() != 0
	return c
}

// masked starts a command under a umask. This process has one for all of its
// threads; a thread of its own can have another (unshare(2), CLONE_FS), which
// the command inherits. The thread ends with the goroutine, since it is never
// unlocked.
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
		unix.Umask(int(OctalMode(*umask)))
		started <- start()
	}()
	return <-started
}
