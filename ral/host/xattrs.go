package host

import (
	"context"
	"fmt"
	"slices"

	"github.com/pkg/xattr"
	"golang.org/x/sys/unix"
)

// Xattrs are the names of the extended attributes (xattr(7)) of a file or directory
// that the kernel does not set itself, access control lists among them. There are
// none where they cannot be read.
func (m machine) Xattrs(ctx context.Context, path string) []string {
	fd, err := m.forRead(ctx).open(path, unix.O_PATH|unix.O_NOFOLLOW)
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

// Xattrs are those of the file below: a recorded file has none.
func (t *tree) Xattrs(ctx context.Context, path string) []string {
	if t.lower == nil {
		return nil
	}
	return t.lower.Xattrs(ctx, path)
}
