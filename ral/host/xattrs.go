package host

import (
	"context"
	"fmt"
	"slices"

	"github.com/pkg/xattr"
	"golang.org/x/sys/unix"
)

// Xattrs returns the names of a path's extended attributes (xattr(7)) that the
// kernel does not set itself, including access control lists. It returns none
// if they cannot be read.
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

// Xattrs returns those of the lower file: a recorded file has none.
func (t *tree) Xattrs(ctx context.Context, path string) []string {
	if t.lower == nil {
		return nil
	}
	return t.lower.Xattrs(ctx, path)
}
