package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// built contains the descriptors of a new view. ns is its mount namespace, or -1; layers
// contains the upper directories.
type built struct {
	ns, root, layers int
	uppers           []string
}

func (b base) build(view mounts) (built, error) {
	made := built{ns: -1, root: -1, layers: -1}
	err := apart(func() error {
		if err := b.tree(view, &made); err != nil {
			return err
		}
		if err := b.open(&made); err != nil {
			return err
		}
		ns, err := unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		made.ns = ns
		return become(made.root)
	})
	return made, made.closeIf(err)
}

// closeIf closes the descriptors after an error.
func (m built) closeIf(err error) error {
	if err != nil {
		closeAll([]int{m.ns, m.root, m.layers}) // -1 is not a descriptor
	}
	return err
}

// rebuild replaces the view of a namespace. The kernel moves the processes whose root was the
// old view.
func (b base) rebuild(view mounts) (built, error) {
	made, tree := built{ns: -1, root: -1, layers: -1}, -1
	err := apart(func() error {
		err := b.tree(view, &made)
		if err != nil {
			return err
		}
		tree, err = unix.OpenTree(unix.AT_FDCWD, newRoot, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
		if err != nil {
			return fmt.Errorf("copy a view: %w", err)
		}
		return b.open(&made)
	})
	_ = unix.Close(made.root) // it ends with its namespace
	made.root = tree
	if err != nil {
		return made, made.closeIf(err)
	}
	return made, made.closeIf(apart(func() error {
		if err := unix.Unshare(unix.CLONE_FS); err != nil {
			return err
		}
		if err := unix.Setns(view.ns, unix.CLONE_NEWNS); err != nil {
			return err
		}
		if err := unix.MoveMount(tree, "", unix.AT_FDCWD, area, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
			return fmt.Errorf("place a view: %w", err)
		}
		return become(tree)
	}))
}

// become makes a tree the root of the namespace, and unmounts the old root.
func become(root int) error {
	if err := unix.Fchdir(root); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("change the root: %w", err)
	}
	return unix.Unmount(".", unix.MNT_DETACH)
}

// open opens the descriptors for the other side.
func (b base) open(made *built) (err error) {
	if made.root, err = unix.Open(newRoot, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err != nil {
		return err
	}
	made.layers, err = unix.Open(stage, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	return err
}

func (b base) tree(view mounts, made *built) error {
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return err
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	all, err := mountTable()
	if err != nil {
		return err
	}
	if err := b.mountLayers(); err != nil {
		return err
	}
	// An unprivileged user may not see covered directories, and so keeps all mounts.
	if !view.overlay || b.user {
		if err := b.copyReadOnly(view); err != nil {
			return err
		}
	}
	if view.overlay {
		if err := b.cover(all, made); err != nil {
			return err
		}
	}
	return b.privateFiles()
}

// mountLayers mounts a file system in memory for the writes in a view.
func (b base) mountLayers() error {
	if err := unix.Mount("sandbox", stage, "tmpfs", private, b.layers); err != nil {
		return fmt.Errorf("a file system in memory: %w", err)
	}
	return os.Mkdir(newRoot, 0o755)
}

// copyReadOnly mounts a read-only copy of all mounts at newRoot.
func (b base) copyReadOnly(view mounts) error {
	if err := unix.Mount("/", newRoot, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("copy all mounts: %w", err)
	}
	if view.host {
		if err := unix.Mount(procs, filepath.Join(newRoot, "proc"), "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
			return fmt.Errorf("/proc of the host: %w", err)
		}
	}
	for _, dir := range view.hidden {
		err := unix.Mount(devices+"/sandbox/home", filepath.Join(newRoot, dir), "", unix.MS_BIND, "")
		if err != nil && !errors.Is(err, unix.ENOENT) && !errors.Is(err, unix.ENOTDIR) {
			return fmt.Errorf("hide %s: %w", dir, err)
		}
	}
	err := unix.MountSetattr(unix.AT_FDCWD, newRoot, unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NODEV})
	if !errors.Is(err, unix.ENOSYS) {
		return err
	}
	// Before Linux 5.12, each mount separately.
	all, err := mountTable()
	if err != nil {
		return err
	}
	for _, m := range all {
		if m.visible && below(m.path, newRoot) {
			if err := readOnly(m.path, unix.MS_NODEV); err != nil {
				return err
			}
		}
	}
	return nil
}

// privateFiles mounts the private devices and /dev/shm.
func (b base) privateFiles() error {
	dev := filepath.Join(newRoot, "dev")
	if err := unix.Mount(devices, dev, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("bind /dev: %w", err)
	}
	if err := readOnly(dev, unix.MS_NOSUID); err != nil {
		return err
	}
	return b.overlay(memory, filepath.Join(dev, "shm"), "shm", private)
}
