package parsedfile

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"sync"

	"ralsh/ral/host"
)

// Store reads and writes files of a format during a run. It reads a file when it may
// have changed (host.FileCache), so it sees changes of earlier resources and of other
// processes, and parses only lines that differ. It is safe for concurrent use.
type Store struct {
	Format *Format

	files  Files // nil: direct
	cache  host.FileCache
	nameOf func(Line) string
	mu     sync.Mutex
	seen   map[string]parsed
}

type parsed struct {
	data []byte
	file *File
}

// Load returns the current file, which must not be changed. The error for a
// missing file matches fs.ErrNotExist.
func (s *Store) Load(ctx context.Context, rd host.Reader, path string) (*File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.load(ctx, rd, path)
}

func (s *Store) load(ctx context.Context, rd host.Reader, path string) (*File, error) {
	data, err := s.access().Read(ctx, rd, path)
	if err != nil {
		return nil, err
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

func (s *Store) access() Files {
	if s.files == nil {
		return direct{cache: &s.cache}
	}
	return s.files
}

func (s *Store) known(path string) *File {
	if old := s.seen[path].file; old != nil {
		return old
	}
	return &File{naming: naming{s.nameOf, path}}
}

// Edit changes the current file, or an empty file if it is missing, so that edits by
// other programs stay. It writes only if the file differs and is text.
func (s *Store) Edit(ctx context.Context, wr host.Writer, path string, edit func(*File) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := s.load(ctx, wr.Reader(), path)
	missing := errors.Is(err, fs.ErrNotExist)
	if missing {
		file, err = s.Format.parse(nil, s.known(path)), nil
	}
	if err == nil {
		err = file.binary(path)
	}
	if err != nil {
		return err
	}
	before := s.seen[path].data
	if missing {
		before = nil
	}
	file = file.clone()
	if err := edit(file); err != nil {
		return err
	}
	after := file.Bytes()
	if bytes.Equal(before, after) {
		return nil
	}
	return s.access().Write(ctx, wr, path, after)
}
