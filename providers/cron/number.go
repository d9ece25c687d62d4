package cron

import (
	"context"
	"sync"

	"ralsh/ral/host"
)

// numbers counts the unmanaged jobs in the crontabs before each crontab, in
// the order of Paths: as in Puppet, their numbers count over all crontabs, so
// that each name is unique. It counts once, so a job keeps its name during a
// run. It is safe for concurrent use.
type numbers struct {
	mu     sync.Mutex
	counts map[string]int
}

// before returns the number of unmanaged jobs in the crontabs before a user's.
func (n *numbers) before(user string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.counts[user]
}

// count reads the files of the crontabs, which is cheaper than crontab(1). It
// skips crontabs that it cannot read or list; a listing reports the reason.
func (t *tabs) count(ctx context.Context, rd host.Reader) {
	t.numbers.mu.Lock()
	defer t.numbers.mu.Unlock()
	if t.numbers.counts != nil {
		return
	}
	users, _ := t.Paths(ctx, rd)
	counts, n, format := make(map[string]int, len(users)), 0, Format()
	for _, user := range users {
		counts[user] = n
		if data, err := rd.ReadFile(ctx, spoolFile(ctx, rd, user)); err == nil {
			n = name(n, format.Parse(data).Lines())
		}
	}
	t.numbers.counts = counts
}
