package host

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// Generation is new content in preparation. No path in it can refer to the outside. End it
// with Commit or Discard. It is safe for concurrent use until then.
type Generation struct {
	of     *Generations
	number int
	dir    string
	root   *os.Root
}

// Mkdir creates a directory and its parents with mode 0755, regardless of the
// umask.
func (n *Generation) Mkdir(name string) error {
	if name == "." {
		return nil
	}
	switch err := n.root.Mkdir(name, 0o755); {
	case errors.Is(err, fs.ErrExist):
		return nil
	case errors.Is(err, fs.ErrNotExist):
		if err := n.Mkdir(path.Dir(name)); err != nil {
			return err
		}
		return n.Mkdir(name)
	case err != nil:
		return err
	}
	return n.root.Chmod(name, 0o755)
}

// Keep copies a file of the current generation.
func (n *Generation) Keep(name string) error {
	if err := n.Mkdir(path.Dir(name)); err != nil {
		return err
	}
	old, new := filepath.Join(n.of.Current(), name), filepath.Join(n.dir, name)
	err := os.Link(old, new)
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return err
	}
	return n.copy(old, name) // not every file system supports hard links
}

func (n *Generation) copy(old, name string) error {
	f, err := os.Open(old)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return n.Write(name, f, info.Mode())
}

// Write creates a file from a reader, with exactly this mode. The file must not
// exist; after an error it may be incomplete.
func (n *Generation) Write(name string, from io.Reader, mode fs.FileMode) error {
	if err := n.Mkdir(path.Dir(name)); err != nil {
		return err
	}
	f, err := n.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Chmod(mode.Perm()), f.Close())
}

// LeftoverError reports a failure after a commit: the new generation is current, but old files
// could not be removed, or the directory could not be synced.
type LeftoverError struct{ Err error }

func (e *LeftoverError) Error() string { return e.Err.Error() }

func (e *LeftoverError) Unwrap() error { return e.Err }

// Commit syncs this generation, makes it the current generation, and then removes the old
// generations; if the removal fails, the error is a *LeftoverError. After any other error the
// previous generation remains current.
func (n *Generation) Commit() error {
	if err := n.link(); err != nil {
		return errors.Join(err, n.Discard())
	}
	if err := errors.Join(n.root.Close(), syncDir(n.of.dir), n.of.removeBut(n.number)); err != nil {
		return &LeftoverError{err}
	}
	return nil
}

func (n *Generation) link() error {
	top, err := n.root.Open(".")
	if err != nil {
		return err
	}
	err = errors.Join(unix.Syncfs(int(top.Fd())), top.Close())
	if err != nil {
		return err
	}
	beside := n.of.Current() + ".new"
	if err := os.Remove(beside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Symlink(strconv.Itoa(n.number), beside); err != nil {
		return err
	}
	if err := os.Rename(beside, n.of.Current()); err != nil {
		return errors.Join(err, os.Remove(beside))
	}
	return nil
}

// Discard removes the generation; the current generation is unchanged.
func (n *Generation) Discard() error {
	return errors.Join(n.root.Close(), os.RemoveAll(n.dir))
}
