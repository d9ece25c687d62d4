package face

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral/modules/star/convert"
	"ralsh/ral/nearest"
	"ralsh/ral/value"
)

// Argument is an argument or an option of an action. Its name is that of the
// function's parameter.
type Argument struct {
	Name, Doc string
	Optional  bool        // an optional argument
	Boolean   bool        // an option without a value
	Default   value.Value // nil without a default; a number makes the argument a number
	Values    []string    // the only values, nil for any
}

// NewArg implements arg(name, doc = "", optional = False, default = None, values =
// [...]).
func NewArg(f File, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return newArgument(f, b, args, kwargs, func(a *Argument) []any { return []any{"optional?", &a.Optional} })
}

// NewOption implements option(name, doc = "", boolean = False, default = None, values =
// [...]).
func NewOption(f File, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return newArgument(f, b, args, kwargs, func(a *Argument) []any { return []any{"boolean?", &a.Boolean} })
}

func newArgument(f File, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple, more func(*Argument) []any) (starlark.Value, error) {
	a := &Argument{}
	var def starlark.Value
	pairs := slices.Concat([]any{"name", &a.Name, "doc?", &a.Doc}, more(a), []any{"default?", &def, "values?", (*convert.Texts)(&a.Values)})
	if err := convert.Unpack(b.Name(), args, kwargs, pairs...); err != nil {
		return nil, err
	}
	var err error
	if a.Default, err = convert.ToValue(def); err != nil {
		return nil, fmt.Errorf("%s %s: the default must be a string or a number, not %s", b.Name(), a.Name, convert.Article(def.Type()))
	}
	if a.Boolean && a.Default.IsNil() {
		a.Default = value.Bool(false)
	}
	a.Optional = a.Optional || !a.Default.IsNil()
	var list []string
	for _, text := range a.wrong() {
		list = append(list, b.Name()+" "+a.Name+": "+text)
	}
	if b.Name() == "option" && slices.Contains(f.Reserved.Options, a.Name) {
		list = append(list, "option "+a.Name+": every command has an option of this name: use a different name")
	}
	return argumentDef{convert.InternalValue(b.Name()), a}, f.Report(f.Origin.Pos, list)
}

// wrong returns the errors of an argument or option.
func (a *Argument) wrong() (list []string) {
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if !convert.SimpleName(a.Name) {
		say("invalid argument name %q: "+convert.NameForm, a.Name)
	}
	switch kind := a.Default.Kind(); {
	case a.Boolean && len(a.Values) > 0:
		say("boolean and values cannot be combined")
	case a.Boolean && kind != value.Boolean:
		say("with boolean, the default must be True or False, not %s", a.Default.Inspect())
	case a.Boolean, kind == value.Nil:
	case kind != value.String && kind != value.Integer && kind != value.Float:
		say("the default must be a string or a number, not %s", a.Default.Inspect())
	case a.Values != nil && !slices.Contains(a.Values, a.Default.Text()):
		say("the default %s is not in the list of values", a.Default.Inspect())
	}
	for i, text := range a.Values {
		if slices.Contains(a.Values[:i], text) {
			say("the value %s is listed twice", text)
		}
	}
	return list
}

// argumentDef is the result of arg() and option().
type argumentDef struct {
	convert.InternalValue
	*Argument
}

// argumentList unpacks the args or the options of an action.
type argumentList struct {
	kind   convert.InternalValue
	list   []*Argument
	broken bool
}

// Unpack implements starlark.Unpacker.
func (l *argumentList) Unpack(x starlark.Value) error {
	return eachDefined(x, string(l.kind)+"()", &l.broken, func(el starlark.Value) bool {
		def, ok := el.(argumentDef)
		if ok = ok && def.InternalValue == l.kind; ok {
			l.list = append(l.list, def.Argument)
		}
		return ok
	})
}

// all returns the arguments and the options.
func (act *Action) all() []*Argument { return slices.Concat(act.Args, act.Options) }

// wrong returns the errors of the arguments of an action.
func (act *Action) wrong() (list []string) {
	seen := map[string]bool{}
	for _, a := range act.all() {
		if seen[a.Name] {
			list = append(list, "action "+act.Name+": "+a.Name+" is declared twice")
		}
		seen[a.Name] = true
	}
	for i, a := range act.Args {
		if i > 0 && !a.Optional && act.Args[i-1].Optional {
			list = append(list, fmt.Sprintf("action %s: %s must be optional, because it follows the optional argument %s", act.Name, a.Name, act.Args[i-1].Name))
		}
	}
	return list
}

// misfits returns how the function differs from the declared arguments and options. If
// some of these were rejected, the function may have parameters for them.
func (act *Action) misfits(incomplete bool) (list []string) {
	fn, needs, declared := act.body.Fn, map[string]bool{}, map[string]bool{}
	named := fn.NumParams() // the * and ** come last
	for _, rest := range []bool{fn.HasVarargs(), fn.HasKwargs()} {
		if rest {
			named--
		}
	}
	self, names := "", []string(nil)
	for i := range named {
		name, _ := fn.Param(i)
		if i == 0 && named > fn.NumKwonlyParams() {
			self = name
			continue
		}
		names = append(names, name)
		needs[name] = fn.ParamDefault(i) == nil
	}
	if self == "" && !fn.HasVarargs() {
		list = append(list, "action "+act.Name+": the function must have the parameter self")
	}
	for _, a := range act.all() {
		needed, known := needs[a.Name]
		declared[a.Name] = true
		if known && !needed {
			act.own = append(act.own, a.Name)
		}
		if known || fn.HasKwargs() && a.Name != self {
			continue
		}
		list = append(list, fmt.Sprintf("action %s: the function has no parameter for the declared argument %s%s", act.Name, a.Name, nearest.DidYouMean(a.Name, names)))
	}
	for _, name := range names {
		if needs[name] && !declared[name] && !incomplete {
			list = append(list, fmt.Sprintf("action %s: the function requires %s, which is not declared as an argument or an option", act.Name, name))
		}
	}
	return list
}

// keywords returns the keyword arguments of a call. A missing argument gets its default,
// otherwise the default of the function, otherwise None.
func (act *Action) keywords(given map[string]value.Value) (list []starlark.Tuple) {
	for _, a := range act.all() {
		v, ok := given[a.Name]
		if !ok {
			v = a.Default
		}
		if !v.IsNil() || !slices.Contains(act.own, a.Name) {
			list = append(list, starlark.Tuple{starlark.String(a.Name), convert.FromValue(v)})
		}
	}
	return list
}
