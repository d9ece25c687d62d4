package ownfiles

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// Generations is a directory of the state directory whose content is replaced atomically: each
// generation is a numbered directory, and the link current selects the current generation.
// Other processes see only the change of the link.
type Generations struct{ dir string }

// current is the name of the link to the current generation.
const current = "current"

// Generations returns a directory of generations. The first generation creates it.
func (s *State) Generations(name string) *Generations { return &Generations{s.Path(name)} }

// Current returns the directory of the current generation, which may not exist.
func (g *Generations) Current() string { return filepath.Join(g.dir, current) }

// GenerationFile is a directory or file of a generation. Any other kind of file is invalid and
// lacks a Sum.
type GenerationFile struct {
	Dir  bool
	Mode fs.FileMode // permission bits
	Sum  string      // SHA-256 of a file, in hexadecimal
}

// Files returns the directories and files of the current generation by relative
// path, or nil. Every file is read; links are not followed.
func (g *Generations) Files(ctx context.Context) (map[string]GenerationFile, error) {
	root, err := os.OpenRoot(g.Current())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	files := map[string]GenerationFile{}
	err = fs.WalkDir(root.FS(), ".", func(path string, e fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil || path == "." {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		kept := GenerationFile{Dir: info.IsDir(), Mode: info.Mode().Perm()}
		if info.Mode().IsRegular() {
			kept.Sum, err = sum(root, path)
		}
		files[path] = kept
		return err
	})
	return files, err
}

func sum(root *os.Root, path string) (string, error) {
	f, err := root.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// numbers returns the existing generations, including unfinished generations.
func (g *Generations) numbers() ([]int, error) {
	entries, err := os.ReadDir(g.dir)
	if err != nil {
		return nil, err
	}
	var list []int
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && e.IsDir() {
			list = append(list, n)
		}
	}
	return list, nil
}

// Begin creates an empty generation, which is invisible before Commit. The caller must hold a
// lock: only one may exist at a time.
func (g *Generations) Begin() (*Generation, error) {
	if err := os.MkdirAll(g.dir, 0o700); err != nil {
		return nil, err
	}
	numbers, err := g.numbers()
	if err != nil {
		return nil, err
	}
	next := 1
	for _, n := range numbers {
		next = max(next, n+1)
	}
	dir := filepath.Join(g.dir, strconv.Itoa(next))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, errors.Join(err, os.Remove(dir))
	}
	if err := root.Chmod(".", 0o755); err != nil {
		return nil, errors.Join(err, root.Close(), os.Remove(dir))
	}
	return &Generation{of: g, number: next, dir: dir, root: root}, nil
}

func (g *Generations) removeBut(number int) error {
	numbers, err := g.numbers()
	for _, n := range numbers {
		if n == number {
			continue
		}
		if more := os.RemoveAll(filepath.Join(g.dir, strconv.Itoa(n))); more != nil {
			err = errors.Join(err, more)
		}
	}
	return err
}

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
	next := n.of.Current() + ".new"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Symlink(strconv.Itoa(n.number), next); err != nil {
		return err
	}
	if err := os.Rename(next, n.of.Current()); err != nil {
		return errors.Join(err, os.Remove(next))
	}
	return nil
}

// Discard removes the generation; the current generation is unchanged.
func (n *Generation) Discard() error {
	return errors.Join(n.root.Close(), os.RemoveAll(n.dir))
}
