package ownfiles

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"ralsh/ral/host"
)

// State gives access to ralsh's files (journal, log, cache). Providers never get one.
// Directories have mode 0700, files 0600.
type State struct {
	dir string

	mu      sync.Mutex
	log     *os.File // the file that was appended to last stays open, until Release
	logInfo os.FileInfo
	logName string
}

// Open creates the directory if it does not exist. Root does not use a directory or a
// file in it that a different user owns or may write (*UntrustedError), because root
// trusts their contents.
func Open(dir string) (*State, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the directory %w", host.Plain(err))
	}
	if err := trustOwn(dir, "."); err != nil {
		return nil, err
	}
	return &State{dir: dir}, nil
}

// Path returns the full path of a file in the state directory.
func (s *State) Path(name string) string { return filepath.Join(s.dir, name) }

// Read returns a file; the error matches fs.ErrNotExist if it does not exist.
func (s *State) Read(name string) ([]byte, error) {
	if err := s.trust(name); err != nil {
		return nil, err
	}
	return os.ReadFile(s.Path(name))
}

// List returns the sorted names in a directory of the state directory ("" for the state
// directory), or nothing if it does not exist.
func (s *State) List(dir string) ([]string, error) {
	if err := s.trust(dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.Path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

// Peek returns a state directory for reading; it creates no files. Its methods reject the
// same files as [Open].
func Peek(dir string) *State { return &State{dir: dir} }

// ReadPart returns at most limit bytes of a file beginning at offset, and the
// size of the file; a negative offset counts from the end. The error matches
// fs.ErrNotExist if the file does not exist.
func (s *State) ReadPart(name string, offset, limit int64) (part []byte, size int64, err error) {
	if err := s.trust(name); err != nil {
		return nil, 0, err
	}
	f, err := os.Open(s.Path(name))
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s is not a regular file", s.Path(name))
	}
	if offset < 0 {
		offset = max(0, info.Size()+offset)
	}
	part, err = io.ReadAll(io.NewSectionReader(f, offset, limit))
	return part, info.Size(), err
}

// PID returns the number of this process.
func (s *State) PID() int { return os.Getpid() }

// Sizes returns the files in a directory of the state directory with their sizes in bytes, or
// nothing if it does not exist. It skips directories and special files.
func (s *State) Sizes(dir string) (map[string]int64, error) {
	if err := s.trust(dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.Path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	sizes := make(map[string]int64, len(entries))
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case info.Mode().IsRegular():
			sizes[e.Name()] = info.Size()
		}
	}
	return sizes, err
}
