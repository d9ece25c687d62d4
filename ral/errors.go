package ral

import (
	"errors"
	"fmt"
	"strings"
)

// DependencyError is something that a change needs and that the host lacks, but
// that another resource of the run may be about to make: the user who is to own
// a file. A plan shows such a change as unknown when a step before it, which it
// depends on, runs a command or sends something to a server; else, and while applying,
// it fails.
type DependencyError struct {
	Type string // of the resource that would bring it: user, group
	Name string
}

// Error is in Puppet's words: "Could not find user deploy".
func (e *DependencyError) Error() string { return "Could not find " + e.Type + " " + e.Name }

// DuplicateNameError is a name that a type declares twice.
type DuplicateNameError struct {
	Type string
	What string   // attribute, feature
	Kind AttrKind // of an attribute
	Name string
}

// Error names what is declared twice.
func (e *DuplicateNameError) Error() string {
	return fmt.Sprintf("type %s: %s %s is declared twice", e.Type, e.What, e.Name)
}

// Problems are the mistakes that Registry.Err joined.
func Problems(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return nil
}

// Guard keeps a panic of a provider from reaching anything else: it comes back
// as an error that says what it was.
func Guard(fn func() error) (err error) {
	defer guarded(&err)
	return fn()
}

// PanicError is a provider that broke.
type PanicError struct{ Value, Stack string }

// Error says what the provider raised.
func (e *PanicError) Error() string { return "provider panicked: " + e.Value }

// UnsuitableError is a resource whose provider does not work here.
type UnsuitableError struct{ Suitability }

// Error gives the reason, by the first test that fails.
func (e *UnsuitableError) Error() string {
	return fmt.Sprintf("provider %s is not suitable: %s", e.Provider.Name, e.Reason())
}

// NoProviderError is a resource of a type without a suitable provider, or
// that has none.
type NoProviderError struct{ Type *Type }

// Error names the type.
func (e *NoProviderError) Error() string { return "no provider of " + e.Type.Name + " is suitable" }

// NoSetterError is a provider that has no way to set an attribute (semantics.md L20).
type NoSetterError struct {
	Provider *Provider
	Attr     string
}

// Error names both.
func (e *NoSetterError) Error() string {
	return "The " + e.Provider.Name + " provider can not handle attribute " + e.Attr
}

// NamelessError is an instance that a provider lists without a name.
type NamelessError struct{ Provider *Provider }

// Error says which provider.
func (e *NamelessError) Error() string {
	return "provider " + e.Provider.Name + " listed an instance without a name"
}

// ErrNoListing is a provider that cannot list.
var ErrNoListing = errors.New("this provider cannot list; ask it for one name")

// ErrNotFound is a resource that no provider knows.
var ErrNotFound = errors.New("not found")

// DamageError is what a listing ends with that gave all there is to read, and
// met what is damaged. That stays as it is.
type DamageError struct {
	Lines []string // "/etc/fstab:7 has no mount point"
}

// maxDamage is how many lines an error names.
const maxDamage = 3

// Error is one line: "/etc/fstab:7 has no mount point; /etc/fstab:9 is not
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

// IsDamage reports whether an error is about nothing but damage.
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

// AttributeError is why a change would be refused, with the attribute that it is
// about: a resource is made in one change, of ensure, and what keeps it from that can
// be any of its values.
type AttributeError struct {
	Attr string
	Err  error
}

// About says which attribute an error is about; nil stays nil.
func About(attr string, err error) error {
	if err == nil {
		return nil
	}
	return &AttributeError{attr, err}
}

// Error is what it says without the attribute.
func (e *AttributeError) Error() string { return e.Err.Error() }

// Unwrap is the error itself.
func (e *AttributeError) Unwrap() error { return e.Err }
