package star

import (
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/builtin"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/modules/star/testsuite"
)

// nameForm is the form of the names of types, attributes, functions, faces and arguments.
const nameForm = "use lower-case letters, digits and _, starting with a letter"

// words are the builtins of every file, in addition to Starlark's builtins.
type words starlark.StringDict

// newWords returns the builtins: those that define plugins, and builtinWords.
func (s *Space) newWords() words {
	w := words(builtin.All())
	for name, fn := range map[string]builtin.Func{
		"newtype": newtype, "param": param, "prop": prop, "ensurable": ensurable, "provider": provider,
		"fact": fact, "function": function, "feature_test": featureTest, "suite": defineSuite,
		"face": face, "action": action, "arg": argument, "option": option,
	} {
		w[name] = starlark.NewBuiltin(name, noting(fn))
	}
	for name, fn := range map[string]builtin.Func{
		"value": allowed, "feature": feature, "match": matching, "command": access.Declare, "test": test, "foresight": newPrediction,
		"purge": purge, "call": s.callByName,
	} {
		w[name] = starlark.NewBuiltin(name, fn)
	}
	for name, fn := range testsuite.Words() {
		w[name] = starlark.NewBuiltin(name, fn)
	}
	return w
}

// noting continues after an invalid definition if the file's Faults are
// collected: it records the faults and returns a placeholder, which is omitted
// later.
func noting(define builtin.Func) builtin.Func {
	return func(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := define(th, b, args, kwargs)
		f := fileOf(th)
		if err == nil || f == nil || f.Faults == nil {
			return v, err
		}
		fault := script.FaultOf(err)
		if fault.Pos == "" {
			fault.Pos = th.CallFrame(1).Pos.String()
		}
		for line := range strings.SplitSeq(fault.Message, "\n") {
			f.Faults(&script.Fault{Pos: fault.Pos, Message: line, Cause: fault.Cause})
		}
		return attribute{InternalValue: "attribute"}, nil
	}
}

// defineSuite implements suite(type, provider, cases, ...).
func defineSuite(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	s, err := testsuite.Read(th, b, args, kwargs, f.origin(th))
	if err != nil {
		return nil, err
	}
	f.out.Suites = append(f.out.Suites, s)
	return starlark.None, nil
}
