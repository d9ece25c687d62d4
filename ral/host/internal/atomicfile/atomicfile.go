// Package atomicfile replaces a file by a temporary file in the same directory and a rename, so
// that a reader sees the old or the new content.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// Replace replaces the file base in an open directory. fill writes the content and the
// attributes of the new file, whose mode is 0600 before. With sync, Replace returns when the
// file and its name are on disk. check, unless nil, may reject the temporary file by its name.
func Replace(parent *os.File, base string, sync bool, fill func(*os.File) error, check func(temp string) error) error {
	dir, temp := int(parent.Fd()), Temp(base)
	fd, err := unix.Openat(dir, temp, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	file := os.NewFile(uintptr(fd), temp)
	if err = fill(file); err == nil && sync {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil && check != nil {
		err = check(temp)
	}
	if err == nil {
		err = unix.Renameat(dir, temp, dir, base)
	}
	if err != nil {
		_ = unix.Unlinkat(dir, temp, 0)
		return err
	}
	if !sync {
		return nil
	}
	return parent.Sync()
}

// Temp returns a hidden name for a temporary file next to base. It cuts a long name, to stay
// below NAME_MAX.
func Temp(base string) string { return prefix(base) + rand.Text()[:random] }

// random is the length of the random suffix of a temporary name.
const random = 12

func prefix(base string) string { return "." + base[:min(len(base), 200)] + ".ralsh-" }

// IsTemp reports whether Temp may return the name for base.
func IsTemp(name, base string) bool {
	suffix, ok := strings.CutPrefix(name, prefix(base))
	return ok && len(suffix) == random && strings.Trim(suffix, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}
