package script

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"go.starlark.net/starlark"
)

// Limits are the limits of a call.
type Limits struct {
	steps uint64 // in Starlark, about 20 to 50 million per second
	time  time.Duration
}

// The limits by kind of call. The hooks of a type run on each keystroke; the hooks of a
// provider wait for the host, which has separate timeouts.
var (
	TypeLimits     = Limits{1_000_000, time.Second}
	ProviderLimits = Limits{100_000_000, 10 * time.Minute}
	LoadLimits     = Limits{10_000_000, 5 * time.Second}
)

const (
	// checkAfter is the interval of checks on a long call.
	checkAfter = 5 * time.Millisecond
	// maxGrowth is the maximum growth of the process during a call, in bytes.
	maxGrowth = 256 << 20
)

// Runner has the callers of an environment.
type Runner struct{ callers sync.Pool }

// NewRunner returns a runner without threads.
func NewRunner() *Runner {
	return &Runner{sync.Pool{New: func() any { return NewCaller() }}}
}

// Caller is a thread with its supervision. Callers are reused because creating a thread
// takes longer than most hooks run; a hook cannot see earlier calls.
type Caller struct {
	Thread *starlark.Thread
	now    running

	mu    sync.Mutex
	timer *time.Timer
	done  bool
	most  Limits
	until time.Time
	base  uint64
}

// NewCaller returns a caller with a new thread.
func NewCaller() *Caller {
	c := &Caller{Thread: &starlark.Thread{Print: func(*starlark.Thread, string) {}}, done: true}
	c.Thread.OnMaxSteps = func(t *starlark.Thread) {
		t.Cancel(fmt.Sprintf("stopped after %d steps: the loop is too long", c.most.steps))
	}
	c.Thread.SetLocal(runningKey, &c.now)
	c.timer = time.AfterFunc(time.Hour, c.tick)
	c.timer.Stop()
	return c
}

// Begin prepares the thread for a call.
func (c *Caller) Begin(ctx context.Context, r *Runner, name string, most Limits) {
	c.Thread.Name, c.Thread.Steps = name, 0
	c.Thread.Uncancel()
	c.Thread.SetMaxExecutionSteps(most.steps)
	c.now = running{ctx, r}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done, c.most, c.until, c.base = false, most, time.Now().Add(most.time), 0
	c.timer.Reset(checkAfter)
}

// End ends the supervision of a call.
func (c *Caller) End() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = true
	c.timer.Stop()
}

// tick cancels a call after its deadline, after the end of its context, or if the
// process grows above the limit. Starlark counts the steps.
func (c *Caller) tick() {
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
		c.Thread.Cancel(ended(context.Cause(ctx)))
	case time.Now().After(c.until):
		c.Thread.Cancel(fmt.Sprintf("stopped after the deadline of %v s", c.most.time.Seconds()))
	case now > c.base+maxGrowth:
		c.Thread.Cancel(fmt.Sprintf("stopped: the code uses more than %d MiB of memory", maxGrowth>>20))
	default:
		c.timer.Reset(checkAfter)
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
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return now.HeapAlloc
}
