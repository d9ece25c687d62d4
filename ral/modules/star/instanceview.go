package star

import (
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/nearest"
	"ralsh/ral/value"
)

// instanceView is an instance in hooks: found.owner, found["owner"],
// found.name.
type instanceView struct {
	convert.InternalValue
	f *ral.Instance
}

var (
	_ starlark.HasAttrs = instanceView{}
	_ starlark.Mapping  = instanceView{}
)

func asFound(inst *ral.Instance) starlark.Value {
	if inst == nil {
		return starlark.None
	}
	return instanceView{"found", inst}
}

// Get returns the value of a property.
func (v instanceView) Get(k starlark.Value) (starlark.Value, bool, error) {
	name, _ := starlark.AsString(k)
	if a := v.f.Type.Attr(name); a == nil || a.Kind != ral.Property {
		return nil, false, fmt.Errorf("unknown property %q of type %s", name, v.f.Type.Name)
	}
	return convert.FromValue(v.f.Get(name)), true, nil
}

// AttrNames returns the properties, and name.
func (v instanceView) AttrNames() []string {
	names := []string{"name"}
	for _, a := range v.f.Type.Properties() {
		names = append(names, a.Name)
	}
	return names
}

// Attr returns a property, or the name.
func (v instanceView) Attr(name string) (starlark.Value, error) {
	if name == "name" {
		return starlark.String(v.f.Name), nil
	}
	x, _, err := v.Get(starlark.String(name))
	return x, err
}

// asInstance sets the properties of an instance from a dict. Strings for ensure
// become symbols. It ignores parameters of the type, because they are not read
// from the host, and name, from, the source, and findings, which
// [behaviour.instance] handles.
func asInstance(inst *ral.Instance, dict *starlark.Dict) error {
	for _, item := range dict.Items() {
		name, ok := starlark.AsString(item[0])
		a := inst.Type.Attr(name)
		switch {
		case !ok:
			return fmt.Errorf("a key of an instance must be a string, not %s", item[0])
		case a == nil && (name == "name" || name == "title" || name == "from" || name == "findings"):
			continue
		case a == nil:
			return fmt.Errorf("an instance contains the unknown attribute %q of type %s%s", name, inst.Type.Name, meant(inst.Type, name))
		case a.Kind != ral.Property:
			continue
		}
		v, err := convert.ToValue(item[1])
		if err != nil {
			return fmt.Errorf("%s of an instance: %w", name, err)
		}
		inst.Set(a.Name, isValue(a, v))
	}
	return nil
}

func meant(t *ral.Type, name string) string {
	var names []string
	for _, a := range t.Properties() {
		names = append(names, a.Name)
	}
	return nearest.DidYouMean(name, names)
}

// isValue converts a value that was read: a string for ensure to a symbol.
func isValue(a *ral.Attribute, v value.Value) value.Value {
	if a.Name == "ensure" && v.Kind() == value.String {
		return value.Sym(v.Raw())
	}
	return v
}
