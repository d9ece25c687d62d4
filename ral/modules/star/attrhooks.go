package star

import (
	"context"
	"errors"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
)

func (a *attributeArgs) hooks(th *starlark.Thread, out *ral.Attribute) error {
	return errors.Join(
		unique(out), setDefault(th, out, a.def), a.checks(th, out), a.display(th, out),
	)
}

// checks sets validate, munge, unmunge and insync. An error other than fail()
// is a broken hook, like a panic of a hook in Go.
func (a *attributeArgs) checks(th *starlark.Thread, out *ral.Attribute) error {
	of := " of " + out.Name
	validate, err1 := script.NewHook(th, "validate"+of, a.validate, script.TypeLimits, "value", "self")
	if validate != nil {
		out.ValidateFn = func(h ral.Hook, v value.Value) error {
			return script.Raised(validate.Nothing(h.Ctx, convert.FromValue(v), asSelf(h)))
		}
	}
	munge, err2 := script.NewHook(th, "munge"+of, a.munge, script.TypeLimits, "value", "self")
	if munge != nil {
		out.MungeFn = func(h ral.Hook, v value.Value) (value.Value, error) {
			m, err := munge.Value(h.Ctx, convert.FromValue(v), asSelf(h))
			return m, script.Raised(err)
		}
	}
	unmunge, err3 := script.NewHook(th, "unmunge"+of, a.unmunge, script.TypeLimits, "value")
	if unmunge != nil {
		out.Hooks = ral.UnmungeFunc(func(h ral.Hook, v value.Value) value.Value { return unmunged(unmunge, h, v) })
	}
	insync, err4 := script.NewHook(th, "insync"+of, a.insync, script.TypeLimits, "is", "should", "self")
	if insync != nil {
		out.InSyncFn = func(h ral.Hook, is, should value.Value) bool {
			same, err := insync.Truth(h.Ctx, convert.FromAttr(h.A, is), convert.FromAttr(h.A, should), asSelf(h))
			broken(err)
			return same
		}
	}
	return errors.Join(err1, err2, err3, err4)
}

// unmunged returns the displayed form of a value. If the hook breaks, the value is
// unknown, with the reason; a secret remains a secret. The hook gets no self, because
// reading the resource unmunges its values.
func unmunged(k *script.Hook, h ral.Hook, v value.Value) value.Value {
	u, err := k.Value(h.Ctx, convert.FromValue(v.Reveal()))
	switch {
	case err != nil:
		return value.Unread(err.Error())
	case v.IsSecret():
		return value.Secret(u)
	}
	return u
}

// broken panics with an error if the engine does not accept errors. The engine recovers
// each of these calls, and only the property is affected.
func broken(err error) {
	if err != nil {
		panic(err)
	}
}

// display sets the text functions of a value and of a change. They run on each
// keystroke, so a broken hook falls back to the default text.
func (a *attributeArgs) display(th *starlark.Thread, out *ral.Attribute) error {
	of := " of " + out.Name
	is, err1 := script.NewHook(th, "is_to_s"+of, a.isText, script.TypeLimits, "value", "self")
	out.IsText = displayed(is)
	should, err2 := script.NewHook(th, "should_to_s"+of, a.shouldText, script.TypeLimits, "value", "self")
	out.ShouldText = displayed(should)
	change, err3 := script.NewHook(th, "change_to_s"+of, a.changeText, script.TypeLimits, "is", "should", "self")
	if change != nil {
		out.ChangeFn = func(h ral.Hook, is, should value.Value) string {
			text, err := change.Text(h.Ctx, convert.FromValue(is), convert.FromValue(should), asSelf(h))
			broken(err)
			return text
		}
	}
	noEffect, err4 := script.NewHook(th, "no_effect"+of, a.noEffect, script.TypeLimits, "res")
	if noEffect != nil {
		out.NoEffect = func(r *ral.Resource) string {
			text, _ := noEffect.Text(context.Background(), asResource(r))
			return text
		}
	}
	a.tries = a.trials(is, should, noEffect)
	return errors.Join(err1, err2, err3, err4)
}

func displayed(k *script.Hook) func(ral.Hook, value.Value) string {
	if k == nil {
		return nil
	}
	return func(h ral.Hook, v value.Value) string {
		text, err := k.Text(h.Ctx, convert.FromValue(v), asSelf(h))
		if err != nil {
			return v.Literal()
		}
		return text
	}
}
