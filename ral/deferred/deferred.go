// Package deferred computes values with functions when a resource is evaluated.
//
// A deferred value is a call of a function, or a list or map with calls, in the form of
// Puppet's rich data (semantics.md A25).
package deferred

import (
	"context"
	"fmt"

	"ralsh/ral/host"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// Functions are the functions that deferred values call.
type Functions interface {
	// Has reports whether the function exists.
	Has(name string) bool
	// Call calls a function, which may read the host.
	Call(ctx context.Context, rd host.Reader, name string, args []value.Value) (value.Value, error)
}

// Call returns the deferred call of a function in the form of Puppet's rich
// data: a map with the keys __ptype, name and arguments. An argument, and an element of
// a list or map, may also be a deferred call (semantics.md A25).
func Call(name string, args ...value.Value) value.Value {
	return value.MapOf(
		value.Pair{Key: value.Str("__ptype"), Value: value.Str("Deferred")},
		value.Pair{Key: value.Str("name"), Value: value.Str(name)},
		value.Pair{Key: value.Str("arguments"), Value: value.ListOf(args...)},
	)
}

// parse returns the function and the arguments of a deferred call.
func parse(v value.Value) (name string, args []value.Value, ok bool) {
	if kind, has := v.Lookup("__ptype"); !has || kind.Text() != "Deferred" {
		return "", nil, false
	}
	fn, _ := v.Lookup("name")
	list, _ := v.Lookup("arguments")
	return fn.Text(), list.Elements(), true
}

// Called returns the functions that a value calls. Functions in arguments come
// first.
func Called(v value.Value) (names []string) {
	v = v.Reveal()
	if name, args, ok := parse(v); ok {
		for _, arg := range args {
			names = append(names, Called(arg)...)
		}
		return append(names, name)
	}
	for _, item := range v.Items() {
		names = append(names, Called(item)...)
	}
	for _, p := range v.Pairs() {
		names = append(append(names, Called(p.Key)...), Called(p.Value)...)
	}
	return names
}

// withoutText is the error of a function that was given a secret, which its text may
// repeat.
type withoutText struct{ error }

// Error returns a text that does not contain the text of the function.
func (withoutText) Error() string { return "a function with a secret argument failed" }

// Unwrap returns the error of the function.
func (e withoutText) Unwrap() error { return e.error }

// Evaluate returns a value in which each deferred call is replaced with its result. The
// functions read through rd. The redactor learns the secrets among the arguments.
func Evaluate(ctx context.Context, functions Functions, rd host.Reader, red *redact.Redactor, v value.Value) (value.Value, error) {
	result, err := caller{ctx, functions, rd, red}.called(v)
	if err != nil && v.IsSecret() {
		err = withoutText{err}
	}
	return result, err
}

// caller computes a deferred value.
type caller struct {
	ctx       context.Context
	functions Functions
	rd        host.Reader
	red       *redact.Redactor
}

// called returns a value in which each deferred call is replaced with its result.
func (c caller) called(v value.Value) (value.Value, error) {
	switch name, args, ok := parse(v.Unmark()); {
	case ok:
		return c.call(name, args, v.IsSecret())
	case v.Kind() == value.Sensitive:
		inner, err := c.called(v.Unmark())
		return value.Secret(inner), err
	case v.Kind() == value.List:
		items, err := c.each(v.Items())
		return value.ListOf(items...), err
	case v.Kind() == value.Map:
		pairs := make([]value.Pair, len(v.Pairs()))
		for i, p := range v.Pairs() {
			both, err := c.each([]value.Value{p.Key, p.Value})
			if err != nil {
				return value.Value{}, err
			}
			pairs[i] = value.Pair{Key: both[0], Value: both[1]}
		}
		return value.MapOf(pairs...), nil
	}
	return v, nil
}

// call calls a function. Only here is decided that its result is a secret: if the call
// is marked as a secret, or an argument is.
func (c caller) call(name string, args []value.Value, secret bool) (value.Value, error) {
	in, err := c.each(args)
	if err != nil {
		return value.Value{}, err
	}
	for _, arg := range in {
		secret = secret || arg.IsSecret()
		Learn(c.red, arg)
	}
	out, err := c.functions.Call(c.ctx, c.rd, name, in)
	if err != nil && secret {
		return value.Value{}, withoutText{err}
	}
	if err != nil {
		return value.Value{}, fmt.Errorf("%s: %w", name, err)
	}
	if secret && !out.IsNil() {
		out = value.Secret(out)
	}
	return out, nil
}

func (c caller) each(in []value.Value) ([]value.Value, error) {
	out := make([]value.Value, len(in))
	for i, v := range in {
		var err error
		if out[i], err = c.called(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Learn adds the marked secrets in a value to a redactor, but not the keywords of
// a deferred call in it.
func Learn(red *redact.Redactor, v value.Value) {
	if v.Kind() == value.Sensitive && len(Called(v)) == 0 {
		red.Learn(v)
		return
	}
	v = v.Unmark()
	for _, item := range v.Items() {
		Learn(red, item)
	}
	for _, p := range v.Pairs() {
		Learn(red, p.Key)
		Learn(red, p.Value)
	}
}
