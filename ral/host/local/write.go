package local

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/atomicfile"
	"ralsh/ral/host/stream"
)

func (f files) do(ctx context.Context, a host.Action) error {
	if err := ctx.Err(); err != nil {
		return host.AtPath(a.Kind.Verb(), a.Path, err)
	}
	return openedTo(a.Kind.Verb(), f.forWrite(ctx).change(ctx, a))
}

func (f files) change(ctx context.Context, a host.Action) error {
	switch a.Kind {
	case host.ActWrite:
		return f.write(ctx, a)
	case host.ActMkdir:
		return f.mkdir(a.Path, a.Mode)
	case host.ActRemove:
		return f.remove(ctx, a.Path, a.Recurse)
	case host.ActChmod:
		return f.chmod(a.Path, a.Mode)
	case host.ActChown:
		return f.chown(a.Path, a.UID, a.GID)
	default:
		return f.symlink(a.Target, a.Path)
	}
}

// write replaces a file through the descriptor of its directory, because a path could lead out
// of a root directory.
func (f files) write(ctx context.Context, a host.Action) error {
	size, fill := int64(len(a.After)), func(w io.Writer) error {
		_, err := w.Write(a.After)
		return err
	}
	if a.Source != nil {
		size, fill = a.Source.Size, func(w io.Writer) error { return a.CopyTo(ctx, w) }
	}
	name, opt := a.Path, a.Options
	at, err := f.locate(name, a.Follows())
	if err != nil {
		return err
	}
	defer closeFD(at.dir)
	// A directory opened with O_PATH cannot be synced.
	dir, err := unix.Openat(at.dir, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return host.AtPath("write", name, err)
	}
	defer closeFD(dir)
	base := at.base
	old, err := openOld(dir, base, opt.Replace)
	if err != nil {
		return host.AtPath("write", name, err)
	}
	if old != nil {
		defer old.Close()
	}
	check := f.check(ctx, path.Dir(at.real), opt)
	if opt.Stage != "" && check != nil {
		if err := f.try(ctx, base, old, fill, opt); err != nil {
			return err
		}
		check = nil
	}
	err = replace(dir, base, old, fill, opt, check)
	if old != nil && (errors.Is(err, unix.EBUSY) || errors.Is(err, unix.EROFS)) {
		host.Note(ctx, "write "+host.ShellQuote(name), "rewritten in place: the file is a mount point and cannot be replaced")
		err = rewrite(dir, base, size, fill, opt)
	}
	return host.AtPath("write", name, err)
}

// openOld opens the file to be replaced, for its attributes. It returns nil if the file is
// missing, or if yields allows the replacement of a special file.
func openOld(dir int, base string, yields bool) (*os.File, error) {
	info, err := fstatat(dir, base, base)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, errors.Unwrap(err)
	case info.IsDir():
		return nil, unix.EISDIR
	case yields && host.Replaceable(info.Mode) != "":
		return nil, nil
	case !info.Mode.IsRegular():
		return nil, host.ErrNotRegular
	}
	const flags = unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_CLOEXEC
	fd, err := unix.Openat(dir, base, flags|unix.O_RDONLY, 0)
	if err == unix.EACCES {
		fd, err = unix.Openat(dir, base, flags|unix.O_WRONLY, 0)
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), base), nil
}

// try checks the new content of a file in the directory WriteOptions.Stage, which may be on a
// different file system.
func (f files) try(ctx context.Context, base string, old *os.File, fill func(io.Writer) error, opt host.WriteOptions) error {
	at, err := f.locate(path.Join(opt.Stage, base), false)
	if err != nil {
		return err
	}
	defer closeFD(at.dir)
	return host.AtPath("write", at.real, host.Cause(atomicfile.Try(at.dir, base, filled(old, fill, opt), f.check(ctx, path.Dir(at.real), opt))))
}

// check runs WriteOptions.Check on the temporary file in a directory, by its path outside of
// any root, because commands run there.
func (f files) check(ctx context.Context, dir string, opt host.WriteOptions) func(temp string) error {
	if opt.Check == nil {
		return nil
	}
	return func(temp string) error {
		cmd := opt.Check(path.Join(f.name, dir, temp))
		_, err := here().Run(ctx, cmd)
		return err
	}
}

func replace(dir int, base string, old *os.File, fill func(io.Writer) error, opt host.WriteOptions, check func(temp string) error) error {
	return host.Cause(atomicfile.Replace(dir, base, !opt.NoSync, filled(old, fill, opt), check))
}

// filled returns the function that writes the new content and the attributes to a temporary
// file.
func filled(old *os.File, fill func(io.Writer) error, opt host.WriteOptions) func(*os.File) error {
	return func(file *os.File) error {
		if err := fill(file); err != nil {
			return err
		}
		return copyMetadata(file, old, opt)
	}
}

// rewrite replaces the content in place if the name cannot be replaced. It
// allocates the space first, so that a full disk is detected before anything is
// lost.
func rewrite(dir int, base string, size int64, fill func(io.Writer) error, opt host.WriteOptions) error {
	fd, err := unix.Openat(dir, base, unix.O_WRONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	file := os.NewFile(uintptr(fd), base)
	defer file.Close()
	if size > 0 {
		err := unix.Fallocate(fd, unix.FALLOC_FL_KEEP_SIZE, 0, size)
		if err == unix.ENOSPC || err == unix.EDQUOT {
			return err
		}
	}
	to := &stream.Sticky{W: file}
	if err := fill(to); err != nil {
		return host.Cause(err)
	}
	if err := file.Truncate(to.N); err != nil {
		return host.Cause(err)
	}
	if err := setOwnerMode(file, opt); err != nil {
		return err
	}
	return host.Cause(file.Sync())
}
