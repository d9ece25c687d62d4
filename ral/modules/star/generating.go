package star

import (
	"context"
	"errors"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/builtin"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
)

// purging is the result of purge(): ralsh removes undeclared instances of a type, except
// instances that spares(found, self) accepts.
type purging struct {
	convert.InternalValue
	of     string
	exempt *script.Hook
}

func purge(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var p purging
	var spares starlark.Callable
	if err := convert.Unpack(b.Name(), args, kwargs, "type", &p.of, "spares?", &spares); err != nil {
		return nil, err
	}
	var err error
	p.exempt, err = script.NewHook(th, "spares", spares, script.ProviderLimits, "found", "self")
	return p, err
}

// reading sets the hooks of a type that get a reader during a run.
func (a *typeArgs) reading(th *starlark.Thread, t *ral.Type) error {
	pre, err1 := script.NewHook(th, "pre_run", a.preRun, script.ProviderLimits, "self")
	if pre != nil {
		t.PreRun = func(ctx context.Context, rd host.Reader, r *ral.Resource) error {
			s := reader(ctx, rd, nil, r)
			defer s.End()
			return pre.Nothing(ctx, s)
		}
	}
	gen, err2 := script.NewHook(th, "generate", a.generate, script.ProviderLimits, "self")
	t.Generate = generator(gen)
	eval, err3 := script.NewHook(th, "eval_generate", a.evalGenerate, script.ProviderLimits, "self")
	t.EvalGenerate = generator(eval)
	purges, err4 := script.NewHook(th, "purge", a.purge, script.TypeLimits, "res")
	if purges != nil {
		a.checks = append(a.checks, func(r *ral.Resource) error {
			_, err := purgeOf(purges, r)
			return err
		})
		a.optional.purges = purges
	}
	return errors.Join(err1, err2, err3, err4)
}

func generator(k *script.Hook) func(context.Context, host.Reader, *ral.Resource) ([]ral.Decl, error) {
	if k == nil {
		return nil
	}
	return func(ctx context.Context, rd host.Reader, r *ral.Resource) ([]ral.Decl, error) {
		s := reader(ctx, rd, nil, r)
		defer s.End()
		out, err := k.Call(ctx, s)
		if err != nil || out == starlark.None {
			return nil, err
		}
		all := convert.List[builtin.Declaration]{Want: "resource"}
		if err := all.Unpack(out); err != nil {
			return nil, k.Wrong(out, "a list of resource()")
		}
		var decls []ral.Decl
		for _, d := range all.Items {
			decls = append(decls, d.Decl)
		}
		return decls, nil
	}
}

// purgeOf returns the instances that a resource removes. If spares() breaks on an
// instance, ralsh does not remove it.
func purgeOf(k *script.Hook, r *ral.Resource) (*ral.Purge, error) {
	out, err := k.Call(context.Background(), asResource(r))
	if err != nil || out == starlark.None {
		return nil, err
	}
	p, ok := out.(purging)
	if !ok {
		return nil, k.Wrong(out, "purge() or None")
	}
	own := &ral.Purge{Type: p.of}
	if p.exempt != nil {
		own.Exempt = func(ctx context.Context, rd host.Reader, inst *ral.Instance) bool {
			s := reader(ctx, rd, nil, nil)
			defer s.End()
			keep, err := p.exempt.Truth(ctx, asFound(inst), s)
			return keep || err != nil
		}
	}
	return own, nil
}
