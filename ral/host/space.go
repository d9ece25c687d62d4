package host

import (
	"context"

	"golang.org/x/sys/unix"
)

func (f files) Space(ctx context.Context, path string) (FSUsage, error) {
	if err := ctx.Err(); err != nil {
		return FSUsage{}, pathError("statfs", path, err)
	}
	fd, err := f.open(path, unix.O_PATH)
	if err != nil {
		return FSUsage{}, err
	}
	defer closeFD(fd)
	var st unix.Statfs_t
	if err := unix.Fstatfs(fd, &st); err != nil {
		return FSUsage{}, pathError("statfs", path, err)
	}
	unit := int64(st.Frsize)
	if unit == 0 {
		unit = int64(st.Bsize)
	}
	return FSUsage{
		Size: int64(st.Blocks) * unit, Free: int64(st.Bfree) * unit, Available: int64(st.Bavail) * unit,
	}, nil
}
