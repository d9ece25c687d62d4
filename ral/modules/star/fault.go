package star

import (
	"errors"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ralsh/ral"
)

// Fault is what went wrong in a file, with the place.
type Fault struct {
	Pos     string // file:line:col
	Message string
	Refused bool // fail() said so: it is about what was given, and not about the file
	Cause   error
}

// Error is the message; where the file itself is at fault, after the place.
func (f *Fault) Error() string {
	if f.Refused || f.Pos == "" {
		return f.Message
	}
	return f.Pos + ": " + f.Message
}

// Unwrap returns the Cause.
func (f *Fault) Unwrap() error { return f.Cause }

// refusal is what fail() raises.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

// breakage is what bug() raises.
type breakage struct{ text string }

func (b *breakage) Error() string { return b.text }

// faultOf makes a Fault of what Starlark returns.
func faultOf(err error) *Fault {
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

// placeOf is the innermost place in a file.
func placeOf(stack starlark.CallStack) string {
	for i := range stack {
		if pos := stack.At(i).Pos; pos.Line > 0 {
			return pos.String()
		}
	}
	return ""
}

// raised is the error of a type's hook as the engine takes it: fail() refuses
// the value, anything else is a hook that broke.
func raised(err error) error {
	var f *Fault
	if err == nil || errors.As(err, &f) && f.Refused {
		return err
	}
	return &ral.PanicError{Value: err.Error()}
}
