package tree

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/pathname"
)

// Tree is a file system in memory. With a lower reader it is an overlay: paths
// that it does not contain come from below. A plan and a fake host use it, so
// that both follow the same rules.
type Tree struct {
	mu       sync.RWMutex
	root     *node
	lower    host.ReadBackend // nil without a lower host
	readDirs sync.Map         // lower directories that were already read
	born     func() host.Info
	denies   func(path string) bool
	uid      func() int
	edited   atomic.Bool // something was changed, or was about to be
	recent   recentReads
}

// plain returns the lower host, or nil, and whether it can answer a read. In an unchanged
// overlay a path has the same meaning below, and the kernel resolves it in a single call.
// Protection and extended attributes are always those of the lower file.
func (t *Tree) plain(r host.FileRead) (host.ReadBackend, bool) {
	if r.Kind == host.ReadProtection || r.Kind == host.ReadXattrs {
		return t.lower, true
	}
	return t.lower, t.lower != nil && !t.edited.Load() && strings.HasPrefix(r.Path, "/") && path.Clean(r.Path) == r.Path
}

// node is a file. Nodes never move, so each has a fixed path without links.
type node struct {
	path   string
	info   host.Info
	data   []byte
	loaded bool         // data is the content; otherwise it is in the lower file
	copied *host.Source // the content, if it is not held in memory
	target string
	merged bool // of a directory: names outside of kids come from below
	kids   map[string]*node
}

// gone is the entry of a removed name in kids.
var gone *node

// New returns a Tree. born returns the Info of a new file (owner, time,
// inode), denies reports which paths are inaccessible, and uid returns the
// acting user.
func New(lower host.ReadBackend, born func() host.Info, denies func(string) bool, uid func() int) *Tree {
	root := &node{path: "/", info: born(), merged: lower != nil}
	root.info.Mode = fs.ModeDir | 0o755
	return &Tree{root: root, lower: lower, born: born, denies: denies, uid: uid}
}

// treePos is the end of a walk. node is nil if only the last name is missing;
// parent is nil at the root.
type treePos struct {
	parent *node
	name   string
	node   *node
}

// walk resolves a path like the kernel. With keep, it stores the nodes of the path in the
// tree, so that they can be changed.
func (t *Tree) walk(ctx context.Context, file string, follow, keep bool) (treePos, error) {
	if err := ctx.Err(); err != nil {
		return treePos{}, err
	}
	if !strings.HasPrefix(file, "/") || strings.ContainsRune(file, 0) {
		return treePos{}, unix.EINVAL
	}
	if keep {
		t.edited.Store(true)
	}
	guarded := (keep || host.ReadsTrustedLinks(ctx)) && t.uid() == 0 && !host.ActsAsOther(ctx)
	todo, stack, links := pathname.Names(file), []*node{t.root}, 0
	for len(todo) > 0 {
		name, dir := todo[0], stack[len(stack)-1]
		todo = todo[1:]
		if !dir.info.IsDir() {
			return treePos{}, unix.ENOTDIR
		}
		if name == ".." {
			stack = stack[:max(1, len(stack)-1)]
			continue
		}
		look := t.child
		if len(todo) > 0 && !keep {
			look = t.through
		}
		kid, err := look(ctx, dir, name)
		if errors.Is(err, fs.ErrNotExist) && len(todo) == 0 {
			return treePos{parent: dir, name: name}, unix.ENOENT
		}
		if err != nil {
			return treePos{}, err
		}
		if kid.info.IsLink() && (follow || len(todo) > 0) {
			if links++; links > pathname.MaxLinks {
				return treePos{}, unix.ELOOP
			}
			if guarded && t.distrusts(stack, kid) {
				return treePos{}, &host.UntrustedLinkError{Link: kid.path, Owner: kid.info.UID}
			}
			if strings.HasPrefix(kid.target, "/") {
				stack = stack[:1]
			}
			todo = append(pathname.Names(kid.target), todo...)
			continue
		}
		if keep {
			dir.put(name, kid)
		}
		stack = append(stack, kid)
	}
	return endOf(stack), nil
}

// distrusts reports whether root does not follow a link in the last of these directories
// (UntrustedLinkError).
func (t *Tree) distrusts(way []*node, link *node) bool {
	trusts := func(uid int) bool { return uid == 0 || uid == t.root.info.UID }
	return !trusts(link.info.UID) && slices.ContainsFunc(way, func(dir *node) bool {
		return !trusts(dir.info.UID) || dir.info.WritableByOthers()
	})
}

func endOf(stack []*node) treePos {
	at := treePos{node: stack[len(stack)-1]}
	if len(stack) > 1 {
		at.parent, at.name = stack[len(stack)-2], path.Base(at.node.path)
	}
	return at
}

func (n *node) put(name string, kid *node) {
	if n.kids == nil {
		n.kids = map[string]*node{}
	}
	n.kids[name] = kid
}

func (t *Tree) child(ctx context.Context, dir *node, name string) (*node, error) {
	file := path.Join(dir.path, name)
	if t.denies(file) {
		return nil, unix.EACCES
	}
	if kid, held := dir.kids[name]; held {
		if kid == gone {
			return nil, unix.ENOENT
		}
		return kid, nil
	}
	if !dir.merged {
		return nil, unix.ENOENT
	}
	read, err := t.recent.read(ctx, t.lower, host.FileRead{Kind: host.ReadInfo, Path: file})
	if err != nil {
		return nil, host.Cause(err)
	}
	kid := &node{path: file, info: read.Info, merged: read.Info.IsDir()}
	if read.Info.IsLink() {
		kid.target, err = host.FilesOf(t.lower).Target(ctx, file)
	}
	return kid, host.Cause(err)
}

// through is child for a directory of a path. It caches a lower directory, because a plan of
// many files uses the same few directories.
func (t *Tree) through(ctx context.Context, dir *node, name string) (*node, error) {
	_, held := dir.kids[name]
	if held || !dir.merged {
		return t.child(ctx, dir, name)
	}
	at := inside{dir, name}
	if kid, known := t.readDirs.Load(at); known {
		return kid.(*node), nil
	}
	kid, err := t.child(ctx, dir, name)
	if err == nil && kid.info.IsDir() {
		t.readDirs.Store(at, kid)
	}
	return kid, err
}

type inside struct {
	dir  *node
	name string
}

func (t *Tree) list(ctx context.Context, dir *node) ([]string, error) {
	found := map[string]bool{}
	if dir.merged {
		below, err := host.FilesOf(t.lower).Names(ctx, dir.path)
		if err != nil {
			return nil, host.Cause(err)
		}
		for _, name := range below {
			found[name] = true
		}
	}
	for name, kid := range dir.kids {
		found[name] = kid != gone
	}
	maps.DeleteFunc(found, func(_ string, there bool) bool { return !there })
	return slices.Sorted(maps.Keys(found)), nil
}

func (t *Tree) add(at treePos, mode fs.FileMode) *node {
	kid := &node{path: path.Join(at.parent.path, at.name), info: t.born(), loaded: true}
	kid.info.Mode, kid.info.Device = mode, at.parent.info.Device
	if at.parent.info.Mode&fs.ModeSetgid != 0 {
		kid.info.GID = at.parent.info.GID
	}
	at.parent.put(at.name, kid)
	at.parent.info.ModTime = kid.info.ModTime
	return kid
}

func (t *Tree) touched(n *node) { n.info.ModTime = t.born().ModTime }

// SetRoot sets the attributes of the root directory.
func (t *Tree) SetRoot(info host.Info) { t.root.info = info }
