package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Scratch is a file for another program to edit, in a directory of its own
// (0700), so that other files that the program creates there are private and
// are removed too.
type Scratch struct{ dir, name string }

// Scratch creates such a file with mode 0600. It exists until Remove.
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
	data, size, err := PeekState(s.dir).ReadPart(s.name, 0, limit)
	if err == nil && size > limit {
		err = fmt.Errorf("%s is larger than %d bytes", s.Path(), limit)
	}
	return data, bare(err)
}

// Remove removes the file and its directory.
func (s *Scratch) Remove() error { return os.RemoveAll(s.dir) }
