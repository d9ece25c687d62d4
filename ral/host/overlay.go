package host

import (
	"context"
	"time"
)

func (o *overlay) Run(ctx context.Context, cmd Command) (Result, error) { return o.lower.Run(ctx, cmd) }

// Change records nothing itself, see Recorder.Change. A command that is not
// there is an error as on the host, unless an earlier one of the plan may bring
// it: a package that is yet to be installed.
func (o *overlay) Change(ctx context.Context, cmd Command) (Result, error) {
	found, err := o.Find(ctx, cmd.Name)
	if err != nil && !o.ran.Load() {
		return Result{Exit: -1}, err
	}
	o.ran.Store(true)
	return Result{Path: found.Path, Args: cmd.Args}, ErrNotRun
}

func (o *overlay) Bus(ctx context.Context, call BusCall) ([]any, error) {
	return o.lower.Bus(ctx, call)
}

func (o *overlay) Uname(ctx context.Context) (Uname, error) { return o.lower.Uname(ctx) }
func (o *overlay) Getenv(name string) string                { return o.lower.Getenv(name) }
func (o *overlay) Now() time.Time                           { return o.lower.Now() }
func (o *overlay) UID() int                                 { return o.lower.UID() }
func (o *overlay) GID() int                                 { return o.lower.GID() }
