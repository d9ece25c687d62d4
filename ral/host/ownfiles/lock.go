package ownfiles

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"ralsh/ral/host"
)

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
	return fmt.Errorf("cannot lock %s: %w", file, host.Cause(err))
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
