package star

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/modules/star/convert"
	"ralsh/ral/value"
)

// hook is a function of a file that the engine calls.
type hook struct {
	fn     *starlark.Function
	takes  int    // number of arguments that it accepts
	what   string // "validate of color"
	runner *runner
	limits
}

// newHook wraps a function. args are the names of the available arguments; the
// function may accept fewer.
func newHook(th *starlark.Thread, what string, fn starlark.Callable, lim limits, args ...string) (*hook, error) {
	if fn == nil {
		return nil, nil
	}
	f, ok := fn.(*starlark.Function)
	if !ok {
		return nil, fmt.Errorf("%s must be a function or a lambda, not the builtin %s", what, fn.Name())
	}
	k := &hook{fn: f, takes: f.NumParams() - f.NumKwonlyParams(), what: what, runner: th.Local(runningKey).(*running).runner, limits: lim}
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

// newFunction wraps a function that is called with callWith, with any arguments.
func newFunction(r *runner, what string, fn *starlark.Function, lim limits) *hook {
	return &hook{fn: fn, what: what, runner: r, limits: lim}
}

// order returns an error if the function has a parameter with the name of an argument at
// a different position.
func (k *hook) order(args []string) error {
	for i := range k.takes {
		name, _ := k.fn.Param(i)
		if at := slices.Index(args, name); at >= 0 && at != i {
			return &Fault{Pos: k.fn.Position().String(), Message: fmt.Sprintf("ralsh passes %[2]s to %[1]s, in this order: %[3]s is argument %[4]d, not %[5]d", k.what, strings.Join(args, ", "), name, at+1, i+1)}
		}
	}
	return nil
}

// running is the context of a call, for builtins.
type running struct {
	ctx    context.Context
	runner *runner
}

const runningKey = "running"

// contextOf returns the context of the call that runs on a thread, nil without a call.
func contextOf(th *starlark.Thread) context.Context {
	if now, ok := th.Local(runningKey).(*running); ok {
		return now.ctx
	}
	return nil
}

// call runs the hook on a separate thread.
func (k *hook) call(ctx context.Context, args ...starlark.Value) (starlark.Value, error) {
	return k.callWith(ctx, args[:k.takes], nil)
}

// callWith is call with keyword arguments.
func (k *hook) callWith(ctx context.Context, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	c := k.runner.callers.Get().(*caller)
	c.begin(ctx, k.runner, k.what, k.limits)
	returned := false
	defer func() {
		c.end()
		if returned { // a panic leaves the thread in an undefined state
			k.runner.callers.Put(c)
		}
	}()
	out, err := starlark.Call(c.thread, k.fn, args, kwargs)
	returned = true
	if err != nil {
		return nil, faultOf(err)
	}
	return out, nil
}

// fault returns an error at the position of the hook.
func (k *hook) fault(message string) error {
	return &Fault{Pos: k.fn.Position().String(), Message: message}
}

// wrong returns an error for an invalid result of the hook.
func (k *hook) wrong(got starlark.Value, want string) error {
	return k.fault(fmt.Sprintf("%s returned %s; it must return %s", k.what, convert.Article(got.Type()), want))
}

// text calls a hook that returns a string.
func (k *hook) text(ctx context.Context, args ...starlark.Value) (string, error) {
	out, err := k.call(ctx, args...)
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
	return "", k.wrong(out, "a string")
}

// truth calls a hook that returns True or False.
func (k *hook) truth(ctx context.Context, args ...starlark.Value) (bool, error) {
	out, err := k.call(ctx, args...)
	if err != nil {
		return false, err
	}
	b, ok := out.(starlark.Bool)
	if !ok {
		return false, k.wrong(out, "True or False")
	}
	return bool(b), nil
}

// nothing calls a hook without a result.
func (k *hook) nothing(ctx context.Context, args ...starlark.Value) error {
	out, err := k.call(ctx, args...)
	if err == nil && out != starlark.None {
		return k.wrong(out, "nothing")
	}
	return err
}

// texts calls a hook that returns a list of strings; None is the empty list, and a
// string is a list with a single element.
func (k *hook) texts(ctx context.Context, args ...starlark.Value) ([]string, error) {
	out, err := k.call(ctx, args...)
	if err != nil {
		return nil, err
	}
	v, err := convert.ToValue(out)
	if err != nil {
		return nil, k.wrong(out, "a list of strings")
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

// value calls a hook that returns a value.
func (k *hook) value(ctx context.Context, args ...starlark.Value) (value.Value, error) {
	out, err := k.call(ctx, args...)
	if err != nil {
		return value.Value{}, err
	}
	v, err := convert.ToValue(out)
	if err != nil {
		return v, k.wrong(out, "a value")
	}
	return v, nil
}
