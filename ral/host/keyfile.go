package host

import (
	"fmt"
	"io/fs"
	"os"
)

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
			return fmt.Errorf("other users can access the private key %s (mode %#o): run chmod 600 %s", file, mode.Perm(), ShellQuote(file))
		}
		return nil
	})
}
