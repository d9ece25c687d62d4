package onhost

import (
	"context"
	"errors"
	"fmt"

	"ralsh/ral"
)

// UnsuitableError reports a resource whose provider is not suitable.
type UnsuitableError struct{ Suitability }

// Error returns the reason: the first test that fails.
func (e *UnsuitableError) Error() string {
	return fmt.Sprintf("provider %s is not suitable: %s", e.Provider.Name, e.Reason())
}

// NoProviderError reports a resource without a provider, because its type has no
// suitable provider or no provider at all.
type NoProviderError struct {
	Type  *ral.Type
	Tried []Suitability // of its providers, nil if they are not known
}

// NoProvider returns the error of a type without a suitable provider, with the
// reason of each.
func (e *Env) NoProvider(ctx context.Context, t *ral.Type) error {
	err := &NoProviderError{Type: t}
	for _, p := range t.Providers() {
		err.Tried = append(err.Tried, e.Explain(ctx, p))
	}
	return err
}

// Error names the type, and why each of its providers is unsuitable.
func (e *NoProviderError) Error() string {
	text := "no provider of " + e.Type.Name + " is suitable"
	for i, s := range e.Tried {
		between := "; "
		if i == 0 {
			between = ": "
		}
		text += between + s.Provider.Name + ": " + s.Reason()
	}
	return text
}

// NamelessError is an instance without a name in a provider's listing.
type NamelessError struct{ Provider *ral.Provider }

// Error names the provider.
func (e *NamelessError) Error() string {
	return "provider " + e.Provider.Name + " listed an instance without a name"
}

// ErrNoListing reports that a provider cannot list.
var ErrNoListing = errors.New("this provider cannot list instances: name a resource")
