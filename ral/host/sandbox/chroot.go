package sandbox

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// rootOfNamespace gives the calling thread, for good, a mount namespace whose root is
// the root of this process. In a chroot(2) these are two, and who enters a namespace
// (setns(2)) is at its root: outside of the chroot. An ordinary user has no need of it,
// because the kernel allows a user namespace outside of a chroot only.
func rootOfNamespace() error {
	if os.Geteuid() != 0 {
		return nil
	}
	if err := unix.Unshare(unix.CLONE_FS | unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	ns, err := unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	tree, err := unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		closeAll([]int{ns})
		return fmt.Errorf("copy all mounts: %w", err)
	}
	defer closeAll([]int{ns, tree})
	if err := unix.Setns(ns, unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("the root of the mounts: %w", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	if err := unix.MoveMount(tree, "", unix.AT_FDCWD, area, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return fmt.Errorf("place all mounts: %w", err)
	}
	// Where systemd runs, mounts are shared, and a shared one is no new root.
	if err := unix.Mount("", area, "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	return become(tree)
}
