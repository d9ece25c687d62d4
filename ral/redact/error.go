package redact

import (
	"errors"
	"reflect"
	"strings"

	"ralsh/ral/host"
)

// Error is err as it may be told: err itself where it holds no secret. What it
// is can be asked as usual, by errors.Is and errors.As.
func (red *Redactor) Error(err error) error {
	if err == nil || !red.holdsError(err) {
		return err
	}
	text := err.Error()
	if failed, ok := errors.AsType[*host.CommandError](err); ok {
		// What it printed is cut to a line's length, and a secret with it.
		text = strings.ReplaceAll(text, failed.Error(), red.commandError(failed).Error())
	}
	return &redactedError{red, red.Text(text), err}
}

func (red *Redactor) holdsError(err error) bool {
	if failed, ok := errors.AsType[*host.CommandError](err); ok {
		if red.Holds(string(failed.Result.Stdout)) || red.Holds(string(failed.Result.Stderr)) {
			return true
		}
	}
	return red.Holds(err.Error())
}

func (red *Redactor) commandError(failed *host.CommandError) *host.CommandError {
	return &host.CommandError{
		Command: red.Text(failed.Command), Result: red.Result(failed.Result), Cause: red.Error(failed.Cause), After: failed.After,
	}
}

// redactedError is an error without the secrets. There is no Unwrap: what it
// wraps holds them.
type redactedError struct {
	red  *Redactor
	text string
	err  error
}

func (e *redactedError) Error() string { return e.text }

// Is reports what the error was.
func (e *redactedError) Is(target error) bool { return errors.Is(e.err, target) }

// As gives an error out of the chain where it holds no secret, and a command's
// without them.
func (e *redactedError) As(target any) bool {
	if !errors.As(e.err, target) {
		return false
	}
	if failed, ok := target.(**host.CommandError); ok {
		*failed = e.red.commandError(*failed)
		return true
	}
	found := reflect.ValueOf(target).Elem()
	if err, ok := found.Interface().(error); ok && e.red.holdsError(err) {
		found.SetZero()
		return false
	}
	return true
}
