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
	// and whether the content is secret. The zero WriteOptions keep what a file has.
	Write host.WriteOptions
	// Read and Put are how a file is read and written where that is not done by
	// its path: a crontab belongs to its tool. What is not there is an error that
	// matches fs.ErrNotExist.
	Read func(ctx context.Context, rd host.Reader, path string) ([]byte, error)
	Put  func(ctx context.Context, wr host.Writer, path string, data []byte) error
	// After is Format.After of one file, for what depends on its path.
	After func(path string, lines []Line)

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

func (s *Store) put(ctx context.Context, wr host.Writer, path string, data []byte, opt host.WriteOptions) error {
	if s.Put != nil {
		return s.Put(ctx, wr, path, data)
	}
	if err := wr.WriteFile(ctx, path, data, opt); err != nil {
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

// Edit changes a file: it is read as it is now, so that what someone else
// wrote since is kept; a missing one counts as empty. Without a difference
// nothing is written, nor is a file that is no text.
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
	opt, after := s.Write, file.Bytes()
	if bytes.Equal(before, after) {
		return nil
	}
	if !missing {
		opt.Mode, opt.UID, opt.GID = nil, nil, nil
	}
	return s.put(ctx, wr, path, after, opt)
}

// bare takes the path off an error that is going to name it anyway.
func bare(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
