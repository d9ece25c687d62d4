package host

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// ReadKey returns a file with a private key, of at most limit bytes. It belongs to this user
// or to root, and no other user can read it; its group can if it is that of this process.
func ReadKey(file string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(file, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	owner, mode := ownerOf(info), info.Mode()
	open := fs.FileMode(0o077)
	if int(owner.Gid) == os.Getegid() {
		open = 0o037
	}
	switch {
	case !mode.IsRegular():
		return nil, &fs.PathError{Op: "read", Path: file, Err: errNotRegular}
	case owner.Uid != 0 && int(owner.Uid) != os.Geteuid():
		return nil, fmt.Errorf("%s belongs to uid %d; a private key belongs to its user or to root", file, owner.Uid)
	case mode&open != 0:
		return nil, fmt.Errorf("%s is open to others (mode %#o), and a private key is not: chmod 600 %s", file, mode.Perm(), ShellQuote(file))
	case info.Size() > limit:
		return nil, fmt.Errorf("%s has %d bytes, and a key at most %d", file, info.Size(), limit)
	}
	return io.ReadAll(io.LimitReader(f, limit))
}
