package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Remove deletes a file of the state folder. One that is not there is no error.
func (s *State) Remove(name string) error {
	if err := s.trust(filepath.Dir(name)); err != nil {
		return err
	}
	if err := os.Remove(s.Path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Sizes are the files in a folder of the state folder, each with its size in
// bytes; none when the folder is not there. What is no file is passed over.
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
