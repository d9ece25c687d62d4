package yumrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/providers/internal/fileindex"
	"ralsh/ral/host"
	"ralsh/ral/inifile"
)

const mainFile = "/etc/yum.conf"

func dialect() inifile.Dialect {
	return inifile.Dialect{Prefix: "[", Suffix: "]", Separator: "=", Continued: true}
}

// reposDirs are yum's defaults.
func reposDirs() []string { return []string{"/etc/yum.repos.d", "/etc/yum/repos.d"} }

// repoDirs returns the directories of repositories: reposdir, otherwise yum's defaults. If
// the main file is unreadable, repoDirs returns the error with the defaults.
func (s *sections) repoDirs(ctx context.Context, rd host.Reader) ([]string, error) {
	f, err := s.Load(ctx, rd, mainFile)
	if errors.Is(err, fs.ErrNotExist) {
		return reposDirs(), nil
	}
	if err != nil {
		return reposDirs(), err
	}
	dirs, ok := f.Get("main", "reposdir")
	if !ok {
		return reposDirs(), nil
	}
	return strings.FieldsFunc(dirs.Value, func(r rune) bool { return strings.ContainsRune(" ,\n\t", r) }), nil
}

// existing returns the existing directories. The last of them gets new repositories. A
// directory that cannot be accessed counts as existing.
func existing(ctx context.Context, rd host.Reader, dirs []string) []string {
	var there []string
	for _, dir := range dirs {
		if info, err := rd.Stat(ctx, dir); err == nil && info.IsDir() || err != nil && !host.IsMissing(err) {
			there = append(there, dir)
		}
	}
	return there
}

// files returns all files that may contain repositories.
func (s *sections) files(ctx context.Context, rd host.Reader) (list []fileindex.File, dirs []string, err error) {
	dirs, _ = s.repoDirs(ctx, rd) // reading the main file reports the error
	s.dirs = dirs
	var errs []error
	list = []fileindex.File{{Path: mainFile}}
	for _, dir := range existing(ctx, rd, dirs) {
		names, err := rd.ReadDir(ctx, dir)
		if err != nil {
			errs = append(errs, err)
		}
		for _, name := range names {
			if f, ok := s.file(path.Join(dir, name)); ok {
				list = append(list, f)
			}
		}
	}
	return list, dirs, errors.Join(errs...)
}

// file returns the place of a file of repositories in the reading order.
func (s *sections) file(file string) (fileindex.File, bool) {
	at := slices.Index(s.dirs, path.Dir(file))
	return fileindex.File{Path: file, At: fmt.Sprintf("%06d", at)}, at >= 0 && path.Ext(file) == ".repo"
}

// place returns the file for a repository. target has the meaning of yumrepo_core, "" is
// the default.
func (s *sections) place(ctx context.Context, rd host.Reader, name, target string) (string, error) {
	dirs, err := s.repoDirs(ctx, rd)
	dirs = existing(ctx, rd, dirs)
	if err != nil || len(dirs) == 0 {
		return mainFile, err
	}
	last := dirs[len(dirs)-1]
	if target == mainFile {
		return mainFile, nil
	}
	if target == "" {
		return path.Join(last, name+".repo"), nil
	}
	if !strings.HasSuffix(target, ".repo") {
		target += ".repo"
	}
	for _, dir := range dirs {
		if path.Dir(target) == dir {
			return target, nil
		}
	}
	return path.Join(last, path.Base(target)), nil
}

// repo is a section of a file.
type repo struct {
	name, file string
	line       int
	again      []int // lines of further sections of this name in the file
	f          *inifile.File
	findings   []string // // findings about its lines
}

// reposIn returns the repositories of a file.
func reposIn(f *inifile.File, file string) []repo {
	var list []repo
	findings := sectionFindings(f, file)
	seen := make(map[string]int) // in list
	for _, s := range f.Sections() {
		at, twice := seen[s.Name]
		switch {
		case s.Name == "main":
		case twice:
			list[at].again = append(list[at].again, s.Line)
		default:
			seen[s.Name] = len(list)
			list = append(list, repo{name: s.Name, file: file, line: s.Line, f: f, findings: findings[s.Name]})
		}
	}
	return list
}

// sectionFindings returns the findings of each section of a file.
func sectionFindings(f *inifile.File, file string) map[string][]string {
	list := make(map[string][]string)
	seen := make(map[[2]string]int)
	for _, s := range f.Settings() {
		at := [2]string{s.Section, s.Name}
		if before := seen[at]; before > 0 {
			list[s.Section] = append(list[s.Section], fmt.Sprintf("%s is set in line %d and in line %d; the last line takes effect", s.Name, before, s.Line))
		}
		seen[at] = s.Line
	}
	if lines := f.Unknown(); len(lines) > 0 {
		for _, s := range f.Sections() {
			list[s.Name] = append(list[s.Name], fmt.Sprintf("line %d of %s is neither a section nor a setting", lines[0], file))
		}
	}
	return list
}
