package fileindex

import (
	"cmp"
	"slices"
)

// File is a path with its position in reading order: files are ordered by At, then by Path.
type File struct {
	Path string
	At   string
}

// Compare compares two files by reading order.
func (f File) Compare(other File) int {
	return cmp.Or(cmp.Compare(f.At, other.At), cmp.Compare(f.Path, other.Path))
}

func compare[E any](a, b inFile[E]) int { return a.File.Compare(b.File) }

// entries are the entries of a file.
type entries[E any] struct {
	list   []E
	byName map[string][]E
}

// inFile is an existing file with its entries.
type inFile[E any] struct {
	File
	entries[E]
}

// contents is the entries of all files.
type contents[E any] struct {
	files map[string]inFile[E]   // by path
	named map[string][]inFile[E] // files with an entry of a name, in reading order
}

func (c *contents[E]) list() []E {
	files := make([]inFile[E], 0, len(c.files))
	for _, f := range c.files {
		files = append(files, f)
	}
	slices.SortFunc(files, compare)
	var list []E
	for _, f := range files {
		list = append(list, f.list...)
	}
	return list
}

func (c *contents[E]) put(f inFile[E]) {
	if _, twice := c.files[f.Path]; twice {
		return
	}
	c.files[f.Path] = f
	for name := range f.byName {
		at, _ := slices.BinarySearchFunc(c.named[name], f, compare)
		c.named[name] = slices.Insert(c.named[name], at, f)
	}
}

func (c *contents[E]) remove(f inFile[E]) {
	delete(c.files, f.Path)
	for name := range f.byName {
		c.named[name] = slices.DeleteFunc(c.named[name], func(other inFile[E]) bool { return other.Path == f.Path })
	}
}
