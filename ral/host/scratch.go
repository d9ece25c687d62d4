package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Scratch is a file that another program is given to work on, in a folder of its
// own (0700), so that what that program puts beside it is private too and goes
// with it.
type Scratch struct{ dir, name string }

// Scratch makes such a file with mode 0600. It is there until Remove.
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

// Path is the full path of the file.
func (s *Scratch) Path() string { return filepath.Join(s.dir, s.name) }

// Read returns what the file holds now. A file larger than limit bytes is an
// error, as is a file that is gone.
func (s *Scratch) Read(limit int64) ([]byte, error) {
	data, size, err := PeekState(s.dir).ReadPart(s.name, 0, limit)
	if err == nil && size > limit {
		err = fmt.Errorf("%s is larger than %d bytes", s.Path(), limit)
	}
	return data, bare(err)
}

// Remove removes the file and all that was put beside it.
func (s *Scratch) Remove() error { return os.RemoveAll(s.dir) }
