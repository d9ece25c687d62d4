package script

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/modules/star/convert"
	"ralsh/ral/value"
)

// Hook is a function of a file that the engine calls.
type Hook struct {
	Fn     *starlark.Function
	takes  int    // number of arguments that it accepts
	What   string // "validate of color"
	runner *Runner
	Limits
}

// NewHook wraps a function. args are the names of the available arguments; the
// function may accept fewer.
func NewHook(th *starlark.Thread, what string, fn starlark.Callable, lim Limits, args ...string) (*Hook, error) {
	if fn == nil {
		return nil, nil
	}
	f, ok := fn.(*starlark.Function)
	if !ok {
		return nil, fmt.Errorf("%s must be a function or a lambda, not the builtin %s", what, fn.Name())
	}
	k := &Hook{Fn: f, takes: f.NumParams() - f.NumKwonlyParams(), What: what, runner: th.Local(runningKey).(*running).runner, Limits: lim}
	if f.HasVarargs() {
		k.takes = len(args)
	} else if f.HasKwargs() {
		k.takes--
	}
	needed := 0
	for i := range k.takes {
		if i < f.NumParams() && f.ParamDefault(i) == nil {
			needed++
		}
	}
	if !f.HasVarargs() && needed > len(args) {
		return nil, &Fault{Pos: f.Position().String(), Message: fmt.Sprintf("%s has %d parameters, but ralsh passes at most %d: %s", what, needed, len(args), strings.Join(args, ", "))}
	}
	k.takes = min(k.takes, len(args))
	if err := k.order(args); err != nil {
		return nil, err
	}
	return k, nil
}

// NewFunction wraps a function that is called with CallWith, with any arguments.
func NewFunction(r *Runner, what string, fn *starlark.Function, lim Limits) *Hook {
	return &Hook{Fn: fn, What: what, runner: r, Limits: lim}
}

// order returns an error if the function has a parameter with the name of an argument at
// a different position.
func (k *Hook) order(args []string) error {
	for i := range k.takes {
		name, _ := k.Fn.Param(i)
		if at := slices.Index(args, name); at >= 0 && at != i {
			return &Fault{Pos: k.Fn.Position().String(), Message: fmt.Sprintf("ralsh passes %[2]s to %[1]s, in this order: %[3]s is argument %[4]d, not %[5]d", k.What, strings.Join(args, ", "), name, at+1, i+1)}
		}
	}
	return nil
}

// running is the context of a call, for builtins.
type running struct {
	ctx    context.Context
	runner *Runner
}

const runningKey = "running"

// Context returns the context of the call that runs on a thread, nil without a call.
func Context(th *starlark.Thread) context.Context {
	if now, ok := th.Local(runningKey).(*running); ok {
		return now.ctx
	}
	return nil
}

// Call runs the hook on a separate thread.
func (k *Hook) Call(ctx context.Context, args ...starlark.Value) (starlark.Value, error) {
	return k.CallWith(ctx, args[:k.takes], nil)
}

// CallWith is call with keyword arguments.
func (k *Hook) CallWith(ctx context.Context, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	c := k.runner.callers.Get().(*Caller)
	c.Begin(ctx, k.runner, k.What, k.Limits)
	returned := false
	defer func() {
		c.End()
		if returned { // a panic leaves the thread in an undefined state
			k.runner.callers.Put(c)
		}
	}()
	out, err := starlark.Call(c.Thread, k.Fn, args, kwargs)
	returned = true
	if err != nil {
		return nil, FaultOf(err)
	}
	return out, nil
}

// Fault returns an error at the position of the hook.
func (k *Hook) Fault(message string) error {
	return &Fault{Pos: k.Fn.Position().String(), Message: message}
}

// Wrong returns an error for an invalid result of the hook.
func (k *Hook) Wrong(got starlark.Value, want string) error {
	return k.Fault(fmt.Sprintf("%s returned %s; it must return %s", k.What, convert.Article(got.Type()), want))
}

// Text calls a hook that returns a string.
func (k *Hook) Text(ctx context.Context, args ...starlark.Value) (string, error) {
	out, err := k.Call(ctx, args...)
	if err != nil {
		return "", err
	}
	switch out := out.(type) {
	case starlark.NoneType:
		return "", nil
	case starlark.String:
		return string(out), nil
	case convert.Special:
		return out.String(), nil
	}
	return "", k.Wrong(out, "a string")
}

// Truth calls a hook that returns True or False.
func (k *Hook) Truth(ctx context.Context, args ...starlark.Value) (bool, error) {
	out, err := k.Call(ctx, args...)
	if err != nil {
		return false, err
	}
	b, ok := out.(starlark.Bool)
	if !ok {
		return false, k.Wrong(out, "True or False")
	}
	return bool(b), nil
}

// Nothing calls a hook without a result.
func (k *Hook) Nothing(ctx context.Context, args ...starlark.Value) error {
	out, err := k.Call(ctx, args...)
	if err == nil && out != starlark.None {
		return k.Wrong(out, "nothing")
	}
	return err
}

// Texts calls a hook that returns a list of strings; None is the empty list, and a
// string is a list with a single element.
func (k *Hook) Texts(ctx context.Context, args ...starlark.Value) ([]string, error) {
	out, err := k.Call(ctx, args...)
	if err != nil {
		return nil, err
	}
	v, err := convert.ToValue(out)
	if err != nil {
		return nil, k.Wrong(out, "a list of strings")
	}
	var list []string
	for _, el := range v.Elements() {
		if _, title, isRef := el.Target(); isRef {
			list = append(list, title)
		} else if !el.IsNil() {
			list = append(list, el.Reveal().Text())
		}
	}
	return list, nil
}

// Value calls a hook that returns a value.
func (k *Hook) Value(ctx context.Context, args ...starlark.Value) (value.Value, error) {
	out, err := k.Call(ctx, args...)
	if err != nil {
		return value.Value{}, err
	}
	v, err := convert.ToValue(out)
	if err != nil {
		return v, k.Wrong(out, "a value")
	}
	return v, nil
}

// NewHooks wraps the functions of a dict, and returns their names in order.
func NewHooks(th *starlark.Thread, what string, x starlark.Value, args ...string) (names []string, hooks map[string]*Hook, err error) {
	if x == nil || x == starlark.None {
		return nil, nil, nil
	}
	dict, ok := x.(*starlark.Dict)
	if !ok {
		return nil, nil, fmt.Errorf("%s must be a dict of name to function, not %s", what, convert.Article(x.Type()))
	}
	hooks = map[string]*Hook{}
	for _, item := range dict.Items() {
		name, err := convert.TextKey(what, item[0])
		if err != nil {
			return nil, nil, err
		}
		fn, ok := item[1].(starlark.Callable)
		if !ok {
			return nil, nil, fmt.Errorf("%s: %s must be a function, not %s", what, name, convert.Article(item[1].Type()))
		}
		if hooks[name], err = NewHook(th, what+" "+name, fn, ProviderLimits, args...); err != nil {
			return nil, nil, err
		}
		names = append(names, name)
	}
	return names, hooks, nil
}
