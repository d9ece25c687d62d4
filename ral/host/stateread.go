package host

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/gofrs/flock"
)

// PeekState returns a state directory for reading; it creates no files. Its methods reject the
// same files as [OpenState].
func PeekState(dir string) *State { return &State{dir: dir} }

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

// Held reports whether a lock is held, and its recorded holder. It creates no files.
func (s *State) Held(name string) (holder string, held bool, err error) {
	if err := s.trust(name); err != nil {
		return "", false, err
	}
	file := s.Path(name)
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	probe := flock.New(file, flock.SetFlag(os.O_RDONLY))
	free, err := probe.TryRLock()
	if err != nil {
		return "", false, cannotLock(file, err)
	}
	if free {
		return "", false, probe.Unlock()
	}
	text, _, err := s.ReadPart(name, 0, 4096)
	return strings.TrimSpace(string(text)), true, err
}

// PID returns the number of this process.
func (s *State) PID() int { return os.Getpid() }
