// Package fileindex finds entries in the files of a provider by name. A run reads all files
// once, and reads a file again when it changed the file.
package fileindex

import (
	"context"
	"errors"
	"io/fs"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/inifile"
)

// Index is the entries of all files. Providers embed it. It is safe for concurrent use.
type Index[E any] struct {
	Source[E]
	parsed inifile.Cache
	read   host.Derived[*inifile.File, entries[E]]

	mu         sync.Mutex
	prefetched bool // the run calls Forget and ForgetFiles
	current    bool // found is current except for the changed files
	changed    []string
	found      contents[E]
	places     places
}

// Source describes the files and their entries.
type Source[E any] struct {
	Dialect inifile.Dialect
	// Files returns the files and the directories of the files; a file or directory may
	// be missing. The error lists unreadable directories. Files returns the files of all
	// readable directories.
	Files func(ctx context.Context, rd host.Reader) (files []File, dirs []string, err error)
	// New returns the File of a new path in these directories, or false if the provider
	// ignores the path. Without New, a new or removed file makes the index call Files
	// again.
	New func(path string) (File, bool)
	// Main is the file that sets the directories, or "".
	Main string
	// Read returns the entries of a file in order.
	Read func(f *inifile.File, path string) []E
	Name func(E) string
}

// Prefetch implements ral.Prefetcher. Retrieve returns the errors.
func (x *Index[E]) Prefetch(ctx context.Context, rd host.Reader, _ []*ral.Resource) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.prefetched = true
	_ = x.refresh(ctx, rd)
	return nil
}

// Forget implements ral.Forgetter.
func (x *Index[E]) Forget() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.current = false
}

// ForgetFiles implements ral.FileForgetter.
func (x *Index[E]) ForgetFiles(paths []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, changed := range paths {
		switch file, reach := x.places.of(changed); {
		case reach == several || file == x.Main && reach == one:
			x.current = false
		case reach == one:
			x.changed = append(x.changed, file)
		}
	}
}

// All returns the entries of all readable files in reading order. The error lists the
// unreadable files.
func (x *Index[E]) All(ctx context.Context, rd host.Reader) ([]E, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	err := x.refresh(ctx, rd)
	return x.found.list(), err
}

// Named returns the entries with a name in reading order, with the error of All.
func (x *Index[E]) Named(ctx context.Context, rd host.Reader, name string) ([]E, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	err := x.refresh(ctx, rd)
	var list []E
	for _, f := range x.found.named[name] {
		list = append(list, f.byName[name]...)
	}
	return list, err
}

// In returns the entries with a name in any file. A missing file is empty.
func (x *Index[E]) In(ctx context.Context, rd host.Reader, file, name string) ([]E, error) {
	found, _, err := x.load(ctx, rd, file)
	return found.byName[name], err
}

// Load returns a parsed file. Callers must not change it.
func (x *Index[E]) Load(ctx context.Context, rd host.Reader, file string) (*inifile.File, error) {
	return x.parsed.Load(ctx, rd, x.Dialect, file)
}

// refresh reads the changed files, or all files without Prefetch.
func (x *Index[E]) refresh(ctx context.Context, rd host.Reader) error {
	if x.current && x.refreshChanged(ctx, rd) {
		return nil
	}
	files, dirs, err := x.Files(ctx, rd)
	x.found = contents[E]{files: make(map[string]inFile[E], len(files)), named: make(map[string][]inFile[E])}
	errs := []error{err}
	for _, f := range files {
		list, there, err := x.load(ctx, rd, f.Path)
		if errs = append(errs, err); there {
			x.found.put(inFile[E]{f, list})
		}
	}
	if x.prefetched {
		x.places, err = locate(ctx, rd, files, dirs)
		errs = append(errs, err)
	}
	err = errors.Join(errs...)
	x.changed, x.current = nil, x.prefetched && err == nil
	return err
}

// refreshChanged reads the changed files. It returns false if all files have to be read.
func (x *Index[E]) refreshChanged(ctx context.Context, rd host.Reader) bool {
	for _, file := range x.changed {
		before, known := x.found.files[file]
		f := before.File
		if !known && x.New != nil {
			var counts bool
			if f, counts = x.New(file); !counts {
				continue
			}
		}
		list, there, err := x.load(ctx, rd, file)
		if err != nil || known != there && x.New == nil || x.places.add(ctx, rd, file) != nil {
			return false
		}
		if known {
			x.found.remove(before)
		}
		if there {
			x.found.put(inFile[E]{f, list})
		}
	}
	x.changed = nil
	return true
}

// load returns the entries of a file. there is false if the file is missing or a directory.
func (x *Index[E]) load(ctx context.Context, rd host.Reader, file string) (list entries[E], there bool, err error) {
	f, err := x.Load(ctx, rd, file)
	if err != nil {
		if info, failed := rd.Stat(ctx, file); failed == nil && info.IsDir() || errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return list, false, err
	}
	return x.read.Of(file, f, func() entries[E] {
		list := entries[E]{x.Read(f, file), make(map[string][]E)}
		for _, e := range list.list {
			list.byName[x.Name(e)] = append(list.byName[x.Name(e)], e)
		}
		return list
	}), true, nil
}
