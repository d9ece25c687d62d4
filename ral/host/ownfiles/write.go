package ownfiles

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// WriteAtomic replaces a file atomically, mode 0600, and creates its parent
// directories.
func (s *State) WriteAtomic(name string, data []byte) error {
	if err := s.trust(name); err != nil {
		return err
	}
	return writeConfig(s.Path(name), data)
}

// Mark creates an empty file, mode 0600, unless it exists. It does not sync: if
// the mark is lost, something is only reported again.
func (s *State) Mark(name string) error {
	if err := s.trust(name); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.Path(name)), 0o700); err != nil {
		return err
	}
	f, err := s.appendTo(name)
	if err != nil {
		return err
	}
	return f.Close()
}

// Append appends to a file. With sync it returns once everything that was appended
// is on the disk, and the name of a new file in any case.
func (s *State) Append(name string, data []byte, sync bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.opened(name)
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err == nil && sync {
		err = f.Sync()
	}
	return err
}

// opened returns the open file for Append. It opens a removed or replaced file again, because
// appended data would be lost.
func (s *State) opened(name string) (*os.File, error) {
	if s.log != nil && s.logName == name {
		if there, err := os.Lstat(s.Path(name)); err == nil && os.SameFile(s.logInfo, there) {
			return s.log, nil
		}
	}
	if err := errors.Join(s.closeLog(), s.trust(name)); err != nil {
		return nil, err
	}
	file := s.Path(name)
	_, err := os.Lstat(file)
	fresh := errors.Is(err, fs.ErrNotExist)
	if fresh {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return nil, err
		}
	}
	f, err := s.appendTo(name)
	if err == nil && fresh {
		err = syncDir(filepath.Dir(file))
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	s.log, s.logInfo, s.logName = f, info, name
	return f, nil
}

func (s *State) closeLog() error {
	if s.log == nil {
		return nil
	}
	f := s.log
	s.log, s.logInfo, s.logName = nil, nil, ""
	return f.Close()
}

func (s *State) appendTo(name string) (*os.File, error) {
	if err := s.trust(name); err != nil {
		return nil, err
	}
	return os.OpenFile(s.Path(name), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
}

func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

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

// Reserve reserves disk space for Append: size bytes after the end of the
// file (fallocate(2), FALLOC_FL_KEEP_SIZE). It creates the file. It ignores
// file systems that cannot reserve space.
func (s *State) Reserve(name string, size int64) error {
	return s.allocate(name, unix.FALLOC_FL_KEEP_SIZE, size)
}

// Release releases the reserved space after the end of a file, after the last Append.
func (s *State) Release(name string, size int64) error {
	err := s.allocate(name, unix.FALLOC_FL_KEEP_SIZE|unix.FALLOC_FL_PUNCH_HOLE, size)
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(err, s.closeLog())
}

func (s *State) allocate(name string, mode uint32, size int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.opened(name)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	err = ignoringEINTR(func() error { return unix.Fallocate(int(f.Fd()), mode, info.Size(), size) })
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return nil
	}
	return err
}

func ignoringEINTR(call func() error) error {
	for {
		if err := call(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
