package fakehost

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/tree"
)

// Host is a host in memory: a file tree, commands, bus replies. It holds all state itself, so
// that a plan on it changes nothing. It is safe for concurrent use.
type Host struct {
	host.Host
	tree *tree.Tree

	mu      sync.Mutex
	inode   uint64
	uid     int
	gid     int
	root    string
	env     map[string]string
	uname   host.Uname
	network host.Network
	spaces  map[string]host.FSUsage
	now     time.Time
	denied  []string
	answers map[string]Handler
	buses   map[string]func(host.BusCall) ([]any, error)
	waits   map[string]<-chan struct{}
	net     Net
	ran     []host.Command
}

// Handler answers a command. It may change the Host, also with its Writer.
type Handler func(ctx context.Context, f *Host, cmd host.Command) host.Result

// Option is an option of New.
type Option func(*Host)

// WithUID sets the user of the Host, and a group of the same number. The
// default is root.
func WithUID(uid int) Option { return func(f *Host) { f.uid, f.gid = uid, uid } }

// WithRoot sets the root that the Host reports.
func WithRoot(root string) Option { return func(f *Host) { f.root = root } }

// WithEnv sets a variable; PATH initially has the usual six directories.
func WithEnv(name, value string) Option { return func(f *Host) { f.env[name] = value } }

// WithUname sets the result of uname.
func WithUname(u host.Uname) Option { return func(f *Host) { f.uname = u } }

// WithNetwork sets the interfaces; the default is no interface.
func WithNetwork(n host.Network) Option { return func(f *Host) { f.network = n } }

// WithSpace sets the usage of the file system mounted at path.
func WithSpace(path string, s host.FSUsage) Option { return func(f *Host) { f.spaces[path] = s } }

// WithNow sets the clock, which does not advance until SetNow.
func WithNow(now time.Time) Option { return func(f *Host) { f.now = now } }

// New returns a host with these files: path to content, mode 0644; a path
// that ends in a slash is a directory. Parent directories are created. It
// panics on an impossible path.
func New(files map[string]string, opts ...Option) *Host {
	f := &Host{
		root: "/",
		env:  map[string]string{"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
		uname: host.Uname{
			Sysname: "Linux", Nodename: "fake", Release: "6.1.0-fake", Version: "#1 SMP", Machine: "x86_64",
		},
		now:     time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		answers: map[string]Handler{}, buses: map[string]func(host.BusCall) ([]any, error){},
		waits: map[string]<-chan struct{}{}, spaces: map[string]host.FSUsage{},
	}
	for _, opt := range opts {
		opt(f)
	}
	f.tree = tree.New(nil, f.born, f.denies, func() int { return f.uid })
	f.Host = host.New(fakeHost{f.tree, f})
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasSuffix(name, "/") {
			f.Dir(name, 0o755)
		} else {
			f.Put(name, files[name], 0o644)
		}
	}
	return f
}

// Put writes a file and creates its parent directories.
func (f *Host) Put(file, content string, mode fs.FileMode) {
	f.Dir(path.Dir(file), 0o755)
	f.must(f.Writer().WriteFile(context.Background(), file, []byte(content), host.WriteOptions{Mode: &mode}))
}

// Dir creates a directory and its parents; an existing directory is unchanged.
func (f *Host) Dir(dir string, mode fs.FileMode) {
	if _, err := f.Reader().Stat(context.Background(), dir); err == nil {
		return
	}
	f.Dir(path.Dir(path.Clean(dir)), 0o755)
	f.must(f.Writer().Mkdir(context.Background(), dir, mode))
}

// Link creates a symbolic link at file, and its parent directories.
func (f *Host) Link(file, target string) {
	f.Dir(path.Dir(file), 0o755)
	f.must(f.Writer().Symlink(context.Background(), target, file))
}

// Content returns the content of a file, "" if it does not exist.
func (f *Host) Content(file string) string {
	// Not through the Reader, which waits for Hold.
	a, err := f.tree.Read(context.Background(), host.FileRead{Kind: host.ReadContent, Path: file, Follow: true, Limit: host.MaxRead})
	if err != nil {
		return ""
	}
	return string(a.Data)
}

// Deny makes a path, and everything below it, accessible only to root.
func (f *Host) Deny(file string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.denied = append(f.denied, path.Clean(file))
}

func (f *Host) denies(file string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.uid != 0 && slices.Contains(f.denied, file)
}

func (f *Host) born() host.Info {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inode++
	return host.Info{UID: f.uid, GID: f.gid, ModTime: f.now, AccessTime: f.now, Inode: f.inode, Device: 1, Links: 1}
}

func (f *Host) must(err error) {
	if err != nil {
		panic(fmt.Sprintf("fakehost: %v", err))
	}
}
