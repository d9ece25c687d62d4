package tree

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"time"

	"ralsh/ral/host"
)

// recentStats caches the last few Stat results of a plan. A plan of many files reads the owner
// of each file, and therefore /etc/passwd and /etc/group as often; a trusted Stat of a file
// that other users could replace takes three system calls (host.UntrustedLinkError). The plan does not
// change files of the host, so a result stays valid for recentFor.
type recentStats struct {
	mu   sync.Mutex
	seen [8]recentStat
	next int
}

type recentStat struct {
	path            string
	follow, trusted bool
	info            host.Info
	err             error // that the path does not exist
	at              time.Time
}

// recentFor is shorter than a plan of a few dozen files. If a different program changes a file
// meanwhile, the plan sees the state of a moment before.
const recentFor = 20 * time.Millisecond

// stat calls lower unless the result is cached. It also caches missing paths, but no other
// errors, and no results for a different user (WithUser).
func (r *recentStats) stat(ctx context.Context, lower host.ReadBackend, path string, follow bool) (host.Info, error) {
	if ctx.Err() != nil || host.ActsAsOther(ctx) {
		return host.FilesOf(lower).Stat(ctx, path, follow)
	}
	trusted, now := host.ReadsTrustedLinks(ctx), time.Now()
	r.mu.Lock()
	for i := range r.seen {
		s := &r.seen[i]
		if s.path == path && s.follow == follow && s.trusted == trusted && now.Sub(s.at) < recentFor {
			info, err := s.info, s.err
			r.mu.Unlock()
			return info, err
		}
	}
	r.mu.Unlock()
	info, err := host.FilesOf(lower).Stat(ctx, path, follow)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return info, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[r.next] = recentStat{path, follow, trusted, info, err, now}
	r.next = (r.next + 1) % len(r.seen)
	return info, err
}
