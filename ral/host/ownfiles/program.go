package ownfiles

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// RuntimeDir returns a directory for sockets of this user, and creates it. Only this user may
// write there.
func RuntimeDir() (string, error) {
	parent := os.Getenv("XDG_RUNTIME_DIR")
	if parent == "" && os.Geteuid() == 0 {
		parent = "/run"
	}
	if !filepath.IsAbs(parent) {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		parent = cache
	}
	dir := filepath.Join(parent, "ralsh")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || !info.IsDir() || int(stat.Uid) != os.Geteuid() || info.Mode().Perm()&0o022 != 0 {
		return "", fmt.Errorf("%s: the directory must belong to the current user, and no other user may write it", dir)
	}
	return dir, nil
}

// RootProgram returns the path of this program, if only root can have written it: the file and
// every directory above it belong to root, and only root may write them.
func RootProgram() (path string, ok bool) {
	path, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return "", false
	}
	for at := path; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return "", false
		}
		stat, is := info.Sys().(*syscall.Stat_t)
		if !is || stat.Uid != 0 || info.Mode().Perm()&0o022 != 0 || info.Mode()&os.ModeSymlink != 0 {
			return "", false
		}
		if at == "/" {
			return path, true
		}
	}
}

// OpenProgram opens the file of this program, to copy it to a remote host.
func OpenProgram() (io.ReadCloser, error) { return os.Open("/proc/self/exe") }

// ErrNoProgram reports a missing build.
var ErrNoProgram = errors.New("the directories contain no such build")

// OpenProgramFor opens a build of this program for a different architecture, from the first
// directory that contains it. Without a build, the error is ErrNoProgram.
func OpenProgramFor(dirs []string, name string) (io.ReadCloser, error) {
	for _, dir := range dirs {
		f, err := os.Open(dir + "/" + name)
		if err == nil || !errors.Is(err, os.ErrNotExist) {
			return f, err
		}
	}
	return nil, ErrNoProgram
}

// SiblingProgram returns the path of a program in the directory of this program.
func SiblingProgram(name string) (path string, ok bool) {
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return "", false
	}
	path = filepath.Join(filepath.Dir(self), name)
	info, err := os.Stat(path)
	return path, err == nil && info.Mode().IsRegular()
}

// Unlinked returns a new temporary file without a name, which ends with this process at the
// latest. It is in /var/tmp if possible, which is on disk, and otherwise in the temporary
// directory.
func Unlinked() (*os.File, error) {
	for _, dir := range []string{"/var/tmp", os.TempDir()} {
		if fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600); err == nil {
			return os.NewFile(uintptr(fd), dir), nil
		}
	}
	f, err := os.CreateTemp("", "ralsh-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
