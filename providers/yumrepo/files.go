package yumrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/inifile"
)

const mainFile = "/etc/yum.conf"

func dialect() inifile.Dialect {
	return inifile.Dialect{Prefix: "[", Suffix: "]", Separator: "=", Continued: true}
}

// repoDirs returns the existing directories of repositories: reposdir, otherwise yum's
// defaults. The last directory gets new repositories. If the main file is unreadable,
// repoDirs returns the error with the defaults. A directory that cannot be accessed
// counts as existing.
func (s *sections) repoDirs(ctx context.Context, rd host.Reader) ([]string, error) {
	list := []string{"/etc/yum.repos.d", "/etc/yum/repos.d"}
	f, failed := s.parsed.Load(ctx, rd, dialect(), mainFile)
	if errors.Is(failed, fs.ErrNotExist) {
		failed = nil
	} else if failed == nil {
		if dirs, ok := f.Get("main", "reposdir"); ok {
			list = strings.FieldsFunc(dirs.Value, func(r rune) bool { return strings.ContainsRune(" ,\n\t", r) })
		}
	}
	var there []string
	for _, dir := range list {
		if info, err := rd.Stat(ctx, dir); err == nil && info.IsDir() || err != nil && !host.IsMissing(err) {
			there = append(there, dir)
		}
	}
	return there, failed
}

// files returns all files that may contain repositories, in reading order. The error
// contains unreadable directories; files returns the other files anyway.
func (s *sections) files(ctx context.Context, rd host.Reader) ([]string, error) {
	dirs, _ := s.repoDirs(ctx, rd) // reading the main file reports the error
	var errs []error
	list := []string{mainFile}
	for _, dir := range dirs {
		names, err := rd.ReadDir(ctx, dir)
		if err != nil {
			errs = append(errs, err)
		}
		for _, name := range names {
			if path.Ext(name) == ".repo" {
				list = append(list, path.Join(dir, name))
			}
		}
	}
	return list, errors.Join(errs...)
}

// place returns the file for a repository. target has the meaning of yumrepo_core, "" is
// the default.
func (s *sections) place(ctx context.Context, rd host.Reader, name, target string) (string, error) {
	dirs, err := s.repoDirs(ctx, rd)
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

// repos contains all repositories in reading order.
type repos struct {
	list   []repo
	byName map[string][]int // in list
	files  []*inifile.File  // its sources
}

// named returns the repositories with a name. The first repository takes effect.
func (all *repos) named(name string) []repo {
	var list []repo
	for _, i := range all.byName[name] {
		list = append(list, all.list[i])
	}
	return list
}

// repos reads all repositories. It returns the same result until a file changes. The
// error contains unreadable files; repos returns the other repositories anyway.
func (s *sections) repos(ctx context.Context, rd host.Reader) (*repos, error) {
	paths, err := s.files(ctx, rd)
	var there []string
	var files []*inifile.File
	errs := []error{err}
	for _, file := range paths {
		switch f, err := s.parsed.Load(ctx, rd, dialect(), file); {
		case err == nil:
			there, files = append(there, file), append(files, f)
		case !errors.Is(err, fs.ErrNotExist):
			errs = append(errs, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil || !slices.Equal(s.last.files, files) {
		s.last = reposIn(there, files)
	}
	return s.last, errors.Join(errs...)
}

func reposIn(paths []string, files []*inifile.File) *repos {
	all := &repos{byName: make(map[string][]int), files: files}
	for i, f := range files {
		findings := sectionFindings(f, paths[i])
		seen := make(map[string]int) // in all.list
		for _, s := range f.Sections() {
			at, twice := seen[s.Name]
			switch {
			case s.Name == "main":
			case twice:
				all.list[at].again = append(all.list[at].again, s.Line)
			default:
				seen[s.Name] = len(all.list)
				all.byName[s.Name] = append(all.byName[s.Name], len(all.list))
				all.list = append(all.list, repo{name: s.Name, file: paths[i], line: s.Line, f: f, findings: findings[s.Name]})
			}
		}
	}
	return all
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
