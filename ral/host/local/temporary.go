package local

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/atomicfile"
	"ralsh/ral/host/internal/key"
)

// RemoveTemporaries removes the temporary files that a killed process left next to a file
// during an atomic write, and returns their paths. before is called with each path; its error
// keeps that file and ends the removal. Only regular files with such a name are removed, if
// they belong to the user of this process or to the owner of the file; untrusted links are not
// followed. A host that is not a machine has none.
func RemoveTemporaries(ctx context.Context, h host.Host, file string, before func(path string) error) ([]string, error) {
	m, ok := host.Unwrap(key.Key{}, h.Reader()).Base().(machine)
	if !ok {
		return nil, nil
	}
	at, err := m.forWrite(ctx).locate(file, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer closeFD(at.dir)
	names, err := temporaries(at)
	var removed []string
	for _, name := range names {
		full := path.Join(path.Dir(at.real), name)
		if err = before(full); err == nil {
			err = host.AtPath("remove", full, unix.Unlinkat(at.dir, name, 0))
		}
		if err != nil {
			break
		}
		removed = append(removed, full)
	}
	return removed, err
}

func temporaries(at location) ([]string, error) {
	fd, err := unix.Openat(at.dir, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, host.AtPath("list", path.Dir(at.real), err)
	}
	dir := os.NewFile(uintptr(fd), path.Dir(at.real))
	defer dir.Close()
	all, err := dir.Readdirnames(-1)
	owners := []int{os.Geteuid()}
	if info, err := fstatat(at.dir, at.base, at.real); err == nil {
		owners = append(owners, info.UID)
	}
	slices.Sort(all)
	return slices.DeleteFunc(all, func(name string) bool {
		info, err := fstatat(at.dir, name, name)
		return !atomicfile.IsTemp(name, at.base) || err != nil || !info.Mode.IsRegular() || !slices.Contains(owners, info.UID)
	}), err
}
