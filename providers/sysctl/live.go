package sysctl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

const kernel = "/proc/sys"

// live returns the kernel's value: absent if the kernel does not support the setting.
func live(ctx context.Context, rd host.Reader, name string) value.Value {
	if root := rd.Root(); root != "/" {
		return value.Unread("no kernel runs below " + root)
	}
	return readLive(ctx, rd, liveFile(name))
}

// liveFile returns the file of a setting below /proc/sys.
func liveFile(name string) string { return path.Join(kernel, pathOf(name)) }

func readLive(ctx context.Context, rd host.Reader, file string) value.Value {
	info, err := rd.Stat(ctx, file)
	if err == nil && !info.Mode.IsRegular() {
		return value.Absent()
	}
	if err == nil && info.Mode.Perm()&0o444 == 0 {
		return value.Unread("it is write-only")
	}
	if err == nil {
		var data []byte
		if data, err = rd.ReadFile(ctx, file); err == nil {
			return value.Str(squeeze(string(data)))
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return value.Absent()
	}
	return value.Unread(fmt.Sprintf("cannot read %s: %v", file, host.Cause(err)))
}

// old returns the settings that make the kernel print a warning when they are read
// (sysctl(8), --deprecated).
func old() []string { return []string{"base_reachable_time", "retrans_time"} }

// eachLive yields the kernel's settings in order. An unreadable directory does not hide
// other directories.
func eachLive(ctx context.Context, rd host.Reader, dir string, yield func(name string, is value.Value)) error {
	names, err := rd.ReadDir(ctx, dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range names {
		file := path.Join(dir, name)
		info, err := rd.Lstat(ctx, file)
		switch {
		case err != nil || slices.Contains(old(), name):
		case info.IsDir():
			err := eachLive(ctx, rd, file, yield)
			if !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		default:
			yield(swapped.Replace(strings.TrimPrefix(file, kernel+"/")), readLive(ctx, rd, file))
		}
	}
	return errors.Join(errs...)
}
