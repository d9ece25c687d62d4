package sysctl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/inifile"
)

const (
	mainFile = "/etc/sysctl.conf"
	ownFile  = "/etc/sysctl.d/99-local.conf"
)

// confDirs returns the directories of settings. A file hides files with the same name in
// later directories.
func confDirs() []string {
	return []string{"/etc/sysctl.d", "/run/sysctl.d", "/usr/local/lib/sysctl.d", "/usr/lib/sysctl.d", "/lib/sysctl.d"}
}

// dialect returns a dialect without sections: a text file never contains their prefix.
func dialect() inifile.Dialect { return inifile.Dialect{Prefix: "\x00", Separator: " = "} }

// saved is a line with a setting.
type saved struct {
	name    string // as listed
	raw     string // as written
	value   string
	comment string
	file    string
	line    int
}

func (s saved) place() string { return fmt.Sprintf("%s:%d", s.file, s.line) }

// paths returns the files in reading order, also files that cannot be accessed. The last
// file takes precedence. The error contains unreadable directories; paths returns the
// other files anyway.
func paths(ctx context.Context, rd host.Reader) ([]string, error) {
	byName := make(map[string]string)
	var errs []error
	main, errMain := rd.Stat(ctx, mainFile)
	for _, dir := range confDirs() {
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
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		info, err := rd.Stat(ctx, byName[name])
		same := errMain == nil && err == nil && info.Inode == main.Inode && info.Device == main.Device
		if err == nil && info.Mode.IsRegular() && !same || errors.Is(err, fs.ErrPermission) {
			list = append(list, byName[name])
		}
	}
	if errMain == nil || errors.Is(errMain, fs.ErrPermission) {
		list = append(list, mainFile)
	}
	return list, errors.Join(errs...)
}

// files caches the files that a run reads for each of its settings. It is safe for
// concurrent use.
type files struct {
	parsed inifile.Cache
	lines  host.Derived[*inifile.File, fileLines]
}

type fileLines struct {
	all    []saved
	byName map[string][]saved
}

// in returns the settings of a file. A missing file is empty.
func (c *files) in(ctx context.Context, rd host.Reader, file string) (fileLines, error) {
	f, err := c.parsed.Load(ctx, rd, dialect(), file)
	if errors.Is(err, fs.ErrNotExist) {
		return fileLines{}, nil
	}
	if err != nil {
		return fileLines{}, err
	}
	return c.lines.Of(file, f, func() fileLines {
		lines := fileLines{read(f, file), make(map[string][]saved)}
		for _, s := range lines.all {
			lines.byName[s.name] = append(lines.byName[s.name], s)
		}
		return lines
	}), nil
}

func read(f *inifile.File, file string) []saved {
	var list []saved
	for _, s := range f.Settings() {
		name := nameOf(s.Name)
		list = append(list, saved{name, s.Name, squeeze(s.Value), f.Note("", s.Name, lead(name)), file, s.Line})
	}
	return list
}

// lead returns the prefix of a comment that belongs to a setting.
func lead(name string) string { return "# " + name + ": " }

// every returns the settings of all files, in reading order. The error contains
// unreadable files.
func (c *files) every(ctx context.Context, rd host.Reader) ([]fileLines, error) {
	paths, err := paths(ctx, rd)
	var all []fileLines
	errs := []error{err}
	for _, file := range paths {
		lines, err := c.in(ctx, rd, file)
		all, errs = append(all, lines), append(errs, err)
	}
	return all, errors.Join(errs...)
}

// of returns the lines of a setting, in target if it is declared, otherwise in all files.
func (c *files) of(ctx context.Context, rd host.Reader, r *ral.Resource) ([]saved, error) {
	if target := r.Get("target"); !target.IsNil() {
		lines, err := c.in(ctx, rd, target.Text())
		return lines.byName[r.Name()], err
	}
	all, err := c.every(ctx, rd)
	var lines []saved
	for _, f := range all {
		lines = append(lines, f.byName[r.Name()]...)
	}
	return lines, err
}

// notSettings returns a *ral.DamageError for lines without a name or an equals sign. A
// line with a leading dash excludes a name from a glob, and needs no value (sysctl.d(5)).
func (c *files) notSettings(ctx context.Context, rd host.Reader) error {
	paths, _ := paths(ctx, rd) // // every reports the error the settings
	var lines []string
	for _, file := range paths {
		f, err := c.parsed.Load(ctx, rd, dialect(), file)
		if err != nil {
			continue
		}
		for _, n := range f.Unknown() {
			if !strings.HasPrefix(f.Line(n), "-") {
				lines = append(lines, fmt.Sprintf("%s:%d is not a setting: expected NAME = VALUE", file, n))
			}
		}
	}
	if lines == nil {
		return nil
	}
	return &ral.DamageError{Lines: lines}
}
