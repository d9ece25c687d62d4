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

// Replace replaces the file base in the directory with the descriptor dir. fill writes the
// content and the attributes of the new file, whose mode is 0600 before. With sync, Replace
// returns when the file and its name are on disk. check, unless nil, may reject the temporary
// file by its name.
func Replace(dir int, base string, sync bool, fill func(*os.File) error, check func(temp string) error) error {
	return temporary(dir, base, sync, fill, func(temp string) error {
		if check != nil {
			if err := check(temp); err != nil {
				return err
			}
		}
		err := unix.Renameat(dir, temp, dir, base)
		if err != nil || !sync {
			return err
		}
		for err = unix.EINTR; err == unix.EINTR; {
			err = unix.Fsync(dir)
		}
		return err
	})
}

// Try has check judge the file that Replace would write, under a temporary name in the
// directory, and removes it.
func Try(dir int, base string, fill func(*os.File) error, check func(temp string) error) error {
	return temporary(dir, base, false, fill, func(temp string) error {
		return errors.Join(check(temp), unix.Unlinkat(dir, temp, 0))
	})
}

// temporary fills a temporary file and passes its name to use. It removes the file after an
// error.
func temporary(dir int, base string, sync bool, fill func(*os.File) error, use func(temp string) error) error {
	temp := Temp(base)
	fd, err := unix.Openat(dir, temp, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	file := os.NewFile(uintptr(fd), temp)
	if err = fill(file); err == nil && sync {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = use(temp)
	}
	if err != nil {
		_ = unix.Unlinkat(dir, temp, 0)
	}
	return err
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
