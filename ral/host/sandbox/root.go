package sandbox

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// errChroot is why there is no sandbox below a root that is no mount.
var errChroot = errors.New("the root of this process is a folder, and no file system of its own (chroot)")

// ownRoot makes the root of this process that of its mount namespace. Otherwise a
// process that enters a view would find itself outside of a chroot.
func ownRoot() error {
	var here unix.Stat_t
	if err := unix.Stat("/", &here); err != nil {
		return err
	}
	return apart(func() error {
		root, err := unix.Open("/", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer func() { _ = unix.Close(root) }()
		ns, err := unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer func() { _ = unix.Close(ns) }()
		if err := unix.Unshare(unix.CLONE_FS); err != nil {
			return err
		}
		if err := unix.Setns(ns, unix.CLONE_NEWNS); err != nil {
			return fmt.Errorf("the root of the namespace: %w", err)
		}
		var whole unix.Stat_t
		if err := unix.Stat("/", &whole); err != nil {
			return err
		}
		if whole.Dev == here.Dev && whole.Ino == here.Ino {
			return nil
		}
		if err := become(root); err != nil {
			return errors.Join(errChroot, err)
		}
		return nil
	})
}
