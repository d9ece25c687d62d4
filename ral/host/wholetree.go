package host

import (
	"context"
	"fmt"
	"path"
)

// The limits of ReadTree.
const (
	maxTreeBytes   = 16 << 20
	maxTreeEntries = 1000
)

// TreeEntry is a path of a tree.
type TreeEntry struct {
	Path  string
	State FileState
	Data  []byte // of a file
}

// ReadTree reads top and everything below it, each directory before its contents. It returns
// nothing if top does not exist. It follows no links. A tree larger than maxTreeBytes or
// maxTreeEntries is an error.
func (rd Reader) ReadTree(ctx context.Context, top string) ([]TreeEntry, error) {
	return readTree(ctx, rd.be, top)
}

func readTree(ctx context.Context, be ReadBackend, top string) ([]TreeEntry, error) {
	t := treeRead{be: be, top: top}
	// The owner of a home directory must not be able to insert a file of a different user.
	err := t.add(WithTrustedLinks(ctx), top)
	return t.list, err
}

type treeRead struct {
	be   ReadBackend
	top  string
	size int64
	list []TreeEntry
}

func (t *treeRead) add(ctx context.Context, name string) error {
	state, err := readFileState(ctx, t.be, name, false)
	if err != nil || state.Kind == "" {
		return err
	}
	e := TreeEntry{Path: name, State: state}
	if state.Kind == "file" {
		if t.size += state.Size; t.size > maxTreeBytes {
			return fmt.Errorf("%s contains more than %d bytes", t.top, maxTreeBytes)
		}
		if e.Data, err = FilesOf(t.be).Content(ctx, name, maxTreeBytes); err != nil {
			return err
		}
	}
	if t.list = append(t.list, e); len(t.list) > maxTreeEntries {
		return fmt.Errorf("%s contains more than %d files", t.top, maxTreeEntries)
	}
	if state.Kind != "directory" {
		return nil
	}
	names, err := FilesOf(t.be).Names(ctx, name)
	if err != nil {
		return err
	}
	for _, base := range names {
		if err := t.add(ctx, path.Join(name, base)); err != nil {
			return err
		}
	}
	return nil
}

// withTrees records the paths that a command will create, remove and edit.
func (a Act) withTrees(ctx context.Context, be ReadBackend, cmd Command) Act {
	for _, name := range cmd.Makes {
		if _, err := FilesOf(be).Stat(ctx, name, false); isNotExist(err) {
			a.Makes = append(a.Makes, name)
		}
	}
	for _, name := range cmd.Removes {
		entries, err := readTree(ctx, be, name)
		a.Removes = append(a.Removes, RemovedTree{name, entries, err})
	}
	for _, name := range cmd.Edits {
		if e, err := readEntry(ctx, be, name); err == nil {
			a.Edits = append(a.Edits, e)
		}
	}
	return a
}

// readEntry reads a path that is a file or missing; it follows no link.
func readEntry(ctx context.Context, be ReadBackend, name string) (TreeEntry, error) {
	state, err := readFileState(ctx, be, name, false)
	e := TreeEntry{Path: name, State: state}
	switch {
	case err != nil || state.Kind == "":
		return e, err
	case state.Kind != "file":
		return e, fmt.Errorf("%s is not a regular file", name)
	}
	e.Data, err = FilesOf(be).Content(ctx, name, maxTreeBytes)
	return e, err
}

// RemovedTree is a tree that a command will remove; Err is why it could not be
// read.
type RemovedTree struct {
	Path    string
	Entries []TreeEntry
	Err     error
}
