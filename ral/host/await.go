package host

import (
	"context"
	"time"
)

// pollInterval is how often it is asked whether a change has come about.
const pollInterval = 10 * time.Millisecond

// await returns when done says so, when ctx ends, and after Grace.
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
