package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
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
