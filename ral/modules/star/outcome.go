package star

import (
	"go.starlark.net/starlark"

	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
)

// outcome is the result of a command. While planning, a command that changes the host is
// not run. Reading its output then ends the hook, and the following steps are unknown.
type outcome struct {
	convert.InternalValue
	host.Result
	notRun  bool
	failure string // "" if it succeeded
}

// AttrNames returns the fields of a result.
func (o outcome) AttrNames() []string { return []string{"err", "failure", "lines", "out", "status"} }

// Attr returns a field of a result; lines are the lines of out, without line
// breaks.
func (o outcome) Attr(name string) (starlark.Value, error) {
	if name == "failure" {
		if o.failure == "" { // a plan assumes success
			return starlark.None, nil
		}
		return starlark.String(o.failure), nil
	}
	if o.notRun {
		return nil, host.ErrNotRun
	}
	switch name {
	case "out":
		return starlark.String(o.Stdout), nil
	case "err":
		return starlark.String(o.Stderr), nil
	case "status":
		return starlark.MakeInt(o.Exit), nil
	case "lines":
		return linesOf(o.Stdout), nil
	}
	return nil, nil
}

func linesOf(out []byte) starlark.Value {
	var list []starlark.Value
	for len(out) > 0 {
		i := 0
		for i < len(out) && out[i] != '\n' {
			i++
		}
		list = append(list, starlark.String(out[:i]))
		out = out[min(i+1, len(out)):]
	}
	return starlark.NewList(list)
}
