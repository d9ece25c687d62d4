package redact

import (
	"errors"
	"reflect"
	"strings"

	"ralsh/ral/host"
)

// Error returns err without secrets: err unchanged if it contains no secret. errors.Is
// and errors.As work as usual.
func (red *Redactor) Error(err error) error {
	if err == nil || !red.holdsError(err) {
		return err
	}
	text := err.Error()
	if failed, ok := errors.AsType[*host.CommandError](err); ok {
		// Its output is cut to a line's length, possibly within a secret.
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

// redactedError is an error without the secrets. It has no Unwrap, because the wrapped
// error contains them.
type redactedError struct {
	red  *Redactor
	text string
	err  error
}

func (e *redactedError) Error() string { return e.text }

// Is reports whether the original error matches target.
func (e *redactedError) Is(target error) bool { return errors.Is(e.err, target) }

// As returns an error of the chain if it contains no secret, and a command's
// error without secrets.
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
