package yumrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/inifile"
)

const mainFile = "/etc/yum.conf"

func dialect() inifile.Dialect {
	return inifile.Dialect{Prefix: "[", Suffix: "]", Separator: "=", Continued: true}
}

// folders returns the existing directories of repositories, the one for new
// ones last: those of reposdir, otherwise yum's defaults.
func folders(ctx context.Context, rd host.Reader) ([]string, error) {
	list := []string{"/etc/yum.repos.d", "/etc/yum/repos.d"}
	f, err := dialect().Load(ctx, rd, mainFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil {
		if dirs, ok := f.Get("main", "reposdir"); ok {
			list = strings.FieldsFunc(dirs.Value, func(r rune) bool { return strings.ContainsRune(" ,\n\t", r) })
		}
	}
	var there []string
	for _, dir := range list {
		if info, err := rd.Stat(ctx, dir); err == nil && info.IsDir() {
			there = append(there, dir)
		}
	}
	return there, nil
}

// files returns all files that may contain repositories, in reading order.
func files(ctx context.Context, rd host.Reader) ([]string, error) {
	dirs, err := folders(ctx, rd)
	if err != nil {
		return nil, err
	}
	list := []string{mainFile}
	for _, dir := range dirs {
		names, err := rd.ReadDir(ctx, dir)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", dir, err)
		}
		for _, name := range names {
			if path.Ext(name) == ".repo" {
				list = append(list, path.Join(dir, name))
			}
		}
	}
	return list, nil
}

// place returns the file for a repository: target as in yumrepo_core, "" for
// the default.
func place(ctx context.Context, rd host.Reader, name, target string) (string, error) {
	dirs, err := folders(ctx, rd)
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

// repo is one section of one file.
type repo struct {
	name, file string
	line       int
	f          *inifile.File
}

// repos returns all repositories in reading order. A file that cannot be read
// is in the error, but does not hide the others.
func repos(ctx context.Context, rd host.Reader) ([]repo, error) {
	paths, err := files(ctx, rd)
	if err != nil {
		return nil, err
	}
	var list []repo
	var errs []error
	for _, file := range paths {
		f, err := dialect().Load(ctx, rd, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		seen := map[string]bool{"main": true}
		for _, s := range f.Sections() {
			if !seen[s.Name] {
				list = append(list, repo{s.Name, file, s.Line, f})
			}
			seen[s.Name] = true
		}
	}
	return list, errors.Join(errs...)
}
