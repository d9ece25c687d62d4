package kmod

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"ralsh/ral/host"
)

const (
	debianModules = "/etc/modules"
	kernelModules = "/proc/modules"
)

// places returns the directories of a kind, modules-load.d or modprobe.d. A file hides
// files with the same name in later directories.
func places(kind string) []string {
	return []string{"/etc/" + kind, "/run/" + kind, "/usr/local/lib/" + kind, "/usr/lib/" + kind, "/lib/" + kind}
}

// dirOf returns the kind of directory for a verb.
func dirOf(verb string) string {
	if verb == "load" {
		return "modules-load.d"
	}
	return "modprobe.d"
}

// paths returns the files of a kind in reading order, each real file once: Debian's
// modules.conf is a link to /etc/modules. The error contains unreadable directories;
// paths returns the other files anyway.
func paths(ctx context.Context, rd host.Reader, kind string) ([]string, error) {
	byName := make(map[string]string)
	var errs []error
	for _, dir := range places(kind) {
		names, err := rd.ReadDir(ctx, dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
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
		if errors.Is(err, fs.ErrPermission) {
			return false // reading it reports the error
		}
		id := [2]uint64{info.Device, info.Inode}
		gone := err != nil || !info.Mode.IsRegular() || seen[id]
		seen[id] = true
		return gone
	}), errors.Join(errs...)
}

// found is a statement with its file.
type found struct {
	statement
	file string
}

func (f found) place() string { return fmt.Sprintf("%s:%d", f.file, f.at+1) }

// own reports whether the file belongs to the administrator, not to a package.
func (f found) own() bool { return strings.HasPrefix(f.file, "/etc/") }

// statementsOf contains the statements of a file, or the error of reading it.
type statementsOf struct {
	all      []found
	byModule map[string][]found
	err      error
}

// every returns the statements of all files, in reading order. The error contains
// unreadable files.
func (m *modules) every(ctx context.Context, rd host.Reader) ([]statementsOf, error) {
	var list []statementsOf
	var errs []error
	for _, kind := range []string{"modules-load.d", "modprobe.d"} {
		files, err := paths(ctx, rd, kind)
		errs = append(errs, err)
		for _, file := range files {
			s, err := m.in(ctx, rd, file, kind == "modules-load.d")
			if err != nil {
				errs = append(errs, err)
				continue
			}
			list = append(list, s)
		}
	}
	return list, errors.Join(errs...)
}

// of returns the statements about a module.
func (m *modules) of(ctx context.Context, rd host.Reader, module string) ([]found, error) {
	files, err := m.every(ctx, rd)
	var list []found
	for _, s := range files {
		list = append(list, s.byModule[module]...)
	}
	return list, err
}

// in returns the statements of a file.
func (m *modules) in(ctx context.Context, rd host.Reader, file string, loads bool) (statementsOf, error) {
	f, err := m.store.Load(ctx, rd, file)
	if err != nil {
		return statementsOf{}, err
	}
	s := m.parsed.Of(file, f, func() statementsOf {
		s := statementsOf{byModule: make(map[string][]found)}
		for _, line := range f.Lines() {
			if strings.IndexByte(line.Text, 0) >= 0 {
				return statementsOf{err: fmt.Errorf("cannot read %s: line %d contains a NUL byte and is not text", file, line.Number)}
			}
		}
		for _, one := range statements(f, loads) {
			s.all = append(s.all, found{one, file})
			s.byModule[one.module] = append(s.byModule[one.module], found{one, file})
		}
		return s
	})
	return s, s.err
}
