package host

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Unlinked returns a new temporary file without a name, which ends with this process at the
// latest. It is in /var/tmp if possible, which is on disk, and otherwise in the temporary
// directory.
func Unlinked() (*os.File, error) {
	for _, dir := range []string{"/var/tmp", os.TempDir()} {
		if fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600); err == nil {
			return os.NewFile(uintptr(fd), dir), nil
		}
	}
	f, err := os.CreateTemp("", "ralsh-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
