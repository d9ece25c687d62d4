package access

import (
	"context"
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
)

// Access is what a hook may do on the host: read, and change if there is a writer. It
// is invalid after the call of the hook.
type Access struct {
	Context context.Context
	rd      host.Reader
	change  *host.Writer
	cmds    []Command
	Facts   condition.Facts
	about   *ral.Resource // for messages; may be nil
	ended   bool
}

// Reading returns the access of a hook that may only read.
func Reading(ctx context.Context, rd host.Reader, cmds []Command, about *ral.Resource) *Access {
	return &Access{Context: ctx, rd: rd, cmds: cmds, about: about}
}

// Changing returns the access of a hook that may change the host.
func Changing(ctx context.Context, wr host.Writer, cmds []Command, about *ral.Resource) *Access {
	return &Access{Context: ctx, rd: wr.Reader(), change: &wr, cmds: cmds, about: about}
}

// Lookup returns an attribute of self that accesses the host: fs, cmd, http, env, fact
// and root. It returns nil for other names.
func (a *Access) Lookup(name string) starlark.Value {
	switch name {
	case "fs":
		return files{"fs", a}
	case "cmd":
		return commands{"cmd", a}
	case "http":
		return httpView{"http", a}
	case "env":
		return starlark.NewBuiltin(name, a.env)
	case "fact":
		return starlark.NewBuiltin(name, a.fact)
	case "root":
		return starlark.String(a.rd.Root())
	}
	return nil
}

// End ends the access.
func (a *Access) End() { a.ended = true }

var errEnded = errors.New("this self belongs to a call that ended")

// Usable returns why the host cannot be used, or nil.
func (a *Access) Usable() error {
	if a.ended {
		return errEnded
	}
	return a.Context.Err()
}

// Writer returns the writer, or an error while only reading is allowed.
func (a *Access) Writer(what string) (*host.Writer, error) {
	if err := a.Usable(); err != nil {
		return nil, err
	}
	if a.change == nil {
		return nil, &WriteError{What: what}
	}
	return a.change, nil
}

// WriteError is a write in a hook that may only read, or a command that is not known to
// read.
type WriteError struct {
	What       string
	Undeclared bool // a command without the call in looks
}

// Error names the operation.
func (e *WriteError) Error() string {
	if e.Undeclared {
		return e.What + " is not allowed: this hook may only read, and the command does not declare the call in looks"
	}
	return e.What + " is not allowed: it changes the host, and this hook may only read"
}

// env returns a variable of ralsh's environment, None if it is not set.
func (a *Access) env(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := errors.Join(convert.Unpack(b.Name(), args, kwargs, "name", &name), a.Usable()); err != nil {
		return nil, err
	}
	if text := a.rd.Getenv(name); text != "" {
		return starlark.String(text), nil
	}
	return starlark.None, nil
}

// fact returns a fact by dotted name, None if it does not exist.
func (a *Access) fact(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &name); err != nil {
		return nil, err
	}
	if a.Facts == nil {
		return nil, fmt.Errorf("this hook cannot read facts: facts are available in tests, features and facts")
	}
	if err := a.Usable(); err != nil {
		return nil, err
	}
	v, err := a.Facts.Fact(a.Context, name)
	return convert.FromValue(v), err
}
