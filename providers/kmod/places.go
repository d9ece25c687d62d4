package kmod

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
)

const (
	debianModules = "/etc/modules"
	kernelModules = "/proc/modules"
)

// places returns the directories of a kind, modules-load.d or modprobe.d; a
// file hides those of the same name in later directories.
func places(kind string) []string {
	return []string{"/etc/" + kind, "/run/" + kind, "/usr/local/lib/" + kind, "/usr/lib/" + kind, "/lib/" + kind}
}

// folder returns the kind of directory for a verb.
func folder(verb string) string {
	if verb == "load" {
		return "modules-load.d"
	}
	return "modprobe.d"
}

// paths returns the files of a kind in reading order, each real file once:
// Debian's modules.conf is a link to /etc/modules.
func paths(ctx context.Context, rd host.Reader, kind string) ([]string, error) {
	byName := make(map[string]string)
	for _, dir := range places(kind) {
		names, err := rd.ReadDir(ctx, dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, name := range names {
			if byName[name] == "" && strings.HasSuffix(name, ".conf") {
				byName[name] = path.Join(dir, name)
			}
		}
	}
	var list []string
	if kind == "modules-load.d" {
		list = append(list, debianModules)
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		list = append(list, byName[name])
	}
	seen := make(map[[2]uint64]bool)
	return slices.DeleteFunc(list, func(file string) bool {
		info, err := rd.Stat(ctx, file)
		id := [2]uint64{info.Device, info.Inode}
		gone := err != nil || !info.Mode.IsRegular() || seen[id]
		seen[id] = true
		return gone
	}), nil
}

// found is one statement with its file.
type found struct {
	statement
	file string
}

func (f found) place() string { return fmt.Sprintf("%s:%d", f.file, f.at+1) }

// own reports whether a file belongs to the administrator, not to a package.
func (f found) own() bool { return strings.HasPrefix(f.file, "/etc/") }

// all returns the statements of all files. A file that cannot be read is in the
// error, but does not hide the others.
func all(ctx context.Context, rd host.Reader, store *parsedfile.Store) ([]found, error) {
	var list []found
	var errs []error
	for _, kind := range []string{"modules-load.d", "modprobe.d"} {
		files, err := paths(ctx, rd, kind)
		errs = append(errs, err)
		for _, file := range files {
			f, err := load(ctx, rd, store, file)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			for _, s := range statements(f, kind == "modules-load.d") {
				list = append(list, found{s, file})
			}
		}
	}
	return list, errors.Join(errs...)
}

func load(ctx context.Context, rd host.Reader, store *parsedfile.Store, file string) (*parsedfile.File, error) {
	f, err := store.Load(ctx, rd, file)
	if err != nil {
		return nil, err
	}
	for _, line := range f.Lines() {
		if bytes.IndexByte([]byte(line.Text), 0) >= 0 {
			return nil, fmt.Errorf("cannot read %s: line %d holds a NUL byte, it is no text", file, line.Number)
		}
	}
	return f, nil
}
