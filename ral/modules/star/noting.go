package star

import (
	"strings"

	"go.starlark.net/starlark"
)

// noting goes on after a mistake in a definition where the file's Faults are
// asked for: it is noted, each of several by itself, and what stands for the
// definition is left out of what it was for.
func noting(define builtin) builtin {
	return func(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := define(th, b, args, kwargs)
		f := fileOf(th)
		if err == nil || f == nil || f.Faults == nil {
			return v, err
		}
		fault := faultOf(err)
		if fault.Pos == "" {
			fault.Pos = th.CallFrame(1).Pos.String()
		}
		for line := range strings.SplitSeq(fault.Message, "\n") {
			f.Faults(&Fault{Pos: fault.Pos, Message: line, Cause: fault.Cause})
		}
		return attribute{"attribute", nil}, nil
	}
}
