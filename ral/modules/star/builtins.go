package star

import (
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/builtin"
	"ralsh/ral/modules/star/face"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/modules/star/testsuite"
)

// words are the builtins of every file, in addition to Starlark's builtins.
type words starlark.StringDict

// newWords returns the builtins: those that define plugins, and builtin.All.
func (s *Space) newWords() words {
	w := words(builtin.All())
	for name, fn := range map[string]builtin.Func{
		"newtype": newtype, "param": param, "prop": prop, "ensurable": ensurable, "provider": provider,
		"fact": fact, "function": function, "feature_test": featureTest, "suite": defineSuite,
		"face": newFace, "action": inFace(face.NewAction), "arg": inFace(face.NewArg), "option": inFace(face.NewOption),
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

// inFace returns the builtin of a part of a face.
func inFace(define func(face.File, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)) builtin.Func {
	return func(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		f, err := defining(th, b)
		if err != nil {
			return nil, err
		}
		return define(f.ofFace(th), b, args, kwargs)
	}
}

// ofFace returns the file for the definition of a face.
func (f *file) ofFace(th *starlark.Thread) face.File {
	return face.File{Origin: f.origin(th), Reserved: f.space.Reserved, Runner: f.space.runner, Report: f.faults}
}

// newFace implements face(name, doc = "", actions = [action(...)], commands = {...}).
func newFace(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	own, err := face.Define(f.ofFace(th), b, args, kwargs)
	if err != nil {
		return nil, err
	}
	f.out.Faces = append(f.out.Faces, own)
	return starlark.None, nil
}
