package star

import (
	"context"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/script"
)

// started is a prepared call: the hook, its self, and the other arguments.
type started struct {
	b    *behaviour
	k    *script.Hook
	self *machine
	args []starlark.Value
}

func (b *behaviour) reads(ctx context.Context, k *script.Hook, rd host.Reader, r *ral.Resource, args ...starlark.Value) started {
	return b.start(k, looker(ctx, rd, b.p.cmds, r), args)
}

func (b *behaviour) does(ctx context.Context, k *script.Hook, wr host.Writer, r *ral.Resource, args ...starlark.Value) started {
	return b.start(k, changer(ctx, wr, b.p.cmds, r), args)
}

func (b *behaviour) start(k *script.Hook, self *machine, args []starlark.Value) started {
	self.state = b.state
	return started{b, k, self, append([]starlark.Value{self}, args...)}
}

// of sets the type of the call, if self lacks a resource.
func (s started) of(t *ral.Type) started {
	s.self.typ = t
	return s
}

// with sets the type and the run of a call about several resources, such as r.
func (s started) with(r *ral.Resource) started {
	s.self.run = r
	return s.of(r.Type)
}

func (s started) call() (starlark.Value, error) {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	defer s.self.End()
	return s.k.Call(s.self.Context, s.args...)
}

// nothing calls a hook for its effect. It ignores the result, such as the output of a
// command that is the last expression of a lambda.
func (s started) nothing() error {
	_, err := s.call()
	return err
}

// each calls a hook for n resources: no result means success for all, otherwise it
// returns an error or None for each.
func (s started) each(n int) []error {
	errs := make([]error, n)
	out, err := s.call()
	if err != nil {
		return slices.Repeat([]error{err}, n)
	}
	if out == starlark.None {
		return errs
	}
	list, ok := out.(starlark.Indexable)
	if !ok || list.Len() != n {
		return slices.Repeat([]error{s.k.Wrong(out, "None, or a list with a string or None for each resource")}, n)
	}
	for i := range n {
		if text, is := starlark.AsString(list.Index(i)); is {
			errs[i] = script.Refuse(text, nil)
		} else if list.Index(i) != starlark.None {
			errs[i] = s.k.Wrong(list.Index(i), "a string or None for each resource")
		}
	}
	return errs
}

func (s started) truth() (bool, error) {
	out, err := s.call()
	if err != nil {
		return false, err
	}
	b, ok := out.(starlark.Bool)
	if !ok {
		return false, s.k.Wrong(out, "True or False")
	}
	return bool(b), nil
}
