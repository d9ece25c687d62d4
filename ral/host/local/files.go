package local

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

// files reads the files of a root. A system call cannot be cancelled, so the
// context is checked before each.
type files struct{ rootResolver }

func (f files) Root() string { return f.name }

// read has the errors of the system calls.
func (f files) read(ctx context.Context, r host.FileRead) (a host.FileAnswer, err error) {
	if err := ctx.Err(); err != nil {
		return a, host.AtPath(r.Kind.Op(), r.Path, err)
	}
	f = f.forRead(ctx)
	switch r.Kind {
	case host.ReadContent:
		a.Data, err = f.content(ctx, r.Path, r.Limit)
	case host.ReadChunks:
		err = f.chunks(ctx, r.Path, r.To)
	case host.ReadInfo:
		a.Info, err = f.stat(ctx, r.Path, r.Follow)
	case host.ReadNames:
		a.Names, err = f.list(r.Path)
	case host.ReadTarget:
		a.Text, err = f.readLink(r.Path)
	case host.ReadRealPath:
		a.Text, err = f.realPath(r.Path, r.Follow)
	case host.ReadProtection:
		a.Protection, err = f.protectionOf(ctx, r.Path)
	case host.ReadXattrs:
		a.Names = f.xattrs(r.Path)
	}
	return a, openedTo(r.Kind.Op(), err)
}

func (f files) content(ctx context.Context, path string, limit int64) ([]byte, error) {
	fd, info, err := f.reading(ctx, path)
	if err != nil {
		return nil, err
	}
	defer closeFD(fd)
	// A kernel file reports a size of 0 but has content.
	room := min(info.Size, limit)
	if room == 0 {
		room = bytes.MinRead
	}
	data := make([]byte, 0, room)
	for {
		n, err := unix.Read(fd, data[len(data):cap(data)])
		switch {
		case err == unix.EINTR:
			continue
		case err == unix.EAGAIN:
			if err := unix.SetNonblock(fd, false); err != nil {
				return nil, host.AtPath("read", path, err)
			}
			continue
		case err != nil:
			return nil, host.AtPath("read", path, err)
		}
		data = data[:len(data)+n]
		switch {
		case int64(len(data)) > limit:
			return nil, host.AtPath("read", path, host.ErrTooLarge)
		case n == 0, info.Size > 0 && int64(len(data)) == info.Size:
			return data, nil
		case len(data) == cap(data):
			data = slices.Grow(data, bytes.MinRead)
		}
	}
}

func (f files) stat(ctx context.Context, path string, follow bool) (host.Info, error) {
	if f.root == nil && !f.guarded {
		return statHere(path, follow)
	}
	if info, err, ok := f.statNear(ctx, path, follow); ok {
		return info, err
	}
	flags := unix.O_PATH
	if !follow {
		flags |= unix.O_NOFOLLOW
	}
	fd, err := f.open(path, flags)
	if err != nil {
		return host.Info{}, err
	}
	defer closeFD(fd)
	return fstat(fd, path)
}

func (f files) list(path string) ([]string, error) {
	fd, err := f.openUnseen(path, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	dir := os.NewFile(uintptr(fd), path)
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	slices.Sort(names)
	return names, host.AtPath("read", path, host.Cause(err))
}

// statHere calls stat with the path itself, in a single system call.
func statHere(path string, follow bool) (host.Info, error) {
	if !strings.HasPrefix(path, "/") {
		return host.Info{}, host.AtPath("access", path, errNotAbsolute)
	}
	var st unix.Stat_t
	flags := unix.AT_NO_AUTOMOUNT
	if !follow {
		flags |= unix.AT_SYMLINK_NOFOLLOW
	}
	if err := unix.Fstatat(unix.AT_FDCWD, path, &st, flags); err != nil {
		return host.Info{}, host.AtPath("access", path, err)
	}
	return infoOf(path, &st), nil
}

func fstat(fd int, path string) (host.Info, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return host.Info{}, host.AtPath("access", path, err)
	}
	return infoOf(path, &st), nil
}

func fstatat(dir int, base, path string) (host.Info, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(dir, base, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return host.Info{}, host.AtPath("access", path, err)
	}
	return infoOf(path, &st), nil
}

func infoOf(path string, st *unix.Stat_t) host.Info {
	return host.Info{
		Path: path, Mode: fileMode(st.Mode), UID: int(st.Uid), GID: int(st.Gid), Size: st.Size,
		ModTime: time.Unix(st.Mtim.Unix()), ChangeTime: time.Unix(st.Ctim.Unix()), AccessTime: time.Unix(st.Atim.Unix()),
		Inode: st.Ino, Device: st.Dev, Links: uint64(st.Nlink),
	}
}

func fileMode(mode uint32) fs.FileMode {
	m := host.FileMode(mode & 0o7777)
	switch mode & syscall.S_IFMT {
	case syscall.S_IFDIR:
		m |= fs.ModeDir
	case syscall.S_IFLNK:
		m |= fs.ModeSymlink
	case syscall.S_IFIFO:
		m |= fs.ModeNamedPipe
	case syscall.S_IFSOCK:
		m |= fs.ModeSocket
	case syscall.S_IFBLK:
		m |= fs.ModeDevice
	case syscall.S_IFCHR:
		m |= fs.ModeDevice | fs.ModeCharDevice
	}
	return m
}

func (f files) realPath(path string, follow bool) (string, error) {
	at, err := f.locate(path, follow)
	if err != nil {
		return "", err
	}
	closeFD(at.dir)
	return at.real, nil
}

func (f files) Space(ctx context.Context, path string) (host.FSUsage, error) {
	if err := ctx.Err(); err != nil {
		return host.FSUsage{}, host.AtPath("access", path, err)
	}
	fd, err := f.forRead(ctx).open(path, unix.O_PATH)
	if err != nil {
		return host.FSUsage{}, err
	}
	defer closeFD(fd)
	var st unix.Statfs_t
	if err := unix.Fstatfs(fd, &st); err != nil {
		return host.FSUsage{}, host.AtPath("access", path, err)
	}
	unit := int64(st.Frsize)
	if unit == 0 {
		unit = int64(st.Bsize)
	}
	return host.FSUsage{
		Size: int64(st.Blocks) * unit, Free: int64(st.Bfree) * unit, Available: int64(st.Bavail) * unit,
	}, nil
}

func (f files) forRead(ctx context.Context) files {
	if host.ReadsTrustedLinks(ctx) {
		return f.forWrite(ctx)
	}
	return f
}

func (f files) forWrite(ctx context.Context) files {
	f.guarded = f.uid == 0 && !host.ActsAsOther(ctx)
	return f
}

func (f files) reading(ctx context.Context, path string) (fd int, info host.Info, err error) {
	// O_NONBLOCK: opening a FIFO without a writer would block.
	const flags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY
	fd, ok := f.openNear(ctx, path, flags)
	if !ok {
		if fd, err = f.openUnseen(path, flags); err != nil {
			return -1, host.Info{}, err
		}
	}
	if info, err = fstat(fd, path); err == nil {
		err = info.Readable()
	}
	if err != nil {
		closeFD(fd)
		return -1, host.Info{}, host.WithPath(path, err)
	}
	return fd, info, nil
}

const opOpen = "open"

// openedTo replaces the operation of an error, if a path could not be opened for it.
func openedTo(op string, err error) error {
	if at, ok := err.(*host.PathError); ok && at.Op == opOpen {
		return host.AtPath(op, at.Path, at.Err)
	}
	return err
}
