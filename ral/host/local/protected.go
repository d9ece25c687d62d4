package local

import (
	"context"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

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
