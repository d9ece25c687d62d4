package host

import (
	"context"
	"time"
)

// pollInterval is the interval of checks for Command.Completed.
const pollInterval = 10 * time.Millisecond

// await returns when done returns true, when ctx ends, or after Grace.
func await(ctx context.Context, done func() bool) {
	ctx, cancel := context.WithTimeout(ctx, Grace)
	defer cancel()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
