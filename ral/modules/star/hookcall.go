package star

import (
	"context"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/script"
)

// hookCall is a prepared call: the hook, its self, and the other arguments.
type hookCall struct {
	b    *behaviour
	k    *script.Hook
	self *machine
	args []starlark.Value
}

func (b *behaviour) reads(ctx context.Context, k *script.Hook, rd host.Reader, r *ral.Resource, args ...starlark.Value) hookCall {
	return b.start(k, reader(ctx, rd, b.p.cmds, r), args)
}

func (b *behaviour) does(ctx context.Context, k *script.Hook, wr host.Writer, r *ral.Resource, args ...starlark.Value) hookCall {
	return b.start(k, changer(ctx, wr, b.p.cmds, r), args)
}

func (b *behaviour) start(k *script.Hook, self *machine, args []starlark.Value) hookCall {
	self.state = b.state
	return hookCall{b, k, self, append([]starlark.Value{self}, args...)}
}

// of sets the type of the call, if self lacks a resource.
func (c hookCall) of(t *ral.Type) hookCall {
	c.self.typ = t
	return c
}

// with sets the type and the run of a call about several resources, such as r.
func (c hookCall) with(r *ral.Resource) hookCall {
	c.self.run = r
	return c.of(r.Type)
}

func (c hookCall) call() (starlark.Value, error) {
	c.b.mu.Lock()
	defer c.b.mu.Unlock()
	defer c.self.End()
	return c.k.Call(c.self.Context, c.args...)
}

// nothing calls a hook for its effect. It ignores the result, such as the output of a
// command that is the last expression of a lambda.
func (c hookCall) nothing() error {
	_, err := c.call()
	return err
}

// each calls a hook for n resources: no result means success for all, otherwise it
// returns an error or None for each.
func (c hookCall) each(n int) []error {
	errs := make([]error, n)
	out, err := c.call()
	if err != nil {
		return slices.Repeat([]error{err}, n)
	}
	if out == starlark.None {
		return errs
	}
	list, ok := out.(starlark.Indexable)
	if !ok || list.Len() != n {
		return slices.Repeat([]error{c.k.Wrong(out, "None, or a list with a string or None for each resource")}, n)
	}
	for i := range n {
		if text, is := starlark.AsString(list.Index(i)); is {
			errs[i] = script.Refuse(text, nil)
		} else if list.Index(i) != starlark.None {
			errs[i] = c.k.Wrong(list.Index(i), "a string or None for each resource")
		}
	}
	return errs
}

func (c hookCall) truth() (bool, error) {
	out, err := c.call()
	if err != nil {
		return false, err
	}
	b, ok := out.(starlark.Bool)
	if !ok {
		return false, c.k.Wrong(out, "True or False")
	}
	return bool(b), nil
}
