package ruby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"ralsh/ral/host"
)

// cache stores the descriptions of types in the state directory, a file for each type.
// The key is the content of the modules, the version of Puppet and the version of the
// worker.
type cache struct {
	state State
	dir   string // "" disables the cache

	mu    sync.Mutex
	types map[string]entry
}

// entry is a description, or why it is missing.
type entry struct {
	Type *Description `json:"type,omitempty"`
	Why  *Fault       `json:"why,omitempty"`
	// Stamp is hostStamp when Why was so.
	Stamp string `json:"stamp,omitempty"`
	// Deadly is when the process ended or did not answer instead.
	Deadly time.Time `json:"deadly,omitzero"`
}

// cacheVersion changes with the format of the stored data.
const cacheVersion = "1"

// openCache finds the stored descriptions without reading them.
func openCache(ctx context.Context, rd host.Reader, opt Options, c *cache) {
	c.state, c.types = opt.State, make(map[string]entry)
	if c.state == nil {
		return
	}
	sum := sha256.New()
	fmt.Fprintln(sum, cacheVersion, opt.Modules, opt.Synced)
	for _, file := range []string{opt.Interpreter.Program, opt.Interpreter.Puppet, path.Join(path.Dir(opt.Interpreter.Puppet), "puppet/version.rb")} {
		stamp(ctx, rd, sum, file)
	}
	files, err := workerSource()
	if err != nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintln(sum, name, files[name])
	}
	for _, m := range opt.Modules {
		tree(ctx, rd, sum, path.Join(m.Path, "lib"), 0)
	}
	if opt.Synced != "" {
		tree(ctx, rd, sum, path.Join(opt.Synced, "lib"), 0)
	}
	c.dir = "ruby/" + hex.EncodeToString(sum.Sum(nil)[:16])
}

// stamp adds the metadata of a file that change with the file.
func stamp(ctx context.Context, rd host.Reader, sum hash.Hash, file string) {
	info, err := rd.Stat(ctx, file)
	if err == nil {
		fmt.Fprintln(sum, file, info.Size, info.ModTime.UnixNano(), info.Inode)
	}
}

// tree adds all files below a directory.
func tree(ctx context.Context, rd host.Reader, sum hash.Hash, dir string, depth int) {
	const deepest = 12
	names, err := rd.ReadDir(ctx, dir)
	if err != nil || depth > deepest {
		return
	}
	for _, name := range names {
		at := path.Join(dir, name)
		info, err := rd.Lstat(ctx, at)
		switch {
		case err != nil:
		case info.IsDir():
			tree(ctx, rd, sum, at, depth+1)
		default:
			fmt.Fprintln(sum, at, info.Size, info.ModTime.UnixNano(), info.Inode)
		}
	}
}

func (c *cache) known(name string) (entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, known := c.types[name]
	if known || c.dir == "" {
		return e, known
	}
	data, err := c.state.Read(c.file(name))
	if err != nil || json.Unmarshal(data, &e) != nil {
		return entry{}, false
	}
	c.types[name] = e
	return e, true
}

func (c *cache) file(name string) string {
	return path.Join(c.dir, strings.ReplaceAll(name, ":", "_")+".json")
}

// description returns a stored description.
func (c *cache) description(name string) (*Description, bool) {
	e, known := c.known(name)
	return e.Type, known && e.Type != nil
}

// keep stores a description, or the error that Ruby raised. A failed write only costs
// time at the next start.
func (c *cache) keep(name string, d *Description, err error, stamp string) (*Description, error) {
	e := entry{Type: d}
	if err != nil {
		fault, raised := errors.AsType[*Fault](err)
		if !raised {
			fault = &Fault{Message: err.Error()}
		}
		e, d = entry{Why: fault, Stamp: stamp}, nil
		if !raised {
			e.Deadly = time.Now()
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.types[name] = e
	if data, bad := json.Marshal(e); bad == nil && c.dir != "" {
		_ = c.state.WriteAtomic(c.file(name), data)
	}
	return d, err
}
