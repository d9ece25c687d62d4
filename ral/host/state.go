package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// State gives access to ralsh's files (journal, log, cache). Providers never get one.
// Directories have mode 0700, files 0600.
type State struct {
	dir string

	mu      sync.Mutex
	log     *os.File // the file that was appended to last stays open, until Release
	logName string
}

// OpenState creates the directory if it does not exist. Root does not use a directory or a
// file in it that a different user owns or may write (*UntrustedOwnFileError), because root
// trusts their contents.
func OpenState(dir string) (*State, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the directory %w", Plain(err))
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
func (s *State) List(folder string) ([]string, error) {
	if err := s.trust(folder); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.Path(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

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
		is, err := s.log.Stat()
		there, err2 := os.Lstat(s.Path(name))
		if err == nil && err2 == nil && os.SameFile(is, there) {
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
	s.log, s.logName = f, name
	return f, nil
}

func (s *State) closeLog() error {
	if s.log == nil {
		return nil
	}
	f := s.log
	s.log, s.logName = nil, ""
	return f.Close()
}

func (s *State) appendTo(name string) (*os.File, error) {
	if err := s.trust(name); err != nil {
		return nil, err
	}
	return os.OpenFile(s.Path(name), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
}

// HeldError reports a lock that a different process holds.
type HeldError struct{ Path, Holder string }

func (e *HeldError) Error() string {
	return fmt.Sprintf("%s is held by %s", e.Path, e.Holder)
}

// Lock acquires a lock that ends with this process at the latest, and records its holder. If a
// different process holds it, the error is a *HeldError; Lock never waits.
func (s *State) Lock(name, holder string) (unlock func() error, err error) {
	if err := s.trust(name); err != nil {
		return nil, err
	}
	file := s.Path(name)
	lock := flock.New(file, flock.SetPermissions(0o600))
	got, err := lock.TryLock()
	if err != nil {
		return nil, cannotLock(file, err)
	}
	if !got {
		other, _ := os.ReadFile(file)
		return nil, &HeldError{Path: file, Holder: strings.TrimSpace(string(other))}
	}
	if err := os.WriteFile(file, []byte(holder+"\n"), 0o600); err != nil {
		return nil, errors.Join(cannotLock(file, err), lock.Unlock())
	}
	return lock.Unlock, nil
}

// LockAll locks the state directory itself, without creating a file. It waits for other
// processes until ctx ends. Lock is independent of it.
func (s *State) LockAll(ctx context.Context) (unlock func() error, err error) {
	if err := s.trust("."); err != nil {
		return nil, err
	}
	const tryEvery = 5 * time.Millisecond
	lock := flock.New(s.dir, flock.SetFlag(os.O_RDONLY))
	if _, err := lock.TryLockContext(ctx, tryEvery); err != nil {
		return nil, cannotLock(s.dir, err)
	}
	return lock.Unlock, nil
}

func cannotLock(file string, err error) error {
	return fmt.Errorf("cannot lock %s: %w", file, Cause(err))
}

func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
