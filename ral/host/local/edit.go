package local

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/pkg/xattr"
	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/atomicfile"
)

// mkdir sets the mode after creating the directory, because the umask applies
// to mkdir(2).
func (f files) mkdir(path string, mode fs.FileMode) error {
	dir, base, err := f.parent(path, unix.EEXIST)
	if err != nil {
		return err
	}
	defer closeFD(dir)
	if err := unix.Mkdirat(dir, base, uint32(mode.Perm())&0o700); err != nil {
		return host.AtPath(host.ActMkdir.Verb(), path, err)
	}
	fd, err := unix.Openat(dir, base, unix.O_PATH|unix.O_NOFOLLOW|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return host.AtPath(host.ActMkdir.Verb(), path, err)
	}
	defer closeFD(fd)
	return host.AtPath(host.ActMkdir.Verb(), path, chmodFD(fd, mode))
}

func (f files) chmod(path string, mode fs.FileMode) error {
	fd, err := f.open(path, unix.O_PATH)
	if err != nil {
		return err
	}
	defer closeFD(fd)
	return host.AtPath(host.ActChmod.Verb(), path, chmodFD(fd, mode))
}

// chmodFD sets the mode of an O_PATH descriptor. fchmodat2 requires Linux 6.6;
// before that, it uses the link in /proc.
func chmodFD(fd int, mode fs.FileMode) error {
	err := unix.Fchmodat(fd, "", host.OctalMode(mode), unix.AT_EMPTY_PATH)
	if err == nil {
		return nil
	}
	byLink := unix.Chmod("/proc/self/fd/"+strconv.Itoa(fd), host.OctalMode(mode))
	if byLink == unix.ENOENT {
		return err
	}
	return byLink
}

func (f files) chown(path string, uid, gid int) error {
	fd, err := f.open(path, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return err
	}
	defer closeFD(fd)
	again := capabilities(fd)
	if err := unix.Fchownat(fd, "", uid, gid, unix.AT_EMPTY_PATH); err != nil {
		return host.AtPath(host.ActChown.Verb(), path, err)
	}
	return host.AtPath(host.ActChown.Verb(), path, again())
}

// capabilities returns a function that restores the capabilities of an open file, which the
// kernel drops when the owner changes (capabilities(7)). It does nothing for a file without
// capabilities, and for a special file.
func capabilities(fd int) (again func() error) {
	const name = "security.capability"
	file := fmt.Sprintf("/proc/self/fd/%d", fd)
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil || info.Mode&unix.S_IFMT != unix.S_IFREG {
		return func() error { return nil }
	}
	data, err := xattr.Get(file, name)
	if err != nil {
		return func() error { return nil } // no capabilities
	}
	return func() error {
		err := xattr.Set(file, name, data)
		var failed *xattr.Error
		if errors.As(err, &failed) {
			err = failed.Err // without the number of the descriptor
		}
		return err
	}
}

func (f files) symlink(target, path string) error {
	dir, base, err := f.parent(path, unix.EEXIST)
	if err != nil {
		return err
	}
	defer closeFD(dir)
	old, err := fstatat(dir, base, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return host.AtPath(host.ActSymlink.Verb(), path, unix.Symlinkat(target, dir, base))
	case err != nil:
		return err
	case !old.IsLink():
		return host.AtPath(host.ActSymlink.Verb(), path, unix.EEXIST)
	}
	temp := atomicfile.Temp(base)
	if err := unix.Symlinkat(target, dir, temp); err != nil {
		return host.AtPath(host.ActSymlink.Verb(), path, err)
	}
	if err := unix.Renameat(dir, temp, dir, base); err != nil {
		_ = unix.Unlinkat(dir, temp, 0)
		return host.AtPath(host.ActSymlink.Verb(), path, err)
	}
	return nil
}
