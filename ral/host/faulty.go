package host

import (
	"context"
	"errors"
	"io"
	"io/fs"
)

// FaultyReads returns a Host like h that calls fault for each path that is read. An
// error of fault is that of the read; fs.ErrNotExist means that the path is missing.
// fault may be called concurrently.
func FaultyReads(h Host, fault func(path string) error) Host {
	return Host{faultyReads{h.be, fault}}
}

type faultyReads struct {
	writeBackend
	fault func(path string) error
}

func (f faultyReads) check(op, path string) error {
	if err := f.fault(path); err != nil {
		return &fs.PathError{Op: op, Path: path, Err: err}
	}
	return nil
}

func (f faultyReads) ReadFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	if err := f.check("open", path); err != nil {
		return nil, err
	}
	return f.writeBackend.ReadFile(ctx, path, limit)
}

func (f faultyReads) ReadTo(ctx context.Context, path string, w io.Writer) error {
	if err := f.check("open", path); err != nil {
		return err
	}
	return f.writeBackend.ReadTo(ctx, path, w)
}

func (f faultyReads) ReadDir(ctx context.Context, path string) ([]string, error) {
	if err := f.check("open", path); err != nil {
		return nil, err
	}
	return f.writeBackend.ReadDir(ctx, path)
}

// Stat needs no right to read the path itself.
func (f faultyReads) Stat(ctx context.Context, path string, follow bool) (Info, error) {
	if err := f.check("stat", path); errors.Is(err, fs.ErrNotExist) {
		return Info{}, err
	}
	return f.writeBackend.Stat(ctx, path, follow)
}
