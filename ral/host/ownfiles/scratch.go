package ownfiles

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ralsh/ral/host"
)

// Scratch is a file for a different program to edit, in a separate directory (0700), so that
// further files of the program are private and are removed with it.
type Scratch struct{ dir, name string }

// Scratch creates a Scratch with mode 0600. It exists until Remove.
func (s *State) Scratch(name string, data []byte) (*Scratch, error) {
	dir, err := os.MkdirTemp(s.dir, "edit-")
	if err != nil {
		return nil, fmt.Errorf("scratch file: %w", err)
	}
	scratch := &Scratch{dir: dir, name: name}
	if err := os.WriteFile(scratch.Path(), data, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("scratch file: %w", err), scratch.Remove())
	}
	return scratch, nil
}

// Path returns the full path of the file.
func (s *Scratch) Path() string { return filepath.Join(s.dir, s.name) }

// Read returns the content of the file. It returns an error if the file is
// larger than limit bytes or does not exist.
func (s *Scratch) Read(limit int64) ([]byte, error) {
	data, size, err := Peek(s.dir).ReadPart(s.name, 0, limit)
	if err == nil && size > limit {
		err = fmt.Errorf("%s is larger than %d bytes", s.Path(), limit)
	}
	return data, host.Cause(err)
}

// Remove removes the file and its directory.
func (s *Scratch) Remove() error { return os.RemoveAll(s.dir) }
