package sandbox

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// rootOfNamespace moves the calling thread permanently into a mount namespace whose root is
// the root of this process. In a chroot(2) the two differ, and a process that enters a
// namespace (setns(2)) is at the root of the namespace: outside of the chroot. An unprivileged
// user does not need it, because the kernel allows a user namespace only outside of a chroot.
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
	// With systemd, mounts are shared, and a shared mount cannot become a root.
	if err := unix.Mount("", area, "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	return become(tree)
}
