package host

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Lines calls fn for each line of a file, without its line break. The line is
// valid until fn returns. It saves memory for large files. The errors are those
// of ReadFile.
func (rd Reader) Lines(ctx context.Context, path string, fn func(line []byte)) error {
	tellRead(ctx, path)
	be := rd.be
	if hides, ok := be.(readOnly); ok {
		be = hides.readBackend
	}
	return eachLine(ctx, be, path, fn)
}

// eachLine is Lines of a backend. One that cannot read line by line reads the
// whole file.
func eachLine(ctx context.Context, be readBackend, path string, fn func(line []byte)) error {
	if r, ok := be.(liner); ok {
		return r.Lines(ctx, path, fn)
	}
	data, err := be.ReadFile(ctx, path, MaxRead)
	if err != nil {
		return err
	}
	for line := range bytes.Lines(data) {
		fn(bytes.TrimSuffix(line, []byte("\n")))
	}
	return nil
}

// liner reads lines without loading the whole file.
type liner interface {
	Lines(ctx context.Context, path string, fn func(line []byte)) error
}

// Lines reads through a small buffer; a longer line is assembled.
func (f files) Lines(ctx context.Context, path string, fn func(line []byte)) error {
	fd, _, err := f.reading(ctx, path)
	if err != nil {
		return err
	}
	err = unix.SetNonblock(fd, false)
	file := os.NewFile(uintptr(fd), path)
	defer file.Close()
	if err != nil {
		return pathError("read", path, err)
	}
	in := bufio.NewReaderSize(file, 64<<10)
	var long []byte
	for {
		part, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if long = append(long, part...); len(long) > MaxRead {
				return pathError("read", path, ErrTooLarge)
			}
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return under(path, err)
		}
		if len(long) > 0 {
			part, long = append(long, part...), long[:0]
		}
		if len(part) > 0 {
			fn(bytes.TrimSuffix(part, []byte("\n")))
		}
		if err != nil {
			return nil
		}
	}
}

// reading opens a regular file.
func (f files) reading(ctx context.Context, path string) (fd int, info Info, err error) {
	if err := ctx.Err(); err != nil {
		return -1, Info{}, pathError("read", path, err)
	}
	f = f.forRead(ctx)
	// O_NONBLOCK: opening a FIFO without a writer would block.
	const flags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY
	fd, ok := f.openNear(ctx, path, flags)
	if !ok {
		if fd, err = f.openUnseen(path, flags); err != nil {
			return -1, Info{}, err
		}
	}
	if info, err = fstat(fd, path); err == nil {
		err = readable(info)
	}
	if err != nil {
		closeFD(fd)
		return -1, Info{}, under(path, err)
	}
	return fd, info, nil
}
