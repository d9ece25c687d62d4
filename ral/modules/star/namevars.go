package star

import (
	"context"
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/value"
)

// nameIn returns the name of an instance: the value of the namevar or of
// "name". For a type with several namevars it returns the title.
func nameIn(t *ral.Type, dict *starlark.Dict) string {
	keys := []string{"name"}
	for _, a := range t.Namevars() {
		keys = append(keys, a.Name)
	}
	if len(keys) > 2 {
		keys = append([]string{"title"}, keys...)
	} else {
		slices.Reverse(keys)
	}
	for _, key := range keys {
		if x, ok, _ := dict.Get(starlark.String(key)); ok {
			v, _ := convert.ToValue(x)
			return v.Text()
		}
	}
	return ""
}

// keys sets the namevars of an instance if its type has several and the dict contains
// them all. Its title must resolve to the same namevars, because ralsh finds the
// instance by its title.
func (b *behaviour) keys(ctx context.Context, inst *ral.Instance, dict *starlark.Dict) error {
	namevars := inst.Type.Namevars()
	if len(namevars) < 2 {
		return nil
	}
	var keys []ral.Attr
	for _, a := range namevars {
		x, ok, _ := dict.Get(starlark.String(a.Name))
		if !ok {
			return nil
		}
		v, err := convert.ToValue(x)
		if err != nil {
			return b.h.instances.Wrong(x, "a string as "+a.Name)
		}
		keys = append(keys, ral.Attr{Name: a.Name, Value: v})
	}
	titled, ok1 := inst.Type.KeyOf(ctx, inst.Name)
	given, ok2 := inst.Type.KeyOf(ctx, inst.Name, keys...)
	if !ok1 || !ok2 || !slices.EqualFunc(titled, given, func(a, b value.Value) bool { return a.Text() == b.Text() }) {
		return b.h.instances.Fault(fmt.Sprintf(
			"instances: the title %q of an instance of %s does not match its namevars: return the matching title as \"title\"", inst.Name, inst.Type.Name,
		))
	}
	inst.Keys = keys
	return nil
}
