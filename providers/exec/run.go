package exec

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Set runs the command. It fails if a check that was unknown in the plan still
// cannot be made.
func (b *runner) Set(ctx context.Context, wr host.Writer, r *ral.Resource, _ string, _ value.Value) error {
	for _, attr := range []string{"unless", "onlyif"} {
		for _, v := range r.Get(attr).Elements() {
			if _, err := b.command(ctx, wr.Reader(), r, v); err != nil {
				return err
			}
		}
	}
	return b.sync(ctx, wr, r)
}

// Refresh runs the command again if the checks allow it. Instead it runs the
// parameter refresh, if set, and ignores its status.
func (b *runner) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if r.Has("creates") {
		host.NoteCheck(ctx)
	}
	a, err := b.conditions(ctx, wr.Reader(), r)
	if err != nil || !a.run {
		return err
	}
	if !r.Has("refresh") {
		return b.sync(ctx, wr, r)
	}
	cmd, err := b.command(ctx, wr.Reader(), r, r.Get("refresh"))
	if err != nil {
		return err
	}
	var failed *host.CommandError
	err = wr.Run(ctx, cmd)
	if errors.As(err, &failed) && failed.Cause == nil {
		if failed.Result.Exit == notThere {
			return noSuch(r, "refresh", failed.Result)
		}
		return nil
	}
	return timedOut(ctx, err)
}

// sync runs the command until it exits with an expected status.
func (b *runner) sync(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	cmd, err := b.command(ctx, wr.Reader(), r, r.Get("command"))
	if err != nil {
		return err
	}
	for _, v := range r.Get("returns").Elements() {
		n, err := strconv.Atoi(v.Text())
		if err != nil {
			return err
		}
		cmd.OnlyExit = append(cmd.OnlyExit, n)
	}
	tries, _ := r.Get("tries").Int()
	for n := int64(1); ; n++ {
		err = wr.Run(ctx, cmd)
		if n >= tries || !again(err) {
			break
		}
		if err := rest(ctx, r); err != nil {
			return err
		}
	}
	return failure(ctx, r, err)
}

// again reports whether a retry may help: the command ran to its end, and the shell
// found its program.
func again(err error) bool {
	var failed *host.CommandError
	return errors.As(err, &failed) && failed.Cause == nil && failed.Result.Exit != notThere
}

func rest(ctx context.Context, r *ral.Resource) error {
	n, err := seconds(r.Get("try_sleep"))
	if err != nil || n == 0 {
		return err
	}
	select {
	case <-time.After(time.Duration(n * float64(time.Second))):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// failure returns why a command failed, with Puppet's message.
func failure(ctx context.Context, r *ral.Resource, err error) error {
	var failed *host.CommandError
	if !errors.As(err, &failed) || failed.Cause != nil {
		return timedOut(ctx, err)
	}
	what := "'" + r.Get("command").Text() + "'"
	if secret(r) {
		what = "[command redacted]"
	}
	if failed.Result.Exit == notThere {
		return noSuch(r, what, failed.Result)
	}
	status := strconv.Itoa(failed.Result.Exit)
	if failed.Result.Signal != "" {
		status = failed.Result.Signal
	}
	var expected []string
	for _, v := range r.Get("returns").Elements() {
		expected = append(expected, v.Text())
	}
	return fmt.Errorf("%s returned %s instead of one of [%s]", what, status, strings.Join(expected, ","))
}

// timedOut returns err, or Puppet's message if the command timed out.
func timedOut(ctx context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return errors.New("Command exceeded timeout")
	}
	return err
}
