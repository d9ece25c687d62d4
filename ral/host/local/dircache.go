package local

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/pathname"
)

// KeepDirectories returns a context for a plan, and a function that ends it. With it, the last
// few directories of paths that are resolved in a root, or without untrusted links, stay open
// for keptFor: resolving a name in an open directory takes half the time. Where commands are on
// PATH is kept as long. If a different program renames a directory or installs a command
// meanwhile, the plan sees the state of a moment before.
func KeepDirectories(ctx context.Context) (context.Context, func()) {
	kept := &keptDirs{found: make(map[string]keptCommand)}
	return context.WithValue(ctx, keptDirsKey{}, kept), kept.end
}

type keptDirsKey struct{}

// keptDirs is safe for concurrent use.
type keptDirs struct {
	mu    sync.Mutex
	seen  [16]*keptDir // more than the directories of PATH
	next  int
	ended bool
	found map[string]keptCommand // by name
}

// keptCommand is the result of a search on PATH.
type keptCommand struct {
	result host.LookupResult
	err    error
	at     time.Time
}

// keptDir is an open directory, or the fact that it cannot be opened in this way.
type keptDir struct {
	root, path string
	guarded    bool
	fd         int // -1 for a link and for a missing directory
	at         time.Time
	users      int
	dropped    bool
}

// near opens the directory of a path. It returns no directory if the path must be resolved as
// a whole; otherwise done must be called with the result.
func (f files) near(ctx context.Context, path string) (kept *keptDirs, dir *keptDir, base string) {
	kept, _ = ctx.Value(keptDirsKey{}).(*keptDirs)
	if kept == nil || f.root == nil && !f.guarded || validPath(path) != nil || path[len(path)-1] == '/' || host.ActsAsOther(ctx) {
		return nil, nil, ""
	}
	parent, base := pathname.Split(path)
	if pathname.Unnamed(base) {
		return nil, nil, ""
	}
	return kept, kept.use(f, parent), base
}

func (k *keptDirs) use(f files, path string) *keptDir {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ended {
		return nil
	}
	now := time.Now()
	for _, d := range k.seen {
		if d != nil && d.path == path && d.guarded == f.guarded && d.root == f.name && now.Sub(d.at) < keptFor {
			return d.used()
		}
	}
	fd, err := f.openOnce(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC)
	if err != nil {
		fd = -1
	}
	d := &keptDir{root: f.name, path: path, guarded: f.guarded, fd: fd, at: now}
	k.drop(k.next)
	k.seen[k.next] = d
	k.next = (k.next + 1) % len(k.seen)
	return d.used()
}

func (d *keptDir) used() *keptDir {
	if d.fd < 0 {
		return nil
	}
	d.users++
	return d
}

// drop removes an entry and closes its directory, now or when its last user is done.
func (k *keptDirs) drop(i int) {
	d := k.seen[i]
	if d == nil {
		return
	}
	k.seen[i], d.dropped = nil, true
	if d.users == 0 && d.fd >= 0 {
		closeFD(d.fd)
	}
}

func (k *keptDirs) done(d *keptDir) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if d.users--; d.users == 0 && d.dropped {
		closeFD(d.fd)
	}
}

func (k *keptDirs) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ended = true
	for i := range k.seen {
		k.drop(i)
	}
}

// statNear is Stat from a directory that is open. It reports false if the path must
// be resolved as a whole.
func (f files) statNear(ctx context.Context, path string, follow bool) (host.Info, error, bool) {
	kept, dir, base := f.near(ctx, path)
	if dir == nil {
		return host.Info{}, nil, false
	}
	defer kept.done(dir)
	var st unix.Stat_t
	switch err := unix.Fstatat(dir.fd, base, &st, unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT); {
	case err == unix.ENOENT:
		return host.Info{}, host.AtPath(opOpen, path, err), true
	case err != nil || follow && st.Mode&unix.S_IFMT == unix.S_IFLNK:
		return host.Info{}, nil, false
	}
	return infoOf(path, &st), nil, true
}

// openNear opens a file, except a link, from an open directory. It returns false if the path
// must be resolved as a whole.
func (f files) openNear(ctx context.Context, path string, flags int) (fd int, ok bool) {
	kept, dir, base := f.near(ctx, path)
	if dir == nil {
		return -1, false
	}
	defer kept.done(dir)
	fd, err := unix.Openat(dir.fd, base, flags|unix.O_NOFOLLOW|unix.O_NOATIME|unix.O_CLOEXEC, 0)
	return fd, err == nil
}

// keptFor is shorter than a plan of a few dozen files.
const keptFor = 20 * time.Millisecond

// findKept searches a command, unless a plan searched it less than keptFor ago.
func findKept(ctx context.Context, name string, find func() (host.LookupResult, error)) (host.LookupResult, error) {
	kept, _ := ctx.Value(keptDirsKey{}).(*keptDirs)
	if kept == nil || host.ActsAsOther(ctx) {
		return find()
	}
	now := time.Now()
	kept.mu.Lock()
	c, ok := kept.found[name]
	kept.mu.Unlock()
	if ok && now.Sub(c.at) < keptFor {
		return c.result, c.err
	}
	result, err := find()
	if ctx.Err() == nil {
		kept.mu.Lock()
		defer kept.mu.Unlock()
		kept.found[name] = keptCommand{result, err, now}
	}
	return result, err
}
