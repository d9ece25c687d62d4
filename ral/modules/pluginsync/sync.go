package pluginsync

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ralsh/ral/host"
)

// Folder is the folder in the state folder that holds the synchronised tree.
const Folder = "plugins"

// Options are what a sync is made of.
type Options struct {
	Server      string // HOST or HOST:PORT
	Environment string // of the server
	Identity    Identity
	// LockTimeout is how long one answer may take; 0 is two minutes.
	LockTimeout time.Duration
	// Progress, if set, is called with how many files of those that are fetched are
	// there. It is called from one goroutine at a time.
	Progress func(done, all int)
	// Waiting, if set, is called with what is asked for before an answer is waited for.
	Waiting func(what string)
}

// atOnce is how many files are fetched side by side. A server has few workers.
const atOnce = 4

// Result is what a sync did.
type Result struct {
	Server      string // HOST:PORT
	Environment string
	Changes     []Change // by path; empty when nothing was written
	Unchanged   int      // files
	Leftover    error    // why the older tree still lies beside the new one
}

// Sync makes the tree in the state folder what the server says. What is the same
// is not fetched, and when all is the same nothing is written. After an error
// the old tree is there, whole.
func Sync(ctx context.Context, rd host.Reader, state *host.State, opt Options) (Result, error) {
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
	var wanted []entry
	for _, m := range mounts {
		if opt.Waiting != nil {
			opt.Waiting(fmt.Sprintf("%s is asked for its %s", c.at, m.name))
		}
		entries, err := c.list(ctx, m)
		if err != nil {
			return Result{}, err
		}
		wanted = append(wanted, entries...)
	}
	s := syncing{client: c, tree: state.Generations(Folder), progress: opt.Progress}
	result := Result{Server: c.at, Environment: opt.Environment}
	p, err := s.plan(ctx, wanted)
	if err == nil && !p.same() {
		p, err = s.locked(ctx, state, wanted)
	}
	if left, ok := errors.AsType[*host.LeftoverError](err); ok {
		result.Leftover, err = left, nil
	}
	if err != nil {
		return Result{}, err
	}
	result.Changes, result.Unchanged = p.changes, len(p.keep)
	return result, nil
}

// syncing is one sync after the lists are there.
type syncing struct {
	*client
	tree     *host.Generations
	progress func(done, all int)
}

// locked makes the new tree while no one else can, from what is there then.
func (s *syncing) locked(ctx context.Context, state *host.State, wanted []entry) (plan, error) {
	unlock, err := state.Lock(Folder+".lock", fmt.Sprintf("pid %d, plugin sync", state.PID()))
	if err != nil {
		return plan{}, fmt.Errorf("another sync is under way: %w", err)
	}
	defer func() { _ = unlock() }() // it ends with the process at the latest
	p, err := s.plan(ctx, wanted)
	if err == nil && !p.same() {
		err = s.make(ctx, p)
	}
	return p, err
}
