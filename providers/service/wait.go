package service

import (
	"context"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// settling is how long a daemon that was started may take until it is seen to
// run, and one that was stopped until it is gone. A script of init ends before
// the daemon has written its PID file; one asked in between is told a lie.
const (
	settling = 2 * time.Second
	askEvery = 100 * time.Millisecond
)

// byScript is a manager whose commands end before what they bring about is seen.
type byScript interface {
	manager
	Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error)
	byScript()
}

func (base) byScript()   {}
func (initd) byScript()  {}
func (debian) byScript() {}

// settled gives the last command the end that is waited for: ensure is as it
// should be, or has had its time.
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
