package script

import (
	"errors"
	"io/fs"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Fault is an error in a file, with its position.
type Fault struct {
	Pos     string // file:line:col
	Message string
	Refused bool // from fail(): an error in the input, not in the file
	Cause   error
}

// Error returns the message, after the position if it is an error of the file.
func (f *Fault) Error() string {
	if f.Refused || f.Pos == "" {
		return f.Message
	}
	return f.Pos + ": " + f.Message
}

// Unwrap returns the Cause.
func (f *Fault) Unwrap() error { return f.Cause }

// Is reports whether target is [ral.ErrFinal], and the fault depends only on the file: a
// fail() without needs, or an error in the code. Other faults may depend on parts of the
// host that an earlier step creates.
func (f *Fault) Is(target error) bool {
	_, waits := errors.AsType[*ral.DependencyError](f.Cause)
	_, ran := errors.AsType[*host.CommandError](f.Cause)
	return target == ral.ErrFinal && !waits && !ran && !errors.Is(f.Cause, fs.ErrNotExist)
}

// refusal is the error of fail().
type refusal struct {
	text  string
	needs error // *ral.DependencyError: the resource that is needed; otherwise nil
}

// Refuse returns the error of fail(): an error in the input. needs is the resource that
// the input needs, or nil.
func Refuse(text string, needs error) error { return &refusal{text: text, needs: needs} }

func (r *refusal) Error() string { return r.text }

// Unwrap returns the needed resource.
func (r *refusal) Unwrap() error { return r.needs }

// breakage is the error of bug().
type breakage struct{ text string }

func (b *breakage) Error() string { return b.text }

// Break returns the error of bug(): an error in the file.
func Break(text string) error { return &breakage{text} }

// FaultOf converts an error of Starlark to a Fault.
func FaultOf(err error) *Fault {
	var known *Fault
	var refused *refusal
	var eval *starlark.EvalError
	var parse syntax.Error
	var names resolve.ErrorList
	switch {
	case errors.As(err, &eval):
		f := &Fault{Pos: placeOf(eval.CallStack), Message: eval.Msg, Cause: eval.Unwrap()}
		if errors.As(err, &refused) {
			f.Message, f.Refused = refused.text, true
		} else if errors.As(err, &known) {
			f.Pos, f.Message, f.Refused = known.Pos, known.Message, known.Refused
		}
		f.Message = strings.TrimPrefix(f.Message, "Starlark computation cancelled: ")
		return f
	case errors.As(err, &parse):
		return &Fault{Pos: parse.Pos.String(), Message: parse.Msg, Cause: err}
	case errors.As(err, &names) && len(names) > 0:
		return &Fault{Pos: names[0].Pos.String(), Message: names[0].Msg, Cause: err}
	case errors.As(err, &known):
		return known
	}
	return &Fault{Message: err.Error(), Cause: err}
}

// placeOf returns the innermost position in a file.
func placeOf(stack starlark.CallStack) string {
	for i := range stack {
		if pos := stack.At(i).Pos; pos.Line > 0 {
			return pos.String()
		}
	}
	return ""
}

// Raised converts the error of a type's hook for the engine: fail() rejects the value;
// other errors mean that the hook is broken.
func Raised(err error) error {
	var f *Fault
	if err == nil || errors.As(err, &f) && f.Refused {
		return err
	}
	return &ral.PanicError{Value: err.Error(), Cause: err}
}

// hostError is an error of the host and not of the file: a missing path, a command that
// failed.
type hostError struct{ error }

// Unwrap returns the error of the host.
func (e hostError) Unwrap() error { return e.error }

// FromHost marks an error as an error of the host; nil stays nil.
func FromHost(err error) error {
	if err == nil {
		return nil
	}
	return hostError{err}
}

// FileFault reports whether an error is an error of a file: neither from fail() nor from
// the host.
func FileFault(err error) (f *Fault, ok bool) {
	f, ok = errors.AsType[*Fault](err)
	if !ok || f.Refused {
		return f, false
	}
	_, host := errors.AsType[hostError](f.Cause)
	return f, !host
}
