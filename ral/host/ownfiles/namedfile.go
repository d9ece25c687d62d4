package ownfiles

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

// ReadNamed returns a file that the user named, of at most limit bytes, with any owner.
func ReadNamed(file string, limit int64) ([]byte, error) {
	return readRegular(file, limit, func(fs.FileInfo) error { return nil })
}

// readRegular returns a file, if check accepts it.
func readRegular(file string, limit int64, check func(fs.FileInfo) error) ([]byte, error) {
	f, err := os.OpenFile(file, os.O_RDONLY|unix.O_NONBLOCK, 0) // opening a FIFO would wait
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: file, Err: errors.New("not a regular file")}
	case info.Size() > limit:
		return nil, fmt.Errorf("%s is too large (%d bytes, at most %d)", file, info.Size(), limit)
	}
	if err := check(info); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, limit))
}

// ReadKey returns a file with a private key, of at most limit bytes. The file must belong to
// this user or to root, and no other user may read it, except the group of this process.
func ReadKey(file string, limit int64) ([]byte, error) {
	return readRegular(file, limit, func(info fs.FileInfo) error {
		owner, mode := ownerOf(info), info.Mode()
		open := fs.FileMode(0o077)
		if int(owner.Gid) == os.Getegid() {
			open = 0o037
		}
		switch {
		case owner.Uid != 0 && int(owner.Uid) != os.Geteuid():
			return fmt.Errorf("%s belongs to uid %d: a private key must belong to the current user or to root", file, owner.Uid)
		case mode&open != 0:
			return fmt.Errorf("other users can access the private key %s (mode %#o): run chmod 600 %s", file, mode.Perm(), host.ShellQuote(file))
		}
		return nil
	})
}
