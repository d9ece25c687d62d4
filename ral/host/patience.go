package host

import (
	"context"
	"fmt"
	"time"
)

// Patience is how long a command that is blocked is tried again.
const Patience = 5 * time.Minute

// The pauses between tries: short at first, for most locks are.
const (
	firstPause = time.Second
	mostPause  = 15 * time.Second
)

// patient runs a command, and runs it again as long as somebody blocks it. It
// says whom it waits for.
func (c Change) patient(ctx context.Context, cmd Command) (Result, error) {
	began, told := time.Now(), ""
	for pause := firstPause; ; pause = min(2*pause, mostPause) {
		res, err := runTraced(ctx, cmd, false, c.be.Change)
		if err == nil || cmd.Blocked == nil {
			return res, err
		}
		who := cmd.Blocked(res)
		if who == "" {
			return res, err
		}
		if waited := time.Since(began); waited >= Patience {
			return res, fmt.Errorf("waited %s for %s: %w", waited.Round(time.Second), who, err)
		}
		if who != told {
			say(ctx, cmd.String(), "waiting for "+who)
			told = who
		}
		if stopped := pass(ctx, pause); stopped != nil {
			return res, fmt.Errorf("waiting for %s: %w", who, stopped)
		}
	}
}

// pass lets time pass, or returns why it could not.
func pass(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
