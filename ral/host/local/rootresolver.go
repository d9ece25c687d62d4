package local

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/pathname"
)

// rootResolver resolves paths: on the machine itself like the kernel, and with a root
// directory so that absolute links and ".." stay inside. All file access starts with a
// descriptor from here, so the two cases are equal everywhere else.
type rootResolver struct {
	name    string   // directory that is used as /
	root    *os.File // nil for the machine itself
	uid     int      // effective user of this process; cached because it is used for each file
	gid     int      // effective group, likewise
	guarded bool     // links that root does not trust are not followed
}

func placeBelow(root string) (rootResolver, error) {
	dir, err := os.OpenFile(root, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return rootResolver{}, host.Cause(err)
	}
	// Tools get this name, and run in a different directory.
	whole, err := filepath.Abs(root)
	if err != nil {
		return rootResolver{}, host.Cause(err)
	}
	r := rootResolver{name: whole, root: dir, uid: os.Geteuid(), gid: os.Getegid()}
	fd, err := r.open("/.", unix.O_PATH) // the dot requires the right to search the directory
	if errors.Is(err, unix.ENOSYS) {
		return rootResolver{}, errors.New("the kernel does not support openat2 (Linux 5.6 or later is required)")
	}
	if err != nil {
		return rootResolver{}, host.Cause(err)
	}
	return r, unix.Close(fd)
}

var errNotAbsolute = errors.New("not an absolute path")

func (r rootResolver) open(path string, flags int) (int, error) {
	if err := validPath(path); err != nil {
		return -1, host.AtPath(opOpen, path, err)
	}
	for {
		fd, err := r.openOnce(path, flags|unix.O_CLOEXEC)
		switch {
		// EAGAIN: a rename happened while the kernel resolved "..".
		case err == unix.EINTR, err == unix.EAGAIN && (r.root != nil || r.guarded):
		case r.guarded && (err == unix.ELOOP || err == unix.ENOSYS || err == unix.EPERM):
			return r.openLocated(path, flags|unix.O_CLOEXEC)
		default:
			return fd, host.AtPath(opOpen, path, err)
		}
	}
}

func validPath(path string) error {
	switch {
	case !strings.HasPrefix(path, "/"):
		return errNotAbsolute
	case strings.ContainsRune(path, 0):
		return unix.EINVAL
	}
	return nil
}

// openLocated opens a path that contains links, or for which openat2 is missing
// or forbidden.
func (r rootResolver) openLocated(path string, flags int) (int, error) {
	at, err := r.locate(path, flags&unix.O_NOFOLLOW == 0 || strings.HasSuffix(path, "/"))
	if err != nil {
		return -1, err
	}
	defer closeFD(at.dir)
	fd, err := unix.Openat(at.dir, at.base, flags|unix.O_NOFOLLOW, 0)
	return fd, host.AtPath(opOpen, path, err)
}

// openUnseen opens a file without changing its access time, which tidy uses. The kernel
// rejects O_NOATIME unless the process owns the file (open(2)).
func (r rootResolver) openUnseen(path string, flags int) (int, error) {
	fd, err := r.open(path, flags|unix.O_NOATIME)
	if errors.Is(err, unix.EPERM) {
		return r.open(path, flags)
	}
	return fd, err
}

func (r rootResolver) openOnce(path string, flags int) (int, error) {
	if r.root == nil && !r.guarded {
		return unix.Openat(unix.AT_FDCWD, path, flags, 0)
	}
	dir, how := unix.AT_FDCWD, unix.OpenHow{Flags: uint64(flags)}
	if r.root != nil {
		dir, how.Resolve = int(r.root.Fd()), unix.RESOLVE_IN_ROOT|unix.RESOLVE_NO_MAGICLINKS
	}
	if r.guarded {
		// Most paths contain no link; then a single call is enough (openat2(2)).
		how.Resolve |= unix.RESOLVE_NO_SYMLINKS
	}
	return unix.Openat2(dir, path, &how)
}

// parent opens the directory that contains path and returns the last name. A path that ends in
// ".." has no last name: if it exists, the error is taken.
func (r rootResolver) parent(path string, taken unix.Errno) (fd int, base string, err error) {
	dir, base := pathname.Split(path)
	if pathname.Unnamed(base) {
		fd, err := r.open(path, unix.O_PATH)
		if err != nil {
			return -1, "", err
		}
		closeFD(fd)
		return -1, "", host.AtPath("change", path, taken)
	}
	fd, err = r.open(dir, unix.O_RDONLY|unix.O_DIRECTORY)
	return fd, base, host.WithPath(path, err)
}

func (r rootResolver) readLink(path string) (string, error) {
	fd, err := r.open(path, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return "", err
	}
	defer closeFD(fd)
	target, err := readLinkFD(fd)
	return target, host.AtPath("read", path, err)
}

func readLinkFD(fd int) (string, error) {
	buf := make([]byte, unix.PathMax)
	n, err := unix.Readlinkat(fd, "", buf)
	if err == unix.ENOENT {
		// The kernel's error for a descriptor that is not a link.
		err = unix.EINVAL
	}
	if err != nil {
		return "", err
	}
	return string(buf[:n]), nil
}

func closeFD(fd int) { _ = unix.Close(fd) }
