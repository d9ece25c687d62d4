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

// limits are the limits of a call.
type limits struct {
	steps uint64 // in Starlark, about 20 to 50 million per second
	time  time.Duration
}

// The limits by kind of call. The hooks of a type run on each keystroke; the hooks of a
// provider wait for the host, which has separate timeouts.
var (
	typeLimits     = limits{1_000_000, time.Second}
	providerLimits = limits{100_000_000, 10 * time.Minute}
	loadLimits     = limits{10_000_000, 5 * time.Second}
)

const (
	// lookAfter is the interval of checks on a long call.
	lookAfter = 5 * time.Millisecond
	// maxGrowth is the maximum growth of the process during a call, in bytes.
	maxGrowth = 256 << 20
)

// runner has the callers of an environment.
type runner struct{ callers sync.Pool }

func newRunner() *runner {
	return &runner{sync.Pool{New: func() any { return newCaller() }}}
}

// caller is a thread with its supervision. Callers are reused because creating a thread
// takes longer than most hooks run; a hook cannot see earlier calls.
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
		t.Cancel(fmt.Sprintf("stopped after %d steps: the loop is too long", c.most.steps))
	}
	c.thread.SetLocal(runningKey, &c.now)
	c.timer = time.AfterFunc(time.Hour, c.tick)
	c.timer.Stop()
	return c
}

// begin prepares the thread for a call.
func (c *caller) begin(ctx context.Context, r *runner, name string, most limits) {
	c.thread.Name, c.thread.Steps = name, 0
	c.thread.Uncancel()
	c.thread.SetMaxExecutionSteps(most.steps)
	c.now = running{ctx, r}
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

// tick cancels a call after its deadline, after the end of its context, or if the
// process grows above the limit. Starlark counts the steps.
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
		c.thread.Cancel(fmt.Sprintf("stopped after the deadline of %v s", c.most.time.Seconds()))
	case now > c.base+maxGrowth:
		c.thread.Cancel(fmt.Sprintf("stopped: the code uses more than %d MiB of memory", maxGrowth>>20))
	default:
		c.timer.Reset(lookAfter)
	}
}

// ended describes why a context ended.
func ended(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "stopped: the time is up"
	case errors.Is(err, context.Canceled):
		return "stopped: the caller no longer needs the result"
	}
	return err.Error()
}

func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
