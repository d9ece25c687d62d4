package ownfiles

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// UntrustedError reports a file of ralsh that root does not use: a different user could
// have created or changed it.
type UntrustedError struct {
	Path string // the file, its directory, or a link in the path
	UID  int    // owner
	Why  string
}

func (e *UntrustedError) Error() string {
	return fmt.Sprintf("root does not use %s: it %s", e.Path, e.Why)
}

// trustOwn checks the files of ralsh: root uses no file that a different user owns or may
// write, no file in such a directory, and no link of a different user. top is a directory, and
// name a path in it. A missing file is trusted. For unprivileged users the permissions of the
// kernel are enough.
func trustOwn(top, name string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	path := top
	parts := append([]string{""}, strings.Split(filepath.Clean(name), "/")...)
	for _, part := range parts {
		path = filepath.Join(path, part)
		link, err := os.Lstat(path)
		if err == nil && link.Mode()&fs.ModeSymlink != 0 {
			if uid := ownerOf(link).Uid; uid != 0 {
				return &UntrustedError{path, int(uid), fmt.Sprintf("is a symbolic link of uid %d", uid)}
			}
			link, err = os.Stat(path)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		switch owner, mode := ownerOf(link), link.Mode().Perm(); {
		case owner.Uid != 0:
			return &UntrustedError{path, int(owner.Uid), fmt.Sprintf("belongs to uid %d", owner.Uid)}
		case mode&0o002 != 0, mode&0o020 != 0 && owner.Gid != 0:
			return &UntrustedError{path, 0, fmt.Sprintf("belongs to root, but other users may write it (mode %#o)", mode)}
		}
	}
	return nil
}

func ownerOf(info fs.FileInfo) *syscall.Stat_t { return info.Sys().(*syscall.Stat_t) }

func (s *State) trust(name string) error { return trustOwn(s.dir, name) }
