package pluginsync

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
)

// Dir is the directory of the synchronised tree in the state directory.
const Dir = "plugins"

// Options are the options of Sync.
type Options struct {
	Server      string // HOST or HOST:PORT
	Environment string // of the server
	Identity    Identity
	// LockTimeout is the timeout of a response; 0 means two minutes.
	LockTimeout time.Duration
	// Progress, if set, is called with the number of fetched files and the number of
	// files to fetch. It is called from a single goroutine at a time.
	Progress func(done, all int)
	// Waiting, if set, is called with a description of each request before its
	// response.
	Waiting func(what string)
}

// atOnce is the number of concurrent requests. A server has few workers.
const atOnce = 4

// Result is the result of a sync.
type Result struct {
	Server      string // HOST:PORT
	Environment string
	Changes     []Change // by path; empty if Sync wrote nothing
	Unchanged   int      // number of files
	Leftover    error    // why the older tree could not be removed
}

// Sync replaces the tree in the state directory with the tree of the server. It does not
// fetch unchanged files, and writes only if a file changed. After an error the old tree
// is intact.
func Sync(ctx context.Context, rd host.Reader, state *ownfiles.State, opt Options) (Result, error) {
	if opt.LockTimeout == 0 {
		opt.LockTimeout = 2 * time.Minute
	}
	config, err := opt.Identity.config(ctx, rd)
	if err != nil {
		return Result{}, err
	}
	c, err := newClient(opt.Server, opt.Environment, config, opt.LockTimeout, atOnce)
	if err != nil {
		return Result{}, err
	}
	defer c.close()
	var source []entry
	for _, m := range mounts {
		if opt.Waiting != nil {
			opt.Waiting(fmt.Sprintf("waiting for the %s of %s", m.name, c.at))
		}
		entries, err := c.list(ctx, m)
		if err != nil {
			return Result{}, err
		}
		source = append(source, entries...)
	}
	s := syncing{client: c, tree: state.Generations(Dir), progress: opt.Progress}
	result := Result{Server: c.at, Environment: opt.Environment}
	p, err := s.plan(ctx, source)
	if err == nil && !p.same() {
		p, err = s.locked(ctx, state, source)
	}
	if left, ok := errors.AsType[*ownfiles.LeftoverError](err); ok {
		result.Leftover, err = left, nil
	}
	if err != nil {
		return Result{}, err
	}
	result.Changes, result.Unchanged = p.changes, len(p.keep)
	return result, nil
}

// syncing is the state of a sync after the lists were read.
type syncing struct {
	*client
	tree     *ownfiles.Generations
	progress func(done, all int)
}

// locked builds the new tree from the current tree while it holds the lock.
func (s *syncing) locked(ctx context.Context, state *ownfiles.State, source []entry) (plan, error) {
	unlock, err := state.Lock(Dir+".lock", fmt.Sprintf("pid %d, plugin sync", state.PID()))
	if err != nil {
		return plan{}, fmt.Errorf("a different plugin sync is running: %w", err)
	}
	defer func() { _ = unlock() }() // the lock ends with the process at the latest
	p, err := s.plan(ctx, source)
	if err == nil && !p.same() {
		err = s.make(ctx, p)
	}
	return p, err
}
