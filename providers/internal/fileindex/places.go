package fileindex

import (
	"context"
	"errors"
	"path"
	"strings"

	"ralsh/ral/host"
)

// places maps changed paths to files. Its keys are paths with their links resolved.
type places struct {
	files map[string]string
	dirs  map[string]string
	real  map[string]string // resolved directories by name
	links bool              // a file is a link, or a directory has two names
}

// reach is how many files a change affects.
type reach uint8

const (
	none reach = iota
	one        // a single file
	several
)

// of returns the file that a change of a path affects.
func (p *places) of(changed string) (file string, _ reach) {
	if p.links {
		return "", several
	}
	if file, ok := p.files[changed]; ok {
		return file, one
	}
	if dir, ok := p.dirs[path.Dir(changed)]; ok {
		return path.Join(dir, path.Base(changed)), one
	}
	for dir := range p.dirs {
		if strings.HasPrefix(dir+"/", changed+"/") {
			return "", several
		}
	}
	for file := range p.files {
		if strings.HasPrefix(file, changed+"/") {
			return "", several
		}
	}
	return "", none
}

func locate(ctx context.Context, rd host.Reader, files []File, dirs []string) (places, error) {
	p := places{files: make(map[string]string, len(files)), dirs: make(map[string]string), real: make(map[string]string)}
	var errs []error
	for _, dir := range dirs {
		real, err := p.resolve(ctx, rd, dir)
		if other, twice := p.dirs[real]; twice && other != dir {
			p.links = true
		}
		p.dirs[real] = dir
		errs = append(errs, err)
	}
	for _, f := range files {
		errs = append(errs, p.add(ctx, rd, f.Path))
	}
	return p, errors.Join(errs...)
}

// add adds an existing or a missing file.
func (p *places) add(ctx context.Context, rd host.Reader, file string) error {
	info, err := rd.Lstat(ctx, file)
	if err != nil && !host.IsMissing(err) {
		return err
	}
	p.links = p.links || err == nil && info.IsLink()
	dir, err := p.resolve(ctx, rd, path.Dir(file))
	p.files[path.Join(dir, path.Base(file))] = file
	return err
}

// resolve resolves the links of an existing or a missing directory.
func (p *places) resolve(ctx context.Context, rd host.Reader, dir string) (string, error) {
	if real, known := p.real[dir]; known {
		return real, nil
	}
	real, err := rd.RealPath(ctx, dir)
	if host.IsMissing(err) && dir != "/" {
		real, err = p.resolve(ctx, rd, path.Dir(dir))
		real = path.Join(real, path.Base(dir))
	}
	if err == nil {
		p.real[dir] = real
	}
	return real, err
}
