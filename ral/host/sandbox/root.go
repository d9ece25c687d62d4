package sandbox

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// errChroot is why there is no sandbox in a chroot(2) of an ordinary directory: the
// kernel makes a mount alone the root of a namespace.
var errChroot = errors.New("the root of this process is neither that of the machine nor a mount")

// ownRoot makes the root of this process the root of its mount namespace. After a
// chroot(2) it is not, and who enters a namespace that was copied from it would see
// the files outside.
func ownRoot() error {
	return apart(func() error {
		root, err := os.Open("/")
		if err != nil {
			return err
		}
		defer func() { _ = root.Close() }()
		own, err := mountAt("/")
		if err != nil {
			return err
		}
		if err := leaveChroot(); err != nil {
			return fmt.Errorf("the root of the mounts: %w", err)
		}
		outer, err := mountAt("/")
		if err != nil {
			return err
		}
		if own != outer {
			return become(int(root.Fd()))
		}
		here, err := root.Stat()
		if err != nil {
			return err
		}
		if there, err := os.Stat("/"); err != nil || !os.SameFile(here, there) {
			return errors.Join(err, errChroot)
		}
		return nil
	})
}

// leaveChroot gives this thread the root of its mount namespace.
func leaveChroot() error {
	ns, err := unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(ns) }()
	if err := unix.Unshare(unix.CLONE_FS); err != nil {
		return err
	}
	return unix.Setns(ns, unix.CLONE_NEWNS)
}
