package host

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// files reads a place. A system call cannot be called back, so a deadline is
// looked at before each.
type files struct{ place }

func (f files) Root() string { return f.name }

func (f files) ReadFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	file, err := f.reading(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size := limit
	if info, err := file.Stat(); err == nil {
		size = min(info.Size(), limit)
	}
	var text bytes.Buffer
	text.Grow(int(size) + bytes.MinRead)
	n, err := text.ReadFrom(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, under(path, err)
	}
	if n > limit {
		return nil, pathError("read", path, ErrTooLarge)
	}
	return text.Bytes(), nil
}

func readable(info Info) error {
	switch {
	case info.IsDir():
		return pathError("read", info.Path, unix.EISDIR)
	case !info.Mode.IsRegular():
		return pathError("read", info.Path, errNotRegular)
	}
	return nil
}

func (f files) Stat(ctx context.Context, path string, follow bool) (Info, error) {
	if err := ctx.Err(); err != nil {
		return Info{}, pathError("stat", path, err)
	}
	flags := unix.O_PATH
	if !follow {
		flags |= unix.O_NOFOLLOW
	}
	fd, err := f.open(path, flags)
	if err != nil {
		return Info{}, err
	}
	defer closeFD(fd)
	return fstat(fd, path)
}

func (f files) ReadDir(ctx context.Context, path string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, pathError("list", path, err)
	}
	fd, err := f.open(path, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	dir := os.NewFile(uintptr(fd), path)
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	slices.Sort(names)
	return names, under(path, err)
}

func (f files) ReadLink(ctx context.Context, path string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", pathError("readlink", path, err)
	}
	return f.readLink(path)
}

func fstat(fd int, path string) (Info, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return Info{}, pathError("stat", path, err)
	}
	return infoOf(path, &st), nil
}

func fstatat(dir int, base, path string) (Info, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(dir, base, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return Info{}, pathError("stat", path, err)
	}
	return infoOf(path, &st), nil
}

func infoOf(path string, st *unix.Stat_t) Info {
	return Info{
		Path: path, Mode: fileMode(st.Mode), UID: int(st.Uid), GID: int(st.Gid), Size: st.Size,
		ModTime: time.Unix(st.Mtim.Unix()), ChangeTime: time.Unix(st.Ctim.Unix()),
		Inode: st.Ino, Device: st.Dev, Links: uint64(st.Nlink),
	}
}

func fileMode(mode uint32) fs.FileMode {
	m := FileMode(mode & 0o7777)
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
