package star

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"sync"
	"time"

	"go.starlark.net/starlark"
)

// limits are how far a call may go.
type limits struct {
	steps uint64 // of Starlark, about 20 to 50 million a second
	time  time.Duration
}

// What each kind of call may take. The hooks of a type run on each keystroke;
// those of a provider wait for the host, whose own deadlines end that.
var (
	typeLimits     = limits{1_000_000, time.Second}
	providerLimits = limits{100_000_000, 10 * time.Minute}
	loadLimits     = limits{10_000_000, 5 * time.Second}
)

const (
	// look is how often a call that lasts is looked after.
	lookAfter = 5 * time.Millisecond
	// maxGrowth is how many bytes the process may grow by while one call runs.
	maxGrowth = 256 << 20
	// maxRange is how long a range may be: what makes a list of it is one step.
	maxRange = 10_000_000
)

// caller is a thread with what looks after it. Making one takes longer than most
// hooks run, so they are used again; what a hook could see of an earlier call is
// none of it.
type caller struct {
	thread *starlark.Thread
	now    running

	mu    sync.Mutex
	timer *time.Timer
	done  bool
	most  limits
	until time.Time
	base  uint64
}

func newCaller() *caller {
	c := &caller{thread: &starlark.Thread{Print: func(*starlark.Thread, string) {}}, done: true}
	c.thread.OnMaxSteps = func(t *starlark.Thread) {
		t.Cancel(fmt.Sprintf("stopped after %d steps: a loop that is too long", c.most.steps))
	}
	c.thread.SetLocal(runningKey, &c.now)
	c.timer = time.AfterFunc(time.Hour, c.tick)
	c.timer.Stop()
	return c
}

// begin readies the thread for one call.
func (c *caller) begin(ctx context.Context, s *Space, name string, most limits) {
	c.thread.Name, c.thread.Steps = name, 0
	c.thread.Uncancel()
	c.thread.SetMaxExecutionSteps(most.steps)
	c.now = running{ctx, s}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done, c.most, c.until, c.base = false, most, time.Now().Add(most.time), 0
	c.timer.Reset(lookAfter)
}

func (c *caller) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = true
	c.timer.Stop()
}

// tick ends a call that takes too long, whose context ends, or while which the
// process grows too much. Starlark itself counts the steps.
func (c *caller) tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		return
	}
	now := heap()
	if c.base == 0 {
		c.base = now
	}
	switch ctx := c.now.ctx; {
	case ctx.Err() != nil:
		c.thread.Cancel(ended(context.Cause(ctx)))
	case time.Now().After(c.until):
		c.thread.Cancel(fmt.Sprintf("stopped after its deadline of %v s", c.most.time.Seconds()))
	case now > c.base+maxGrowth:
		c.thread.Cancel(fmt.Sprintf("stopped: it takes more than %d MiB of memory", maxGrowth>>20))
	default:
		c.timer.Reset(lookAfter)
	}
}

// ended says why a context ended.
func ended(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "stopped: there was no more time"
	case errors.Is(err, context.Canceled):
		return "stopped: it was no longer wanted"
	}
	return err.Error()
}

func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
