package local

import (
	"context"
	"errors"
	"io"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

const (
	chunk    = 256 << 10
	minChunk = 4 << 10 // a kernel file reports a size of 0 but has content
)

var (
	errGrew   = errors.New("the file grew during the copy")
	errShrank = errors.New("the file became shorter during the copy")
)

func (f files) chunks(ctx context.Context, path string, w io.Writer) error {
	fd, info, err := f.reading(ctx, path)
	if err != nil {
		return err
	}
	defer closeFD(fd)
	if p, ok := w.(interface{ SetSize(int64) }); ok {
		p.SetSize(info.Size)
	}
	buf, size := make([]byte, min(chunk, max(info.Size, minChunk)+1)), int64(0)
	for {
		n, err := unix.Read(fd, buf)
		switch {
		case ctx.Err() != nil:
			err = ctx.Err()
		case err == unix.EINTR:
			continue
		case err != nil:
		case n == 0 && size < info.Size && shrank(fd, info):
			err = errShrank
		case n == 0:
			return nil
		case info.Size > 0 && size+int64(n) > info.Size:
			err = errGrew
		default:
			_, err = w.Write(buf[:n])
		}
		if err != nil {
			return host.AtPath("read", path, err)
		}
		size += int64(n)
	}
}

// shrank reports whether a file became shorter. A file of sysfs has the size of a page,
// regardless of its content (sysfs(5)).
func shrank(fd int, was host.Info) bool {
	now, err := fstat(fd, was.Path)
	return err != nil || now.Size != was.Size
}
