package inifile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"ralsh/ral/host"
)

// Load reads a file. One that is not there is an error that matches
// fs.ErrNotExist; a file with NUL bytes is no text, and an error.
func (d Dialect) Load(ctx context.Context, rd host.Reader, path string) (*File, error) {
	data, err := rd.ReadFile(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, bare(err))
	}
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return nil, fmt.Errorf("cannot read %s: line %d holds a NUL byte, it is no text", path, 1+bytes.Count(data[:at], []byte("\n")))
	}
	return d.Parse(data), nil
}

// Edit changes a file as it is now; a missing one counts as empty. Without a
// difference nothing is written. opt.Mode and the owners are those of a new
// file.
func (d Dialect) Edit(ctx context.Context, wr host.Writer, path string, opt host.WriteOptions, edit func(*File) error) error {
	f, err := d.Load(ctx, wr.Reader(), path)
	missing := errors.Is(err, fs.ErrNotExist)
	if missing {
		f, err = d.Parse(nil), nil
	}
	if err != nil {
		return err
	}
	before := f.Bytes()
	if err := edit(f); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	after := f.Bytes()
	if bytes.Equal(before, after) {
		return nil
	}
	if !missing {
		opt.Mode, opt.UID, opt.GID = nil, nil, nil
	}
	if err := wr.WriteFile(ctx, path, after, opt); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, bare(err))
	}
	return nil
}

// bare takes the path off an error that is going to name it anyway.
func bare(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}
