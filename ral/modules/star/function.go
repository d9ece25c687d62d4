package star

import (
	"context"
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
)

// Function is a function of an environment, callable by name.
type Function struct {
	Name, Doc string
	Statement bool // a statement, which returns no value
	// MinArgs and MaxArgs limit the number of arguments; -1 means no maximum.
	MinArgs, MaxArgs int
	Origin           ral.Origin
	body             *script.Hook
}

// function implements function(name, body, doc = "", statement = False).
func function(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	fn := &Function{}
	var body *starlark.Function
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &fn.Name, "body", &body, "doc?", &fn.Doc, "statement?", &fn.Statement); err != nil {
		return nil, err
	}
	if !convert.ValidName(fn.Name) {
		return nil, fmt.Errorf("function: invalid function name %q: "+convert.NameForm+"; separate parts with ::", fn.Name)
	}
	if fn.Doc == "" {
		fn.Doc = body.Doc()
	}
	fn.MaxArgs = body.NumParams() - body.NumKwonlyParams()
	if body.HasKwargs() {
		fn.MaxArgs--
	}
	if body.HasVarargs() {
		fn.MaxArgs--
	}
	for i := range fn.MaxArgs {
		if body.ParamDefault(i) == nil {
			fn.MinArgs++
		}
	}
	if body.HasVarargs() {
		fn.MaxArgs = -1
	}
	fn.body = script.NewFunction(f.space.runner, "function "+fn.Name, body, script.TypeLimits)
	fn.Origin = f.origin(th)
	f.out.Functions = append(f.out.Functions, fn)
	return starlark.None, nil
}

// Call calls the function. It returns an error for a wrong number of arguments.
func (f *Function) Call(ctx context.Context, args ...value.Value) (value.Value, error) {
	if err := f.counted(len(args)); err != nil {
		return value.Value{}, err
	}
	in := make(starlark.Tuple, len(args))
	for i, arg := range args {
		in[i] = convert.FromValue(arg)
	}
	out, err := f.body.CallWith(ctx, in, nil)
	if err != nil {
		return value.Value{}, err
	}
	if f.Statement && out != starlark.None {
		return value.Value{}, f.body.Wrong(out, "None, because it is a statement")
	}
	v, err := convert.ToValue(out)
	if err != nil {
		return v, f.body.Wrong(out, "a value")
	}
	return v, nil
}

func (f *Function) counted(n int) error {
	if n >= f.MinArgs && (f.MaxArgs < 0 || n <= f.MaxArgs) {
		return nil
	}
	return fmt.Errorf("function %s takes %s, not %d", f.Name, f.Arity(), n)
}

// Arity describes the number of arguments: "2 arguments", "1 argument or more",
// "1 to 3 arguments".
func (f *Function) Arity() string {
	switch {
	case f.MaxArgs < 0 && f.MinArgs == 0:
		return "any number of arguments"
	case f.MaxArgs < 0:
		return fmt.Sprintf("%d argument%s or more", f.MinArgs, plural(f.MinArgs))
	case f.MinArgs == f.MaxArgs:
		return fmt.Sprintf("%d argument%s", f.MinArgs, plural(f.MinArgs))
	}
	return fmt.Sprintf("%d to %d arguments", f.MinArgs, f.MaxArgs)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// callByName implements call(name, args ...), which calls a function of the
// environment, resolved at the call.
func (s *Space) callByName(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) == 0 || len(kwargs) > 0 {
		return nil, fmt.Errorf("%s requires the name of a function, followed by its arguments", b.Name())
	}
	name, _ := starlark.AsString(args[0])
	f := s.functions[name]
	if f == nil {
		return nil, s.unknownFunction(name)
	}
	if err := f.counted(len(args) - 1); err != nil {
		return nil, err
	}
	return starlark.Call(th, f.body.Fn, slices.Clone(args[1:]), nil)
}
