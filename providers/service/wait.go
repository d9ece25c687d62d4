package service

import (
	"context"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// settling is the time for a started daemon to appear, and for a stopped daemon
// to exit. Init scripts return before the PID file is written, so an earlier
// status check would be wrong.
const (
	settling = 2 * time.Second
	askEvery = 100 * time.Millisecond
)

// byScript is a manager with commands that return before their effect is
// visible.
type byScript interface {
	manager
	Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error)
	byScript()
}

func (base) byScript()   {}
func (initd) byScript()  {}
func (debian) byScript() {}

// settled makes the last command wait until ensure has its desired value, or
// settling has passed.
func settled(m manager, r *ral.Resource, should value.Value, cmds []host.Command) {
	s, ok := m.(byScript)
	if !ok || len(cmds) == 0 || cmds[len(cmds)-1].Completed != nil {
		return
	}
	var began, asked time.Time
	cmds[len(cmds)-1].Completed = func(ctx context.Context, rd host.Reader) bool {
		now := time.Now()
		if began.IsZero() {
			began = now
		}
		if now.Sub(asked) < askEvery {
			return false
		}
		asked = now
		found, err := s.Retrieve(ctx, rd, r)
		return err != nil || found.Get("ensure").Equal(should) || now.Sub(began) >= settling
	}
}
