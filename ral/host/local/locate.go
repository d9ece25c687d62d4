package local

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/pathname"
)

// location is the end of a path: a name in an open directory, or "." for the directory itself.
type location struct {
	dir  int // must be closed
	base string
	real string // the path with its links resolved
}

// openedDir is a directory of a path.
type openedDir struct {
	fd      int
	name    string
	trusted bool // no other user may write it or a parent
}

// locate resolves a path. follow also resolves a link at its end; the last name need not exist.
// A path with links is resolved name by name: each directory is opened relative to its parent,
// so that concurrent renames have no effect.
func (r rootResolver) locate(path string, follow bool) (location, error) {
	if err := validPath(path); err != nil {
		return location{}, host.AtPath(opOpen, path, err)
	}
	if at, ok := r.locateDirect(path, follow); ok {
		return at, nil
	}
	return r.locateByName(path, follow)
}

func (r rootResolver) locateByName(path string, follow bool) (location, error) {
	w := locator{rootResolver: r, todo: pathname.Names(path)}
	defer func() {
		for _, dir := range w.stack {
			closeFD(dir.fd)
		}
	}()
	base, err := w.walk(follow)
	if err != nil {
		return location{}, host.AtPath(opOpen, path, err)
	}
	top := w.top()
	w.stack = w.stack[:len(w.stack)-1]
	return location{dir: top.fd, base: base, real: w.path(top.name, base)}, nil
}

// locateDirect locates a path without links with a single call for its directory
// (openat2(2)). ok is false for other paths and for all errors.
func (r rootResolver) locateDirect(file string, follow bool) (at location, ok bool) {
	dir, base := pathname.Split(file)
	if path.Clean(file) != file || pathname.Unnamed(base) {
		return location{}, false
	}
	from, how := unix.AT_FDCWD, unix.OpenHow{Flags: passFlags | unix.O_DIRECTORY, Resolve: unix.RESOLVE_NO_SYMLINKS}
	if r.root != nil {
		from, how.Resolve = int(r.root.Fd()), how.Resolve|unix.RESOLVE_IN_ROOT
	}
	fd, err := unix.Openat2(from, dir, &how)
	if err != nil {
		return location{}, false
	}
	if follow {
		var info unix.Stat_t
		if err := unix.Fstatat(fd, base, &info, unix.AT_SYMLINK_NOFOLLOW); err != nil && err != unix.ENOENT || err == nil && info.Mode&unix.S_IFMT == unix.S_IFLNK {
			closeFD(fd)
			return location{}, false
		}
	}
	return location{dir: fd, base: base, real: file}, true
}

type locator struct {
	rootResolver
	todo  []string
	stack []openedDir // from the root on
	owner int         // of the root
	links int
}

func (w *locator) top() openedDir { return w.stack[len(w.stack)-1] }

// path returns the path of names below the directories on the stack.
func (w *locator) path(names ...string) string {
	full := "/"
	for _, dir := range w.stack {
		full = path.Join(full, dir.name)
	}
	return path.Join(full, path.Join(names...))
}

func (w *locator) walk(follow bool) (base string, err error) {
	if err := w.enterRoot(); err != nil {
		return "", err
	}
	for len(w.todo) > 0 {
		name := w.todo[0]
		w.todo = w.todo[1:]
		if name == ".." {
			w.leave()
			continue
		}
		last := len(w.todo) == 0
		if last && !follow {
			return name, nil
		}
		if !last {
			err := w.enter(name)
			if err == nil {
				continue
			}
			if err != unix.ENOTDIR {
				return "", err
			}
		}
		isLink, err := w.follow(name)
		switch {
		case isLink && err == nil:
		case last && !isLink && (err == nil || err == unix.ENOENT):
			return name, nil
		case err == nil:
			return "", unix.ENOTDIR
		default:
			return "", err
		}
	}
	return ".", nil
}

const passFlags = unix.O_PATH | unix.O_NOFOLLOW | unix.O_CLOEXEC

func (w *locator) enterRoot() error {
	dir, name := unix.AT_FDCWD, "/"
	if w.root != nil {
		dir, name = int(w.root.Fd()), "."
	}
	fd, err := unix.Openat(dir, name, passFlags|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	info, err := fstat(fd, "/")
	w.owner = info.UID
	w.stack = append(w.stack, openedDir{fd: fd, trusted: err == nil && w.onlyTrusted(info)})
	return host.Cause(err)
}

func (w *locator) enter(name string) error {
	fd, err := unix.Openat(w.top().fd, name, passFlags|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	info, err := fstat(fd, name)
	w.stack = append(w.stack, openedDir{fd, name, err == nil && w.top().trusted && w.onlyTrusted(info)})
	return host.Cause(err)
}

// leave moves to the parent directory; the parent of the root is the root.
func (w *locator) leave() {
	if len(w.stack) > 1 {
		w.cut(len(w.stack) - 1)
	}
}

func (w *locator) cut(to int) {
	for _, dir := range w.stack[to:] {
		closeFD(dir.fd)
	}
	w.stack = w.stack[:to]
}

// follow inserts the target of a link before the remaining names. It reads owner and target
// from the same descriptor, so they belong to the same link.
func (w *locator) follow(name string) (isLink bool, err error) {
	fd, err := unix.Openat(w.top().fd, name, passFlags, 0)
	if err != nil {
		return false, err
	}
	defer closeFD(fd)
	info, err := fstat(fd, name)
	if err != nil || !info.IsLink() {
		return false, host.Cause(err)
	}
	if w.links++; w.links > pathname.MaxLinks {
		return true, unix.ELOOP
	}
	if w.guarded && !w.top().trusted && !w.trusts(info.UID) {
		return true, &host.UntrustedLinkError{Link: w.path(name), Owner: info.UID}
	}
	if w.isMagic(fd, name) {
		return true, unix.ELOOP
	}
	target, err := readLinkFD(fd)
	if err != nil {
		return true, err
	}
	if strings.HasPrefix(target, "/") {
		w.cut(1)
	}
	w.todo = slices.Concat(pathname.Names(target), w.todo)
	return true, nil
}

// isMagic reports whether a link in /proc leads to a file other than its text: /proc/1/root.
func (w *locator) isMagic(fd int, name string) bool {
	var fs unix.Statfs_t
	if err := unix.Fstatfs(fd, &fs); err != nil || fs.Type != unix.PROC_SUPER_MAGIC {
		return false
	}
	to, err := unix.Openat2(w.top().fd, name, &unix.OpenHow{
		Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_MAGICLINKS,
	})
	if err == nil {
		closeFD(to)
	}
	return err == unix.ELOOP
}

func (w *locator) trusts(uid int) bool { return uid == 0 || uid == w.owner }

func (w *locator) onlyTrusted(dir host.Info) bool {
	return w.trusts(dir.UID) && !dir.WritableByOthers()
}
