package ral

import (
	"errors"
	"fmt"
	"strings"
)

// DependencyError reports a dependency of a change that the host lacks and that a
// resource of the run may create: the user who will own a file. A plan shows the change
// as unknown if it depends on an earlier step that runs a command or sends a request to
// a server. Otherwise, and in an apply, the change fails.
type DependencyError struct {
	Type string // type of the missing resource: user, group
	Name string
}

// Error returns Puppet's message: "Could not find user deploy".
func (e *DependencyError) Error() string { return "Could not find " + e.Type + " " + e.Name }

// ErrFinal is matched by an error that no earlier step of a plan can change, because it
// follows from the declaration or from the code of a provider. Any other error of a step
// that depends on an earlier step is unknown until then.
var ErrFinal = errors.New("no earlier step changes this")

// Final returns an error with the same message that matches ErrFinal.
func Final(err error) error { return &finalError{err} }

type finalError struct{ error }

// Unwrap returns the error.
func (f *finalError) Unwrap() error { return f.error }

// Is reports whether target is ErrFinal.
func (f *finalError) Is(target error) bool { return target == ErrFinal }

// DuplicateNameError is a name that a type defines twice.
type DuplicateNameError struct {
	Type string
	What string   // attribute, feature
	Kind AttrKind // of an attribute
	Name string
}

// Error returns the duplicate name.
func (e *DuplicateNameError) Error() string {
	return fmt.Sprintf("type %s: %s %s is declared twice", e.Type, e.What, e.Name)
}

// JoinedErrors returns the errors that Registry.Err joined.
func JoinedErrors(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return nil
}

// Guard calls fn and converts a panic of a provider to an error.
func Guard(fn func() error) (err error) {
	defer guarded(&err)
	return fn()
}

// PanicError is a panic of a provider, or a hook of a module that broke.
type PanicError struct {
	Value, Stack string
	Cause        error // if the value is an error
}

// Error returns the value of the panic.
func (e *PanicError) Error() string { return "provider panicked: " + e.Value }

// Unwrap returns the Cause.
func (e *PanicError) Unwrap() error { return e.Cause }

// NoSetterError is a provider that cannot set an attribute (semantics.md L20).
type NoSetterError struct {
	Provider *Provider
	Attr     string
}

// Error names the provider and the attribute.
func (e *NoSetterError) Error() string {
	return "The " + e.Provider.Name + " provider can not handle attribute " + e.Attr
}

// DamageError is returned by a listing that is complete except for malformed lines, which
// stay unchanged, and for parts that only root may read.
type DamageError struct {
	Lines []string // "/etc/fstab:7 has no mount point"
}

// maxDamage is the maximum number of lines in the message.
const maxDamage = 3

// Error returns a single line: "/etc/fstab:7 has no mount point; /etc/fstab:9 is not
// understood; and 4 more lines".
func (e *DamageError) Error() string {
	text := strings.Join(e.Lines[:min(len(e.Lines), maxDamage)], "; ")
	switch more := len(e.Lines) - maxDamage; {
	case more == 1:
		text += "; and 1 more line"
	case more > 1:
		text += fmt.Sprintf("; and %d more lines", more)
	}
	return text
}

// IsDamage reports whether an error consists only of DamageErrors.
func IsDamage(err error) bool {
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range all.Unwrap() {
			if !IsDamage(one) {
				return false
			}
		}
		return true
	}
	_, ok := errors.AsType[*DamageError](err)
	return ok
}

// ListedPart reports whether a listing that ended with an error is of use: it has
// instances, or all that is not malformed.
func ListedPart(count int, err error) bool { return err != nil && (count > 0 || IsDamage(err)) }

// AttributeError is the rejection of a change with its cause, an attribute: a resource
// is created by a change of ensure, which any of its values can prevent.
type AttributeError struct {
	Attr string
	Err  error
}

// About wraps an error with the attribute that it concerns; nil stays nil.
func About(attr string, err error) error {
	if err == nil {
		return nil
	}
	return &AttributeError{attr, err}
}

// Error returns the message without the attribute.
func (e *AttributeError) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e *AttributeError) Unwrap() error { return e.Err }

// UncertainError is returned by Set, Flush and Refresh for a change that was made, but
// may have a different result when it is repeated: it used the output of a command that
// a plan does not run, the time, or a random number. It is not a failure.
type UncertainError struct {
	Certainty Certainty
	Why       []string
}

// Add adds a reason. The least certain reason counts.
func (e *UncertainError) Add(c Certainty, why string) {
	e.Certainty = max(e.Certainty, c)
	e.Why = append(e.Why, why)
}

// Error returns the reasons.
func (e *UncertainError) Error() string { return strings.Join(e.Why, ", ") }
