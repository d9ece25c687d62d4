package host

import (
	"context"
	"sync"
	"time"
)

// recentStats are the last few files that a plan looked at. A plan of many
// files asks for each of them who its owner is, and so for /etc/passwd and
// /etc/group as often; root's look at a file that others could replace takes
// three system calls (trustedlinks.go). Nothing of the plan's own changes a file
// below, so a look is as good as new for recentFor.
type recentStats struct {
	mu   sync.Mutex
	seen [4]recentStat
	next int
}

type recentStat struct {
	path            string
	follow, trusted bool
	info            Info
	at              time.Time
}

// recentFor is shorter than the plan of a few dozen files takes: what another
// program changes meanwhile is seen as if the plan had come a moment before.
const recentFor = 20 * time.Millisecond

// stat asks lower, unless it was asked just now. With the rights of another user
// (WithUser) it asks each time, and an error is not kept.
func (r *recentStats) stat(ctx context.Context, lower readBackend, path string, follow bool) (Info, error) {
	if ctx.Err() != nil || actsAsAnother(ctx) {
		return lower.Stat(ctx, path, follow)
	}
	trusted, now := readsTrustedOnly(ctx), time.Now()
	r.mu.Lock()
	for i := range r.seen {
		s := &r.seen[i]
		if s.path == path && s.follow == follow && s.trusted == trusted && now.Sub(s.at) < recentFor {
			info := s.info
			r.mu.Unlock()
			return info, nil
		}
	}
	r.mu.Unlock()
	info, err := lower.Stat(ctx, path, follow)
	if err != nil {
		return info, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[r.next] = recentStat{path, follow, trusted, info, now}
	r.next = (r.next + 1) % len(r.seen)
	return info, nil
}
