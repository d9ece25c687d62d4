package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/pkg/xattr"
	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

// copyMetadata gives a new file the owner, extended attributes (including access lists and the
// SELinux label) and mode of the old file, then those of opt. The mode comes last, because
// chown clears setuid and an access list sets group bits.
func copyMetadata(file, old *os.File, opt host.WriteOptions) error {
	if old == nil {
		if opt.Mode == nil {
			mode := host.FileMode(host.NewFileMode)
			opt.Mode = &mode
		}
		return setOwnerMode(file, opt)
	}
	info, err := fstat(int(old.Fd()), old.Name())
	if err != nil {
		return err
	}
	if opt.Mode == nil {
		opt.Mode = &info.Mode
	}
	if opt.UID == nil {
		opt.UID = &info.UID
	}
	if opt.GID == nil {
		opt.GID = &info.GID
	}
	if err := setOwner(file, opt); err != nil {
		return err
	}
	if err := copyAttributes(file, old); err != nil {
		return err
	}
	return setMode(file, opt)
}

func setOwnerMode(file *os.File, opt host.WriteOptions) error {
	if err := setOwner(file, opt); err != nil {
		return err
	}
	return setMode(file, opt)
}

func setOwner(file *os.File, opt host.WriteOptions) error {
	if opt.UID == nil && opt.GID == nil {
		return nil
	}
	now, err := fstat(int(file.Fd()), file.Name())
	if err != nil {
		return err
	}
	uid, gid := -1, -1
	if opt.UID != nil && *opt.UID != now.UID {
		uid = *opt.UID
	}
	if opt.GID != nil && *opt.GID != now.GID {
		gid = *opt.GID
	}
	if uid < 0 && gid < 0 {
		return nil
	}
	return unix.Fchown(int(file.Fd()), uid, gid)
}

func setMode(file *os.File, opt host.WriteOptions) error {
	if opt.Mode == nil {
		return nil
	}
	return unix.Fchmod(int(file.Fd()), host.OctalMode(*opt.Mode))
}

func copyAttributes(file, old *os.File) error {
	names, err := xattr.FList(old)
	if errors.Is(err, unix.ENOTSUP) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, name := range names {
		if ofContent(name) {
			continue
		}
		data, err := xattr.FGet(old, name)
		if errors.Is(err, xattr.ENOATTR) {
			continue
		}
		if err == nil {
			err = xattr.FSet(file, name, data)
		}
		if err != nil && !errors.Is(err, unix.ENOTSUP) {
			return err
		}
	}
	return nil
}

// ofContent reports whether an attribute is a hash of the old content, which
// the kernel maintains.
func ofContent(name string) bool {
	return strings.HasPrefix(name, "security.ima") || strings.HasPrefix(name, "security.evm")
}

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

// protectionOf reads the protection of a path itself (statfs(2), statx(2)).
func (f files) protectionOf(ctx context.Context, path string) (p host.Protection, err error) {
	fd, err := f.open(path, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return p, err
	}
	defer closeFD(fd)
	var fs unix.Statfs_t
	if err := unix.Fstatfs(fd, &fs); err != nil {
		return p, host.AtPath("access", path, err)
	}
	var st unix.Statx_t
	if err := unix.Statx(fd, "", unix.AT_EMPTY_PATH, 0, &st); err != nil {
		return p, host.AtPath("access", path, err)
	}
	p.ReadOnly = fs.Flags&unix.ST_RDONLY != 0
	p.Immutable = st.Attributes&unix.STATX_ATTR_IMMUTABLE != 0
	p.AppendOnly = st.Attributes&unix.STATX_ATTR_APPEND != 0
	if host.ActsAsOther(ctx) {
		err := f.acting(ctx, func() error { return unix.Faccessat2(fd, "", unix.W_OK, unix.AT_EACCESS|unix.AT_EMPTY_PATH) })
		p.Denied = err == unix.EACCES
	}
	return p, nil
}
