package sysctl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/providers/internal/fileindex"
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

// confFiles returns the files, also files that cannot be accessed. The last file takes
// precedence. The error contains unreadable directories; confFiles returns the other files
// anyway.
func confFiles(ctx context.Context, rd host.Reader) (list []fileindex.File, dirs []string, err error) {
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
	for name, file := range byName {
		info, err := rd.Stat(ctx, file)
		same := errMain == nil && err == nil && info.Inode == main.Inode && info.Device == main.Device
		if err == nil && info.Mode.IsRegular() && !same || errors.Is(err, fs.ErrPermission) {
			list = append(list, fileindex.File{Path: file, At: name})
		}
	}
	return append(list, fileindex.File{Path: mainFile, At: last}), confDirs(), errors.Join(errs...)
}

// last is behind each name of a file, which ends with .conf.
const last = "\U0010ffff"

func newParser() *parser {
	p := &parser{}
	p.Source = fileindex.Source[saved]{
		Dialect: dialect(), Files: confFiles, Read: read, Name: func(s saved) string { return s.name },
	}
	return p
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

// of returns the lines of a setting, in target if it is declared, otherwise in all files.
func (p *parser) of(ctx context.Context, rd host.Reader, r *ral.Resource) ([]saved, error) {
	if target := r.Get("target"); !target.IsNil() {
		return p.In(ctx, rd, target.Text(), r.Name())
	}
	return p.Named(ctx, rd, r.Name())
}

// notSettings returns a *ral.DamageError for lines without a name or an equals sign. A
// line with a leading dash excludes a name from a glob, and needs no value (sysctl.d(5)).
func (p *parser) notSettings(ctx context.Context, rd host.Reader) error {
	var lines []string
	files, _, _ := confFiles(ctx, rd) // All reports the error
	slices.SortFunc(files, fileindex.File.Compare)
	for _, file := range files {
		f, err := p.Load(ctx, rd, file.Path)
		if err != nil {
			continue
		}
		for _, n := range f.Unknown() {
			if !strings.HasPrefix(f.Line(n), "-") {
				lines = append(lines, fmt.Sprintf("%s:%d is not a setting: expected NAME = VALUE", file.Path, n))
			}
		}
	}
	if lines == nil {
		return nil
	}
	return &ral.DamageError{Lines: lines}
}
