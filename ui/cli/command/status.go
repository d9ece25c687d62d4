package command

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral/diagnostic"
	"ralsh/ui/cli/usage"
)

// The exit statuses.
const (
	Done      = 0
	Failure   = 1
	BadUsage  = 2
	Cancelled = 130
)

// StatusError is an exit status without a message.
type StatusError int

// Error returns the number.
func (e StatusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// Failed returns the exit status of a failure, with or without --detailed-exitcodes.
func Failed(detailed bool) int {
	if detailed {
		return 4
	}
	return Failure
}

// Exit prints an error and returns its exit status.
func (a *App) Exit(ctx context.Context, err error) int {
	status, text := a.Status(ctx, err)
	if text != nil && status == BadUsage && slices.Contains(a.Args, "--detailed-exitcodes") {
		status = Failure // BadUsage would mean that something was changed
	}
	a.SayError(text)
	return status
}

// Status returns the exit status of an error, and the error to print.
func (a *App) Status(ctx context.Context, err error) (status int, text error) {
	var known StatusError
	var wrong usage.Error
	var diag diagnostic.Diag
	var diags diagnostic.Diags
	switch {
	case err == nil:
		return Done, nil
	case errors.As(err, &known):
		return int(known), nil
	case a.Sink.Err != nil && errors.Is(err, a.Sink.Err):
		return Failure, nil
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return Cancelled, errors.New("cancelled")
	case errors.As(err, &wrong) || errors.As(err, &diags) || errors.As(err, &diag) && isName(diag.Kind):
		return BadUsage, err
	}
	return Failure, err
}

func isName(k diagnostic.Kind) bool {
	return k == diagnostic.UnknownType || k == diagnostic.UnknownAttribute || k == diagnostic.UnknownProvider || k == diagnostic.Invalid || k == diagnostic.InvalidResource || k == diagnostic.BadTitle
}
