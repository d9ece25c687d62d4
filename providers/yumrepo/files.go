package yumrepo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
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

// files returns all files that may contain repositories. The error contains unreadable
// directories; files returns the other files anyway.
func (s *sections) files(ctx context.Context, rd host.Reader, dirs []string) ([]string, error) {
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
	dir        int // of the file, in repos.dirs; -1 for the main file
	line       int
	again      []int // lines of further sections of this name in the file
	f          *inifile.File
	findings   []string // // findings about its lines
}

// repos contains all repositories.
type repos struct {
	dirs   []string
	files  map[string][]repo // by path
	byName map[string][]repo // in reading order
}

// named returns the repositories with a name. The first repository takes effect.
func (all *repos) named(name string) []repo { return all.byName[name] }

// list returns the effective repository of each name, in reading order.
func (all *repos) list() []repo {
	list := make([]repo, 0, len(all.byName))
	for _, named := range all.byName {
		list = append(list, named[0])
	}
	slices.SortFunc(list, func(a, b repo) int { return cmp.Or(inOrder(a, b), cmp.Compare(a.line, b.line)) })
	return list
}

func inOrder(a, b repo) int {
	return cmp.Or(cmp.Compare(a.dir, b.dir), strings.Compare(a.file, b.file))
}

// put sets the content of a file; nil removes the file.
func (all *repos) put(file string, f *inifile.File) {
	for _, old := range all.files[file] {
		named := slices.DeleteFunc(slices.Clone(all.byName[old.name]), func(r repo) bool { return r.file == file })
		if all.byName[old.name] = named; len(named) == 0 {
			delete(all.byName, old.name)
		}
	}
	delete(all.files, file)
	if dir := slices.Index(all.dirs, path.Dir(file)); f != nil && (file == mainFile || dir >= 0 && path.Ext(file) == ".repo") {
		all.files[file] = reposIn(f, file, dir)
	}
	for _, r := range all.files[file] {
		named := all.byName[r.name]
		at, _ := slices.BinarySearchFunc(named, r, inOrder)
		all.byName[r.name] = slices.Insert(slices.Clone(named), at, r)
	}
}

// repos reads all repositories. In a run the result is current until Forget. The error
// contains unreadable files; repos returns the other repositories anyway.
func (s *sections) repos(ctx context.Context, rd host.Reader) (*repos, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current && s.reload(ctx, rd) == nil {
		return s.last, nil
	}
	dirs, _ := s.repoDirs(ctx, rd) // reading the main file reports the error
	paths, err := s.files(ctx, rd, dirs)
	errs := []error{err}
	files := make(map[string]*inifile.File)
	for _, file := range paths {
		switch f, err := s.parsed.Load(ctx, rd, dialect(), file); {
		case err == nil:
			files[file] = f
		case !errors.Is(err, fs.ErrNotExist):
			errs = append(errs, err)
		}
	}
	if s.last == nil || !slices.Equal(s.last.dirs, dirs) || !maps.Equal(s.read, files) {
		s.last, s.read = &repos{dirs: dirs, files: make(map[string][]repo), byName: make(map[string][]repo)}, files
		for file, f := range files {
			s.last.put(file, f)
		}
	}
	err = errors.Join(errs...)
	s.wrote, s.current = nil, s.running && err == nil
	return s.last, err
}

// reload reads the files that this run wrote.
func (s *sections) reload(ctx context.Context, rd host.Reader) error {
	for _, file := range s.wrote {
		f, err := s.parsed.Load(ctx, rd, dialect(), file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if s.last.put(file, f); f == nil {
			delete(s.read, file)
		} else {
			s.read[file] = f
		}
	}
	s.wrote = nil
	return nil
}

// reposIn returns the repositories of a file.
func reposIn(f *inifile.File, file string, dir int) []repo {
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
			list = append(list, repo{name: s.Name, file: file, dir: dir, line: s.Line, f: f, findings: findings[s.Name]})
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
