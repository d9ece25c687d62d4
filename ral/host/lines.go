package host

import (
	"context"

	"golang.org/x/sys/unix"

	"ralsh/ral/host/stream"
)

// Lines calls fn for each line of a file, without its line break. The line is valid until fn
// returns. Lines saves memory for large files. The errors are those of ReadTo, and ErrTooLarge
// for a line above maxRead.
func (rd Reader) Lines(ctx context.Context, path string, fn func(line []byte)) error {
	lines := stream.Lines{Max: maxRead, Long: pathError("read", path, ErrTooLarge), Line: func(line []byte) error {
		fn(line)
		return nil
	}}
	if err := rd.ReadTo(ctx, path, &lines); err != nil {
		return err
	}
	return lines.Flush()
}

func (f files) reading(ctx context.Context, path string) (fd int, info Info, err error) {
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
