package ral

import (
	"errors"
	"fmt"
	"sync"

	"ralsh/ral/host"
)

// truncations collects the commands of a listing whose output exceeded the limit. It is
// safe for concurrent use.
type truncations struct {
	mu   sync.Mutex
	errs []error
}

func (c *truncations) see(t host.Trace) {
	if t.Stage != host.Finished || !t.Result.Truncated {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errs = append(c.errs, fmt.Errorf("the listing is incomplete: the output of %s is too long, and %d bytes are missing", t.Command, t.Result.Dropped))
}

func (c *truncations) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return errors.Join(c.errs...)
}
