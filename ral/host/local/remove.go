package local

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

func (f files) remove(ctx context.Context, path string, recurse bool) error {
	dir, base, err := f.parent(path, unix.EINVAL)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer closeFD(dir)
	return removeAt(ctx, dir, base, path, recurse)
}

// removeAt never crosses into a different mount, because the removal of its contents was not
// requested.
func removeAt(ctx context.Context, dir int, base, path string, recurse bool) error {
	if err := ctx.Err(); err != nil {
		return host.AtPath("remove", path, err)
	}
	info, err := fstatat(dir, base, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return host.AtPath("remove", path, unix.Unlinkat(dir, base, 0))
	}
	if recurse {
		if err := removeWithin(ctx, dir, base, path); err != nil {
			return err
		}
	}
	return host.AtPath("remove", path, unix.Unlinkat(dir, base, unix.AT_REMOVEDIR))
}

func removeWithin(ctx context.Context, dir int, base, path string) error {
	fd, err := openSameMount(dir, base)
	if err == unix.EXDEV {
		return host.AtPath("remove", path, unix.EBUSY)
	}
	if err != nil {
		return host.AtPath("remove", path, err)
	}
	parent := os.NewFile(uintptr(fd), path)
	defer parent.Close()
	names, err := parent.Readdirnames(-1)
	if err != nil {
		return host.AtPath("remove", path, host.Cause(err))
	}
	for _, name := range names {
		if err := removeAt(ctx, fd, name, path+"/"+name, true); err != nil {
			return err
		}
	}
	return nil
}

func openSameMount(dir int, base string) (int, error) {
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat2(dir, base, &unix.OpenHow{Flags: flags, Resolve: unix.RESOLVE_NO_XDEV})
	if err != unix.ENOSYS {
		return fd, err
	}
	return unix.Openat(dir, base, flags, 0)
}
