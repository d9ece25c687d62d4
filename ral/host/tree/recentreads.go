package tree

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"time"

	"ralsh/ral/host"
)

// recentReads caches the last few attributes and protections that a plan read. A plan of many
// files reads the owner of each file, and therefore /etc/passwd and /etc/group as often, and the
// protection of the same directory; a trusted Stat of a file that other users could replace takes
// three system calls (host.UntrustedLinkError). The plan does not change files of the host, so a
// result stays valid for recentFor.
type recentReads struct {
	mu   sync.Mutex
	seen [32]recentRead // more than the files and directories that an account tool writes
	next int
}

type recentRead struct {
	kind            host.ReadKind
	path            string
	follow, trusted bool
	answer          host.FileAnswer
	err             error // that the path does not exist
	at              time.Time
}

// recentFor is shorter than a plan of a few dozen files. If a different program changes a file
// meanwhile, the plan sees the state of a moment before.
const recentFor = 20 * time.Millisecond

// read reads attributes or a protection from lower unless the result is cached. It also caches
// missing paths, but no other errors, and no results for a different user (WithUser).
func (r *recentReads) read(ctx context.Context, lower host.ReadBackend, f host.FileRead) (host.FileAnswer, error) {
	if ctx.Err() != nil || host.ActsAsOther(ctx) {
		return lower.Read(ctx, f)
	}
	trusted, now := host.ReadsTrustedLinks(ctx), time.Now()
	r.mu.Lock()
	for i := range r.seen {
		s := &r.seen[i]
		if s.path == f.Path && s.kind == f.Kind && s.follow == f.Follow && s.trusted == trusted && now.Sub(s.at) < recentFor {
			answer, err := s.answer, s.err
			r.mu.Unlock()
			return answer, err
		}
	}
	r.mu.Unlock()
	answer, err := lower.Read(ctx, f)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return answer, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[r.next] = recentRead{f.Kind, f.Path, f.Follow, trusted, answer, err, now}
	r.next = (r.next + 1) % len(r.seen)
	return answer, err
}
