package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Claim creates a file, mode 0600, and its parent directories, and returns once its data and
// its name are on disk. If the file exists, the error matches fs.ErrExist: exactly one of
// several processes can claim a name.
func (s *State) Claim(name string, data []byte) error {
	if err := s.trust(name); err != nil {
		return err
	}
	file := s.Path(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close(), syncDir(filepath.Dir(file)))
}

// Rename renames a file and replaces an existing target. A missing file is not an error.
func (s *State) Rename(from, to string) error {
	if err := errors.Join(s.trust(from), s.trust(to)); err != nil {
		return err
	}
	if err := os.Rename(s.Path(from), s.Path(to)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
