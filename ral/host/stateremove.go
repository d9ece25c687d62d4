package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Remove deletes a file of the state directory. A missing file is not an error.
func (s *State) Remove(name string) error {
	if err := s.trust(filepath.Dir(name)); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.logName == name {
		if err := s.closeLog(); err != nil {
			return err
		}
	}
	if err := os.Remove(s.Path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Sizes returns the files in a directory of the state directory with their sizes in bytes, or
// nothing if it does not exist. It skips directories and special files.
func (s *State) Sizes(folder string) (map[string]int64, error) {
	if err := s.trust(folder); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.Path(folder))
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
