package modules

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// Mounted returns the files that Puppet's file server has under a path
// and the rest of the path: modules/NAME is the directory
// files of a module, plugins and pluginfacts are the directories lib and facts.d
// of all modules.
func (e *Environment) Mounted(rd host.Reader, at string) (*Files, string, error) {
	mount, rest, _ := strings.Cut(strings.Trim(path.Clean("/"+at), "/"), "/")
	switch mount {
	case "modules":
		name, rest, _ := strings.Cut(rest, "/")
		for _, m := range e.Modules {
			switch {
			case m.Name != name || m.ShadowedBy != "":
			case m.Err != nil:
				return nil, "", missing(fmt.Sprintf("module %s is unusable: %s", name, m.Err))
			default:
				return &Files{rd, []string{path.Join(m.Path, "files")}}, rest, nil
			}
		}
		return nil, "", missing(fmt.Sprintf("unknown module %q (modulepath %s)", name, strings.Join(e.Path, ":")))
	case "plugins":
		return &Files{rd, e.each("lib")}, rest, nil
	case "pluginfacts":
		return &Files{rd, e.each("facts.d")}, rest, nil
	}
	return nil, "", missing(fmt.Sprintf("unknown mount %q: use modules, plugins or pluginfacts", mount))
}

func (e *Environment) each(dir string) []string {
	var all []string
	for _, m := range e.Modules {
		if m.Err == nil && m.ShadowedBy == "" {
			all = append(all, path.Join(m.Path, dir))
		}
	}
	return all
}

// missing is an error that matches fs.ErrNotExist.
type missing string

func (m missing) Error() string        { return string(m) }
func (m missing) Is(target error) bool { return target == fs.ErrNotExist }

// Files are the files of several directories; the first directory with a path provides
// it. It implements ral.FileTree.
type Files struct {
	rd   host.Reader
	dirs []string
}

// first applies fn to the path in each directory until it exists.
func first[T any](f *Files, at string, fn func(path string) (T, error)) (T, error) {
	var zero T
	err := fmt.Errorf("%s: %w", at, fs.ErrNotExist)
	for _, dir := range f.dirs {
		var v T
		if v, err = fn(path.Join(dir, path.Clean("/"+at))); !errors.Is(err, fs.ErrNotExist) {
			return v, err
		}
	}
	return zero, err
}

// Stat describes a file; it follows links.
func (f *Files) Stat(ctx context.Context, at string) (host.Info, error) {
	return first(f, at, func(p string) (host.Info, error) { return f.rd.Stat(ctx, p) })
}

// Lstat describes a file or a link.
func (f *Files) Lstat(ctx context.Context, at string) (host.Info, error) {
	return first(f, at, func(p string) (host.Info, error) { return f.rd.Lstat(ctx, p) })
}

// ReadDir returns the names in a directory, sorted.
func (f *Files) ReadDir(ctx context.Context, at string) ([]string, error) {
	var all []string
	found := false
	for _, dir := range f.dirs {
		names, err := f.rd.ReadDir(ctx, path.Join(dir, path.Clean("/"+at)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		found = found || err == nil
		all = append(all, names...)
	}
	if !found {
		return nil, fmt.Errorf("%s: %w", at, fs.ErrNotExist)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// ReadFile returns the content of a file.
func (f *Files) ReadFile(ctx context.Context, at string) ([]byte, error) {
	return first(f, at, func(p string) ([]byte, error) { return f.rd.ReadFile(ctx, p) })
}

// ReadTo writes the content of a file to w.
func (f *Files) ReadTo(ctx context.Context, at string, w io.Writer) error {
	_, err := first(f, at, func(p string) (struct{}, error) { return struct{}{}, f.rd.ReadTo(ctx, p, w) })
	return err
}

// ReadLink returns the target of a link.
func (f *Files) ReadLink(ctx context.Context, at string) (string, error) {
	return first(f, at, func(p string) (string, error) { return f.rd.ReadLink(ctx, p) })
}
