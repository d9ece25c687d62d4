package host

import "context"

type readsKey struct{}

// WithReadTrace returns a context under which every file and folder that a Look
// reads is told to fn by its path, also one that is not there; one that is only
// described and is there is not. fn is called from
// several goroutines and must not wait.
func WithReadTrace(ctx context.Context, fn func(path string)) context.Context {
	return context.WithValue(ctx, readsKey{}, fn)
}

func tellRead(ctx context.Context, path string) {
	if fn, _ := ctx.Value(readsKey{}).(func(string)); fn != nil {
		fn(path)
	}
}
