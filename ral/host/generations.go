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

// Generations is a folder of the state folder whose content is replaced as a
// whole: each generation is a folder with a number, and the link current says
// which one counts. Replacing the link is the one step that others see.
type Generations struct{ dir string }

// current is the link to the generation that counts.
const current = "current"

// Generations names such a folder. It is made with the first generation.
func (s *State) Generations(name string) *Generations { return &Generations{s.Path(name)} }

// Current is the folder of the generation that counts; it need not be there.
func (g *Generations) Current() string { return filepath.Join(g.dir, current) }

// GenerationFile is a folder or file of a generation. What is neither is of no use, and
// has no Sum.
type GenerationFile struct {
	Dir  bool
	Mode fs.FileMode // permission bits
	Sum  string      // SHA-256 of a file, in hexadecimal
}

// Files are the folders and files of the generation that counts, by their path
// in it; none when there is none. Every file is read; no link is followed.
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

// numbers are the generations that are there, also those that were never ended.
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

// Begin makes an empty generation, which is not visible before it is committed.
// Only one may be made at a time: hold a lock.
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

// removeBut removes all generations but one.
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
