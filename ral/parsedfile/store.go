package parsedfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"ralsh/ral/host"
)

// Store reads and writes files of one format during a run. A file is read each
// time, and lines are parsed again only when they differ, so that neither an earlier
// resource's change nor a foreign edit is missed. It is safe for concurrent
// use.
type Store struct {
	Format *Format
	// Write is how a changed file is written: the mode and owner of a new one,
	// and whether the content is secret. The zero Write keeps what a file has.
	Write host.Write

	mu     sync.Mutex
	seen   map[string]parsed
	nameOf func(Line) string
}

type parsed struct {
	data []byte
	file *File
}

// Load returns a file as it is now. It must not be changed. What is missing is
// an error that matches fs.ErrNotExist.
func (s *Store) Load(ctx context.Context, look host.Look, path string) (*File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.load(ctx, look, path)
}

func (s *Store) load(ctx context.Context, look host.Look, path string) (*File, error) {
	data, err := look.ReadFile(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, bare(err))
	}
	if old, ok := s.seen[path]; ok && bytes.Equal(old.data, data) {
		return old.file, nil
	}
	file := s.Format.parse(data, s.known(path))
	if s.seen == nil {
		s.seen = make(map[string]parsed)
	}
	s.seen[path] = parsed{data, file}
	return file, nil
}

func (s *Store) known(path string) *File {
	if old := s.seen[path].file; old != nil {
		return old
	}
	return &File{nameOf: s.nameOf}
}

// Edit changes a file: it is read as it is now, so that what somebody else
// wrote since is kept; a missing one counts as empty. Without a difference
// nothing is written.
func (s *Store) Edit(ctx context.Context, c host.Change, path string, edit func(*File) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := s.load(ctx, c.Look(), path)
	missing := errors.Is(err, fs.ErrNotExist)
	if missing {
		file, err = s.Format.parse(nil, &File{nameOf: s.nameOf}), nil
	}
	if err != nil {
		return err
	}
	before := s.seen[path].data
	if missing {
		before = nil
	}
	file = file.Clone()
	if err := edit(file); err != nil {
		return err
	}
	opt, after := s.Write, file.Bytes()
	if bytes.Equal(before, after) {
		return nil
	}
	if !missing {
		opt.Mode, opt.UID, opt.GID = nil, nil, nil
	}
	if err := c.WriteFile(ctx, path, after, opt); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, bare(err))
	}
	return nil
}

// bare takes the path off an error that is going to name it anyway.
func bare(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
