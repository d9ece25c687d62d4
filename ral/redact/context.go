package redact

import (
	"context"

	"ralsh/ral/value"
)

type contextKey struct{}

// Into returns a context in which Tell adds secrets to a redactor.
func Into(ctx context.Context, red *Redactor) context.Context {
	return context.WithValue(ctx, contextKey{}, red)
}

// Tell adds an undeclared secret that code generated to the redactor of a context.
// Without a redactor it does nothing.
func Tell(ctx context.Context, v value.Value) {
	if ctx == nil {
		return
	}
	if red, ok := ctx.Value(contextKey{}).(*Redactor); ok {
		red.Learn(v)
	}
}
