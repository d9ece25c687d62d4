package star

import (
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/noise"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// attribute is the result of param, prop and ensurable, for newtype.
type attribute struct {
	convert.InternalValue
	*ral.Attribute
	own   ownHooks // of a property of a type without a provider
	tries []Trial
}

// Omitted reports whether this is the placeholder of an invalid definition.
func (a attribute) Omitted() bool { return a.Attribute == nil }

// attributeArgs are the arguments of param and prop.
type attributeArgs struct {
	name, doc, example, matching, class                                        string
	values                                                                     []ral.Allowed
	features                                                                   []string
	def                                                                        starlark.Value
	namevar, boolean, question, required, sensitive, list, emptyCounts         bool
	readOnly, withEnsure, transient, isMap                                     bool
	validate, munge, unmunge, insync, isText, shouldText, changeText, noEffect starlark.Callable
	own                                                                        ownHooks
	tries                                                                      []Trial
}

func (a *attributeArgs) unpack(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) error {
	return convert.Unpack(b.Name(), args, kwargs, append([]any{
		"name", &a.name, "doc?", &a.doc, "values?", (*allowedList)(&a.values), "default?", &a.def, "features?", (*convert.Texts)(&a.features),
		"namevar?", &a.namevar, "boolean?", &a.boolean, "question?", &a.question, "required?", &a.required,
		"sensitive?", &a.sensitive, "array_matching?", &a.matching, "is_list?", &a.list, "is_map?", &a.isMap, "empty_counts?", &a.emptyCounts,
		"read_only?", &a.readOnly, "with_ensure?", &a.withEnsure, "fleeting?", &a.transient, "example?", &a.example,
		"validate?", &a.validate, "munge?", &a.munge, "unmunge?", &a.unmunge, "insync?", &a.insync,
		"is_to_s?", &a.isText, "should_to_s?", &a.shouldText, "change_to_s?", &a.changeText, "no_effect?", &a.noEffect,
		"differs?", &a.class,
	}, a.own.pairs()...)...)
}

func param(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return makeAttribute(ral.Param, th, b, args, kwargs)
}

func prop(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return makeAttribute(ral.Property, th, b, args, kwargs)
}

func makeAttribute(kind ral.AttrKind, th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if _, err := defining(th, b); err != nil {
		return nil, err
	}
	var given attributeArgs
	if err := given.unpack(b, args, kwargs); err != nil {
		return nil, err
	}
	a := given.base(kind)
	if err := given.fill(th, a); err != nil {
		return nil, fmt.Errorf("%s %s: %w", b.Name(), given.name, err)
	}
	return attribute{"attribute", a, given.own, given.tries}, nil
}

func (a *attributeArgs) base(kind ral.AttrKind) *ral.Attribute {
	var out *ral.Attribute
	switch {
	case a.boolean && kind == ral.Param:
		out = standard.BoolParam(a.name, a.doc, "")
	case a.boolean:
		out = standard.BoolProperty(a.name, a.doc)
	default:
		out = &ral.Attribute{Name: a.name, Kind: kind, Doc: a.doc}
	}
	out.Values = append(out.Values, a.values...)
	if a.example != "" {
		out.Example = a.example
	}
	return out
}

func (a *attributeArgs) fill(th *starlark.Thread, out *ral.Attribute) error {
	switch {
	case a.name == "":
		return fmt.Errorf("the name of an attribute is missing")
	case a.name == "title" || a.name == "provider" || ral.Metaparameter(a.name):
		return fmt.Errorf("every resource has a built-in attribute %s: use a different name", a.name)
	case !convert.SimpleName(a.name):
		return fmt.Errorf("invalid attribute name %q: "+convert.NameForm, a.name)
	case a.matching != "" && a.matching != "first" && a.matching != "all":
		return fmt.Errorf(`array_matching must be "first" or "all", not %q`, a.matching)
	case a.namevar && out.Kind != ral.Param:
		return fmt.Errorf("a namevar must be a param")
	}
	out.ConstantDefault = false
	out.Namevar, out.Required, out.Sensitive, out.Predicate = a.namevar, a.required, a.sensitive, a.question
	out.MatchAll = a.matching == "all" || a.matching == "" && a.list && out.Kind == ral.Property
	out.IsList, out.AllowEmptyList, out.IsMap = a.list || out.MatchAll, a.emptyCounts, a.isMap
	if a.isMap && !out.IsList && len(out.Values) == 0 {
		out.ValidateFn = isMap
	}
	out.ReadOnly, out.SyncedByEnsure, out.Transient, out.Features = a.readOnly, a.withEnsure, a.transient, a.features
	if a.class != "" {
		var err error
		if out.Class, err = noise.Of(a.class); err != nil {
			return fmt.Errorf("differs: %w", err)
		}
	}
	return a.hooks(th, out)
}

// isMap is how a map is validated by default.
func isMap(_ ral.Hook, v value.Value) error {
	if v.Kind() != value.Map && !v.IsAbsent() {
		return fmt.Errorf(`the value must be a map (example: {'key' => 'value'} or {"key": "value"}), not %s`, v.Inspect())
	}
	return nil
}

// unique checks that each value of an attribute occurs once.
func unique(a *ral.Attribute) error {
	seen := map[string]bool{}
	for _, w := range a.Values {
		names := append([]string{w.Name}, w.Aliases...)
		if w.Pattern != nil {
			names = []string{w.Pattern.String()}
		}
		for _, name := range names {
			if seen[name] {
				return fmt.Errorf("%[2]s declares the value %[1]s twice", name, a.Name)
			}
			seen[name] = true
		}
	}
	return nil
}

// setDefault sets a default that is a value or a function.
func setDefault(th *starlark.Thread, out *ral.Attribute, def starlark.Value) error {
	if def == nil {
		return nil
	}
	fn, isFunc := def.(starlark.Callable)
	if !isFunc {
		v, err := convert.ToValue(def)
		if v.Truthy() {
			out.Default, out.DefaultFunc = v, nil
		}
		return err
	}
	k, err := script.NewHook(th, "default of "+out.Name, fn, script.TypeLimits, "self")
	if err != nil {
		return err
	}
	out.Default = value.Value{}
	out.DefaultFunc = func(h ral.Hook) (value.Value, error) {
		v, err := k.Value(h.Ctx, asSelf(h))
		return v, script.Raised(err)
	}
	return nil
}
