package inifile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"ralsh/ral/host"
)

// Load reads a file. The error for a missing file matches fs.ErrNotExist; a
// file with NUL bytes is not text, and an error.
func (d Dialect) Load(ctx context.Context, rd host.Reader, path string) (*File, error) {
	data, err := rd.ReadFile(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, host.Cause(err))
	}
	f, err := d.parseText(data)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	return f, nil
}

func (d Dialect) parseText(data []byte) (*File, error) {
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return nil, fmt.Errorf("line %d contains a NUL byte and is not text", 1+bytes.Count(data[:at], []byte("\n")))
	}
	return d.Parse(data), nil
}

// Cache keeps the files that a run has read (host.Parsed). The zero value is ready to
// use. It is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	files map[Dialect]*host.Parsed[parsed]
}

type parsed struct {
	file *File
	err  error
}

// Load is Dialect.Load. The file must not be changed.
func (c *Cache) Load(ctx context.Context, rd host.Reader, d Dialect, path string) (*File, error) {
	p, err := c.of(d).Load(ctx, rd, path, func(data []byte) parsed {
		f, err := d.parseText(data)
		if err != nil {
			return parsed{err: fmt.Errorf("cannot read %s: %w", path, err)}
		}
		f.list = f.Settings()
		return parsed{file: f}
	})
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, host.Cause(err))
	}
	return p.file, p.err
}

func (c *Cache) of(d Dialect) *host.Parsed[parsed] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files == nil {
		c.files = make(map[Dialect]*host.Parsed[parsed])
	}
	if c.files[d] == nil {
		c.files[d] = new(host.Parsed[parsed])
	}
	return c.files[d]
}

// Edit changes the current file, or an empty file if it is missing. It writes only if
// the file differs. opt.Mode and the owners are for a new file.
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
		return fmt.Errorf("cannot write %s: %w", path, host.Cause(err))
	}
	return nil
}
