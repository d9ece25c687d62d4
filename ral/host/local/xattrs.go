package local

import (
	"fmt"
	"slices"

	"github.com/pkg/xattr"
	"golang.org/x/sys/unix"
)

// xattrs returns the names of the extended attributes (xattr(7)) of a path that the kernel
// does not set itself, including access control lists. It returns nothing if they cannot be
// read.
func (f files) xattrs(path string) []string {
	fd, err := f.open(path, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return nil
	}
	defer closeFD(fd)
	names, err := xattr.List(fmt.Sprintf("/proc/self/fd/%d", fd))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(names, func(name string) bool { return ofContent(name) || name == "security.selinux" })
}
