package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// rootResolver resolves paths: on the machine itself as the kernel does, below another
// root so that absolute links and ".." stay inside it. All file access starts
// with a descriptor from here, so the two differ nowhere else.
type rootResolver struct {
	name string   // the folder that stands for /
	root *os.File // nil is the machine itself
}

func placeBelow(root string) (rootResolver, error) {
	dir, err := os.OpenFile(root, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return rootResolver{}, fmt.Errorf("root folder: %w", err)
	}
	// Tools are told this name, and run in another folder.
	whole, err := filepath.Abs(root)
	if err != nil {
		return rootResolver{}, fmt.Errorf("root folder: %w", err)
	}
	r := rootResolver{name: whole, root: dir}
	fd, err := r.open("/", unix.O_PATH)
	if errors.Is(err, unix.ENOSYS) {
		return rootResolver{}, fmt.Errorf("root folder %s: this kernel has no openat2, which Linux has since 5.6", root)
	}
	if err != nil {
		return rootResolver{}, fmt.Errorf("root folder: %w", err)
	}
	return r, unix.Close(fd)
}

var errNotAbsolute = errors.New("not an absolute path")

// open returns a descriptor of what path leads to.
func (r rootResolver) open(path string, flags int) (int, error) {
	if !strings.HasPrefix(path, "/") {
		return -1, pathError("open", path, errNotAbsolute)
	}
	if strings.ContainsRune(path, 0) {
		return -1, pathError("open", path, unix.EINVAL)
	}
	for {
		fd, err := r.openOnce(path, flags|unix.O_CLOEXEC)
		// EAGAIN: something was renamed while the kernel went through "..".
		if err == unix.EINTR || err == unix.EAGAIN && r.root != nil {
			continue
		}
		return fd, pathError("open", path, err)
	}
}

// openUnseen opens what is only read, so that it does not count as read: a tidy
// goes by the time of the last access. O_NOATIME is refused to who does not own
// the file (open(2)).
func (r rootResolver) openUnseen(path string, flags int) (int, error) {
	fd, err := r.open(path, flags|unix.O_NOATIME)
	if errors.Is(err, unix.EPERM) {
		return r.open(path, flags)
	}
	return fd, err
}

func (r rootResolver) openOnce(path string, flags int) (int, error) {
	if r.root == nil {
		return unix.Openat(unix.AT_FDCWD, path, flags, 0)
	}
	return unix.Openat2(int(r.root.Fd()), path, &unix.OpenHow{
		Flags:   uint64(flags),
		Resolve: unix.RESOLVE_IN_ROOT | unix.RESOLVE_NO_MAGICLINKS,
	})
}

// parent opens the folder that holds path and returns the last name in it. A
// path that ends in ".." has no name to change: if it is there at all, the error
// is taken.
func (r rootResolver) parent(path string, taken unix.Errno) (fd int, base string, err error) {
	dir, base := split(path)
	if unnamed(base) {
		fd, err := r.open(path, unix.O_PATH)
		if err != nil {
			return -1, "", err
		}
		closeFD(fd)
		return -1, "", pathError("change", path, taken)
	}
	fd, err = r.open(dir, unix.O_RDONLY|unix.O_DIRECTORY)
	return fd, base, under(path, err)
}

func unnamed(base string) bool { return base == "" || base == "." || base == ".." }

// split cuts off the last name. It does not clean: what ".." means is known
// only once the links before it are followed.
func split(path string) (dir, base string) {
	path = strings.TrimRight(path, "/")
	cut := strings.LastIndexByte(path, '/')
	if cut < 0 {
		return "/", path
	}
	return path[:cut+1], path[cut+1:]
}

// maxLinks is how many links one path may go through, as in the kernel.
const maxLinks = 40

// final follows the links at the end of a path and returns the path that is
// not a link. It need not be there.
func (r rootResolver) final(path string) (string, error) {
	for range maxLinks {
		target, err := r.readLink(path)
		if errors.Is(err, unix.EINVAL) || errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		if !strings.HasPrefix(target, "/") {
			dir, _ := split(path)
			target = dir + target
		}
		path = target
	}
	return "", pathError("open", path, unix.ELOOP)
}

func (r rootResolver) readLink(path string) (string, error) {
	fd, err := r.open(path, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return "", err
	}
	defer closeFD(fd)
	buf := make([]byte, unix.PathMax)
	n, err := unix.Readlinkat(fd, "", buf)
	if err == unix.ENOENT {
		// The kernel's answer for a descriptor that is not a link.
		err = unix.EINVAL
	}
	if err != nil {
		return "", pathError("readlink", path, err)
	}
	return string(buf[:n]), nil
}

func closeFD(fd int) { _ = unix.Close(fd) }

func pathError(op, path string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}

// under names the path that was asked for instead of the folder above it.
func under(path string, err error) error {
	if inner, ok := errors.AsType[*fs.PathError](err); ok {
		return pathError(inner.Op, path, inner.Err)
	}
	return err
}
