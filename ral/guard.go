package ral

import (
	"errors"
	"fmt"
)

// Guard keeps a panic of a provider from reaching anything else: it comes back
// as an error that says what it was.
func Guard(fn func() error) (err error) {
	defer guarded(&err)
	return fn()
}

// PanicError is a provider that broke.
type PanicError struct{ Value, Stack string }

// Error says what the provider raised.
func (e *PanicError) Error() string { return "the provider broke: " + e.Value }

// UnsuitableError is a resource whose provider does not work here.
type UnsuitableError struct{ Suitability }

// Error says why, by the first test that stands in the way.
func (e *UnsuitableError) Error() string {
	return fmt.Sprintf("provider %s is not suitable: %s", e.Provider.Name, e.Reason())
}

// NoProviderError is a resource of a type of which no provider is suitable, or
// that has none.
type NoProviderError struct{ Type *Type }

// Error names the type.
func (e *NoProviderError) Error() string { return "no provider of " + e.Type.Name + " is suitable" }

// NamelessError is an instance that a provider lists without a name.
type NamelessError struct{ Provider *Provider }

// Error says which provider.
func (e *NamelessError) Error() string {
	return "provider " + e.Provider.Name + " lists something without a name"
}

// ErrNoListing is a provider that cannot list.
var ErrNoListing = errors.New("this provider cannot list; ask it for one name")

// ErrNotFound is a resource that no provider knows.
var ErrNotFound = errors.New("not found")
