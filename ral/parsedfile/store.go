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

// Store reads and writes files of one format during a run. It reads a file each
// time, but parses only lines that differ, so it misses neither an earlier
// resource's change nor an edit by another process. It is safe for concurrent
// use.
type Store struct {
	Format *Format
	// Read and Put read and write a file that is not accessed by its path: a
	// crontab belongs to its tool. The error for a missing file matches
	// fs.ErrNotExist.
	Read func(ctx context.Context, rd host.Reader, path string) ([]byte, error)
	Put  func(ctx context.Context, wr host.Writer, path string, data []byte) error
	// After is Format.After for one file, if it depends on the path.
	After func(path string, lines []Line)

	mu     sync.Mutex
	seen   map[string]parsed
	nameOf func(Line) string
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
	data, err := s.read(ctx, rd, path)
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

func (s *Store) read(ctx context.Context, rd host.Reader, path string) ([]byte, error) {
	if s.Read != nil {
		return s.Read(ctx, rd, path)
	}
	data, err := rd.ReadFile(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, bare(err))
	}
	return data, nil
}

func (s *Store) put(ctx context.Context, wr host.Writer, path string, data []byte) error {
	if s.Put != nil {
		return s.Put(ctx, wr, path, data)
	}
	if err := wr.WriteFile(ctx, path, data, host.WriteOptions{}); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, bare(err))
	}
	return nil
}

func (s *Store) known(path string) *File {
	if old := s.seen[path].file; old != nil {
		return old
	}
	n := naming{nameOf: s.nameOf}
	if s.After != nil {
		n.after = func(lines []Line) { s.After(path, lines) }
	}
	return &File{naming: n}
}

// Edit changes the current file, so that edits by others are kept; a missing
// one counts as empty. It writes nothing if the file does not differ or is not
// text.
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
	file = file.Clone()
	if err := edit(file); err != nil {
		return err
	}
	after := file.Bytes()
	if bytes.Equal(before, after) {
		return nil
	}
	return s.put(ctx, wr, path, after)
}

// bare removes the path from an error, because the caller adds it.
func bare(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
