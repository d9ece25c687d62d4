package star

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
)

// list yields the result of instances: a list of dicts with a name each.
func (b *behaviour) list(ctx context.Context, in *ral.Listing) error {
	out, err := b.reads(ctx, b.h.instances, in.Reader, nil).of(in.Type).call()
	if err != nil {
		return err
	}
	seq, ok := out.(starlark.Iterable)
	if !ok {
		return b.h.instances.Wrong(out, "a list of dicts")
	}
	for el := range starlark.Elements(seq) {
		dict, ok := el.(*starlark.Dict)
		if !ok {
			return b.h.instances.Wrong(el, "a list of dicts")
		}
		inst := in.NewInstance(nameIn(in.Type, dict))
		if err := b.keys(ctx, inst, dict); err != nil {
			return err
		}
		if err := b.instance(b.h.instances, inst, dict); err != nil {
			return err
		}
		if b.h.retrieve == nil {
			b.complete(inst)
		}
		in.Yield(inst)
	}
	return nil
}

// instance sets the properties that were read. Without ensure it is present.
func (b *behaviour) instance(k *script.Hook, inst *ral.Instance, dict *starlark.Dict) error {
	if from, ok, _ := dict.Get(starlark.String("from")); ok && inst.Type.Attr("from") == nil {
		inst.From, _ = starlark.AsString(from)
	}
	if x, ok, _ := dict.Get(starlark.String("findings")); ok && inst.Type.Attr("findings") == nil {
		if err := (*convert.Texts)(&inst.ProviderFindings).Unpack(x); err != nil {
			return k.Fault(k.What + ": findings of an instance: " + err.Error())
		}
	}
	if err := asInstance(inst, dict); err != nil {
		return k.Fault(k.What + ": " + err.Error())
	}
	if inst.Type.HasEnsure() && !inst.Known("ensure") {
		inst.Set("ensure", value.Present())
	}
	return nil
}

// retrieve converts a dict of properties; None means that the resource is absent.
func (b *behaviour) retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	out, err := b.reads(ctx, b.h.retrieve, rd, r).call()
	if err != nil {
		return nil, err
	}
	if out == starlark.None {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	dict, ok := out.(*starlark.Dict)
	if !ok {
		return nil, b.h.retrieve.Wrong(out, "a dict, or None if the resource does not exist")
	}
	inst := ral.NewInstance(r.Type, r.Name())
	err = b.instance(b.h.retrieve, inst, dict)
	b.complete(inst)
	return inst, err
}

// complete sets the properties that are missing after the reading of a resource to
// absent, so that an undo knows them. Properties with a getter are read separately.
func (b *behaviour) complete(inst *ral.Instance) {
	for _, a := range inst.Type.Properties() {
		if !inst.Known(a.Name) && b.h.get == nil && b.h.getters[a.Name] == nil && b.parent.Get == nil {
			inst.Set(a.Name, value.Absent())
		}
	}
}

func (b *behaviour) exists(ctx context.Context, rd host.Reader, r *ral.Resource) (bool, error) {
	return b.reads(ctx, b.h.exists, rd, r).truth()
}

// gets returns the properties that get reads, nil for all.
func (b *behaviour) gets() []string {
	if b.h.get != nil || b.parent.Get != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(b.h.getters))
}

// get reads a property. If a getter breaks, only its property is unknown, with the
// reason; if ensure breaks, the whole reading fails.
func (b *behaviour) get(ctx context.Context, rd host.Reader, r *ral.Resource, attr string) (value.Value, error) {
	v, err := b.got(ctx, rd, r, attr)
	if err != nil && attr != "ensure" && ctx.Err() == nil && !errors.Is(err, host.ErrNotRun) {
		if report, ok := ctx.Value(errorsKey{}).(func(error)); ok {
			report(err)
		}
		return value.Unread(err.Error()), nil
	}
	return v, err
}

func (b *behaviour) got(ctx context.Context, rd host.Reader, r *ral.Resource, attr string) (value.Value, error) {
	k, args := b.h.getters[attr], []starlark.Value(nil)
	if k == nil {
		k, args = b.h.get, []starlark.Value{starlark.String(attr)}
	}
	switch {
	case k != nil:
	case b.parent.Get != nil:
		return b.parent.Get(ctx, rd, r, attr)
	default:
		return value.Value{}, fmt.Errorf("provider %s cannot read %s: add a getter at %s", b.p.Name, attr, b.p.Origin.Pos)
	}
	v, err := b.asked(ctx, k, rd, r, args...)
	if err != nil {
		return v, err
	}
	return isValue(r.Type.Attr(attr), v), nil
}

// asked calls a hook that returns a value; None is absent.
func (b *behaviour) asked(ctx context.Context, k *script.Hook, rd host.Reader, r *ral.Resource, args ...starlark.Value) (value.Value, error) {
	out, err := b.reads(ctx, k, rd, r, args...).call()
	if err != nil {
		return value.Value{}, err
	}
	v, err := convert.ToValue(out)
	if err != nil {
		return v, k.Wrong(out, "a value")
	}
	if v.IsNil() {
		return value.Absent(), nil
	}
	return v, nil
}

// insync returns True or False; None leaves the decision to the type.
func (b *behaviour) insync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (same, known bool, err error) {
	out, err := b.reads(ctx, b.h.insync, rd, r, starlark.String(attr), convert.FromAttr(r.Type.Attr(attr), is), convert.FromAttr(r.Type.Attr(attr), should)).call()
	if err == nil && out == starlark.None && b.parent.InSync != nil {
		return b.parent.InSync(ctx, rd, r, attr, is, should)
	}
	if err != nil || out == starlark.None {
		return false, false, err
	}
	answer, ok := out.(starlark.Bool)
	if !ok {
		return false, false, b.h.insync.Wrong(out, "True, False or None")
	}
	return bool(answer), true, nil
}

// prediction is the result of foresight().
type prediction struct {
	convert.InternalValue
	ral.Prediction
}

// newPrediction implements foresight(certainty, by = "", note = "", also = [], refused =
// "").
func newPrediction(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var certainty string
	f := prediction{InternalValue: "foresight"}
	if err := convert.Unpack(b.Name(), args, kwargs, "certainty", &certainty, "by?", &f.By, "note?", &f.Note,
		"also?", (*convert.Texts)(&f.Also), "refused?", &f.Refused); err != nil {
		return nil, err
	}
	for c := ral.Exact; c <= ral.UnknownUntil; c++ {
		if c.String() == certainty {
			f.Certainty = c
			return f, nil
		}
	}
	return nil, fmt.Errorf("%s: certainty must be exact, simulated, computed or unknown, not %q", b.Name(), certainty)
}

func (b *behaviour) predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	out, err := b.reads(ctx, b.h.predict, rd, r, starlark.String(attr), convert.FromAttr(r.Type.Attr(attr), should)).call()
	if err != nil || out == starlark.None {
		return ral.Prediction{}, err
	}
	f, ok := out.(prediction)
	if !ok {
		return ral.Prediction{}, b.h.predict.Wrong(out, "foresight() or None")
	}
	return f.Prediction, nil
}
