package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// cover mounts an overlay over each filesystem, or makes it read-only if it does not support
// overlays.
func (b base) cover(all []mounted, made *built) error {
	for _, m := range all {
		if !m.visible || below(m.path, area) {
			continue
		}
		err := error(unix.EINVAL)
		switch {
		case !holdsFiles(m.kind), below(m.path, "/sys"), below(m.path, "/proc"):
		case b.user && leadsToMount(m.path, all):
			err = b.coverBelow(m.path, all, made)
		default:
			err = b.overlayAt(m.path, made)
		}
		if isGone(err) {
			continue
		}
		if err != nil && !refused(err) {
			return fmt.Errorf("an overlay over %s: %w", m.path, err)
		}
		if err == nil || b.user {
			continue
		}
		target := filepath.Join(newRoot, m.path)
		if err := unix.Mount(m.path, target, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("bind %s: %w", m.path, err)
		}
		if err := readOnly(target, unix.MS_NODEV); err != nil {
			return err
		}
	}
	return nil
}

// mostBelow limits the overlays that replace a single overlay.
const mostBelow = 1024

// coverBelow covers the directories of a mount separately, if the kernel rejects an overlay of
// the whole mount because of mounts below it. The parent directories of those mounts stay
// read-only.
func (b base) coverBelow(dir string, all []mounted, made *built) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrPermission) || isGone(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if !entry.IsDir() || len(made.uppers) >= mostBelow || isMount(path, all) || unix.Access(path, unix.X_OK) != nil {
			continue
		}
		if leadsToMount(path, all) {
			err = b.coverBelow(path, all, made)
		} else {
			err = b.overlayAt(path, made)
		}
		if err != nil && !refused(err) && !isGone(err) {
			return err
		}
	}
	return nil
}

// isGone reports whether the host removed a directory meanwhile, which happens to temporary
// directories at any time. A directory that was created again is read-only in this view.
func isGone(err error) bool { return errors.Is(err, os.ErrNotExist) }

func isMount(path string, all []mounted) bool {
	return slices.ContainsFunc(all, func(m mounted) bool { return m.path == path })
}

func leadsToMount(path string, all []mounted) bool {
	return slices.ContainsFunc(all, func(m mounted) bool { return m.path != path && below(m.path, path) })
}

// refused reports whether the kernel does not support an overlay here, or does not allow it to
// this user.
func refused(err error) bool {
	var number syscall.Errno
	return errors.As(err, &number) && slices.Contains([]syscall.Errno{
		unix.EINVAL, unix.ENOTDIR, unix.EACCES, unix.EPERM, unix.EROFS, unix.EOPNOTSUPP, unix.ELOOP, unix.EOVERFLOW, unix.ESTALE,
	}, number)
}

// overlayAt mounts an overlay over a path of the host, and notes it.
func (b base) overlayAt(path string, made *built) error {
	flags, err := limits(path)
	if err != nil {
		return err
	}
	if flags&unix.MS_RDONLY != 0 {
		return unix.EROFS
	}
	if err := b.overlay(path, filepath.Join(newRoot, path), strconv.Itoa(len(made.uppers)), flags|unix.MS_NODEV); err != nil {
		return err
	}
	made.uppers = append(made.uppers, path)
	return nil
}

// overlay mounts an overlay over a directory, with an upper directory of this name.
func (b base) overlay(lower, target, name string, flags uintptr) error {
	fd, err := unix.Open(lower, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(fd) }()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	up, work := filepath.Join(stage, upper(name)), filepath.Join(stage, "work"+name)
	for _, dir := range []string{up, work} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if err := b.dressLike(up, st); err != nil {
		return err
	}
	options := fmt.Sprintf("lowerdir=/proc/thread-self/fd/%d,upperdir=%s,workdir=%s,index=off", fd, up, work)
	if b.user {
		options += ",userxattr"
	} else {
		options += ",redirect_dir=off,metacopy=off"
	}
	return unix.Mount("overlay", target, "overlay", flags, options)
}

// dressLike sets owner and mode of an upper directory, which become those of the root of its
// overlay.
func (b base) dressLike(up string, st unix.Stat_t) error {
	mode := st.Mode & 0o7777
	err := os.Chown(up, int(st.Uid), int(st.Gid))
	if err != nil && b.user {
		// A directory of a different user becomes a directory of this user, who gets the
		// permissions of others.
		mode, err = mode&0o7077|mode&0o7<<6, nil
	}
	if err == nil {
		err = unix.Chmod(up, mode)
	}
	if err == nil {
		err = unix.UtimesNanoAt(unix.AT_FDCWD, up, []unix.Timespec{st.Atim, st.Mtim}, 0)
	}
	return err
}

// upper returns the path of an upper directory, below the layers.
func upper(name string) string { return "upper" + name }

// holdsFiles reports whether a filesystem of this kind stores files, instead of showing the
// state of the kernel.
func holdsFiles(kind string) bool {
	switch kind {
	case "proc", "sysfs", "devtmpfs", "devpts", "cgroup", "cgroup2", "pstore", "bpf", "tracefs", "debugfs", "securityfs", "configfs",
		"efivarfs", "mqueue", "hugetlbfs", "fusectl", "binfmt_misc", "autofs", "nsfs", "rpc_pipefs", "selinuxfs", "smackfs", "resctrl":
		return false
	}
	return true
}
