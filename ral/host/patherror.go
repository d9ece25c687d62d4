package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"golang.org/x/sys/unix"
)

// PathError reports a failed operation on a path: "cannot read /etc/shadow: permission
// denied".
type PathError struct {
	Op   string // a verb: read, access, write
	Path string
	Err  error
}

// Error returns the operation, the path and the cause.
func (e *PathError) Error() string { return "cannot " + e.Op + " " + e.Path + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *PathError) Unwrap() error { return e.Err }

// NoDirectoryError reports a directory that does not exist. It matches fs.ErrNotExist.
type NoDirectoryError struct{ Dir string }

// Error names the directory.
func (e *NoDirectoryError) Error() string { return "the directory " + e.Dir + " does not exist" }

// Unwrap returns the error of the kernel.
func (e *NoDirectoryError) Unwrap() error { return unix.ENOENT }

// withDirectory names the missing directory of a path that cannot be created.
func (rd Reader) withDirectory(ctx context.Context, a Act, err error) error {
	at, ok := err.(*PathError)
	dir := path.Dir(a.Path)
	if !ok || at.Path != a.Path || !isNotExist(err) {
		return err
	}
	if _, err := FilesOf(rd.be).Stat(ctx, dir, true); !isNotExist(err) {
		return at
	}
	return AtPath(at.Op, at.Path, &NoDirectoryError{dir})
}

// Cause returns the cause of an error of a path or request, for a message that names it itself.
func Cause(err error) error {
	if at, ok := errors.AsType[*PathError](err); ok {
		return at.Err
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	if at, ok := errors.AsType[*RequestError](err); ok {
		return at.Err
	}
	return err
}

// Plain returns an error about a path without the name of the system call:
// "/etc/x: permission denied". It returns any other error unchanged.
func Plain(err error) error {
	if at, ok := err.(*fs.PathError); ok {
		return fmt.Errorf("%s: %w", at.Path, at.Err)
	}
	return err
}

// Unreadable returns the error of a path that cannot be read.
func Unreadable(path string, err error) *PathError {
	return &PathError{Op: "read", Path: path, Err: Cause(err)}
}

// AtPath names an operation and its path, once.
func AtPath(op, path string, err error) error {
	if err == nil {
		return nil
	}
	if at, ok := err.(*PathError); ok && at.Path == path {
		err = at.Err
	}
	return &PathError{Op: op, Path: path, Err: err}
}

// WithPath replaces the path of an error with the requested path.
func WithPath(path string, err error) error {
	if inner, ok := errors.AsType[*PathError](err); ok {
		return AtPath(inner.Op, path, inner.Err)
	}
	return err
}
