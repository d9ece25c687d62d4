package star

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/nearest"
)

// attrSelf is the self of a type's hook: the attribute, its resource, and the
// default behaviour of the engine.
type attrSelf struct {
	convert.InternalValue
	h ral.Hook
}

func asSelf(h ral.Hook) starlark.Value { return attrSelf{"self", h} }

// AttrNames returns the attributes of self.
func (s attrSelf) AttrNames() []string { return []string{"munge", "name", "res", "validate"} }

// Attr returns an attribute of self.
func (s attrSelf) Attr(name string) (starlark.Value, error) {
	switch name {
	case "name":
		return starlark.String(s.h.A.Name), nil
	case "res":
		return asResource(s.h.R), nil
	case "validate", "munge":
		return starlark.NewBuiltin(name, s.byDefault), nil
	}
	return nil, nil
}

// byDefault implements the engine's validation or munging.
func (s attrSelf) byDefault(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "value", &x); err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	switch {
	case err != nil:
		return nil, err
	case b.Name() == "munge":
		return convert.FromValue(s.h.Munge(v)), nil
	}
	if err := s.h.Validate(v); err != nil {
		return nil, script.Refuse(err.Error(), nil)
	}
	return starlark.None, nil
}

// resourceView is a resource in hooks: res.owner is the desired owner, None if it is not
// declared. In addition to its attributes it has title, ref, type and provider, unless
// an attribute has the name; res["title"] is always the attribute.
type resourceView struct {
	convert.InternalValue
	r *ral.Resource
}

var (
	_ starlark.HasAttrs = resourceView{}
	_ starlark.Mapping  = resourceView{}
)

func asResource(r *ral.Resource) starlark.Value {
	if r == nil {
		return starlark.None
	}
	return resourceView{"resource", r}
}

func (v resourceView) String() string { return v.r.Ref() }

// Hash returns the hash of the resource's reference.
func (v resourceView) Hash() (uint32, error) { return starlark.String(v.r.Ref()).Hash() }

// Get returns the value of an attribute by name.
func (v resourceView) Get(k starlark.Value) (starlark.Value, bool, error) {
	name, _ := starlark.AsString(k)
	a := v.r.Type.Attr(name)
	if a == nil {
		return nil, false, v.unknown(name)
	}
	return convert.FromAttr(a, v.r.Get(name)), true, nil
}

func (v resourceView) unknown(name string) error {
	return fmt.Errorf("unknown attribute %q of type %s%s", name, v.r.Type.Name, nearest.DidYouMean(name, v.names()))
}

func (v resourceView) names() []string {
	var names []string
	for _, a := range v.r.Type.Order() {
		names = append(names, a.Name)
	}
	return names
}

// AttrNames returns the attributes and the additional names.
func (v resourceView) AttrNames() []string {
	return slices.Concat(v.names(), []string{"found", "has_feature", "pending", "provider", "ref", "title", "type"})
}

// Attr returns an attribute, or the value of an additional name.
func (v resourceView) Attr(name string) (starlark.Value, error) {
	if a := v.r.Type.Attr(name); a != nil && (name != "provider" || a.Kind != ral.Meta) {
		return convert.FromAttr(a, v.r.Get(name)), nil
	}
	switch name {
	case "title":
		return starlark.String(v.r.Title), nil
	case "ref":
		return starlark.String(v.r.Ref()), nil
	case "type":
		return starlark.String(v.r.Type.Name), nil
	case "provider":
		if v.r.Provider == nil {
			return starlark.None, nil
		}
		return starlark.String(v.r.Provider.Name), nil
	case "found":
		return asFound(v.r.Found), nil
	case "pending":
		return pendingOf(v.r), nil
	case "has_feature":
		return starlark.NewBuiltin(name, v.hasFeature), nil
	}
	return nil, v.unknown(name)
}

// hasFeature implements has_feature(name): whether the provider has the
// feature.
func (v resourceView) hasFeature(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &name); err != nil {
		return nil, err
	}
	return starlark.Bool(v.r.Provider != nil && v.r.Provider.HasFeature(name)), nil
}
