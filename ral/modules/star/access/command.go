package access

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/nearest"
	"ralsh/ral/value"
)

// Command is a command of a provider, with the name that its hooks use.
type Command struct {
	Name string
	ral.Command
	Env []string // KEY=value, of each call
}

// commands is self.cmd.
type commands struct {
	convert.InternalValue
	m *Access
}

// AttrNames returns the commands that the provider declares.
func (c commands) AttrNames() []string {
	var names []string
	for _, cmd := range c.m.cmds {
		names = append(names, cmd.Name)
	}
	return names
}

// Attr returns the function that runs a command.
func (c commands) Attr(name string) (starlark.Value, error) {
	for _, cmd := range c.m.cmds {
		if cmd.Name == name {
			return starlark.NewBuiltin("cmd."+name, tool{c.m, cmd}.run), nil
		}
	}
	return nil, fmt.Errorf("undeclared command %q%s", name, nearest.DidYouMean(name, c.AttrNames()))
}

// tool is a command on a host.
type tool struct {
	m *Access
	Command
}

// run implements cmd.NAME(args ..., stdin = text, ok = [0], dir = "/", env = {}, timeout
// = seconds, raises = True). A call that matches a query runs as a query in every phase;
// other calls change the host. With raises = False, failure describes the error.
func (t tool) run(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	cmd, raises, err := t.command(b, args, kwargs)
	if err != nil && t.m.about != nil {
		err = fmt.Errorf("%w (%s)", err, t.m.about.Ref())
	}
	if err != nil {
		return nil, err
	}
	if err := t.m.Usable(); err != nil {
		return nil, err
	}
	result, err := t.m.rd.Query(t.m.Context, cmd)
	if _, undeclared := errors.AsType[*host.UndeclaredError](err); undeclared {
		wr, denied := t.m.Writer(cmd.String())
		if denied != nil {
			if _, phase := errors.AsType[*WriteError](denied); phase {
				denied = &WriteError{What: cmd.String(), Undeclared: true}
			}
			return nil, denied
		}
		result, err = wr.Output(t.m.Context, cmd)
	}
	if errors.Is(err, host.ErrNotRun) {
		return outcome{InternalValue: "result", notRun: true}, nil
	}
	if failed, ok := errors.AsType[*host.CommandError](err); ok && failed.Cause == nil && !raises {
		return outcome{InternalValue: "result", Result: result, failure: err.Error()}, nil
	}
	return outcome{InternalValue: "result", Result: result}, script.FromHost(err)
}

func (t tool) command(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (cmd host.Command, raises bool, err error) {
	var stdin starlark.Value
	var ok *starlark.List
	var dir string
	var env *starlark.Dict
	seconds := 0
	cmd, raises = host.Command{Name: t.Binary, Env: slices.Clone(t.Env)}, true
	if err := convert.Unpack(b.Name(), nil, kwargs, "stdin?", &stdin, "ok?", &ok, "dir?", &dir, "env?", &env, "timeout?", &seconds, "raises?", &raises); err != nil {
		return cmd, raises, err
	}
	cmd.Dir, cmd.Timeout = dir, time.Duration(seconds)*time.Second
	words, err := argumentsOf(b.Name(), args)
	if err != nil {
		return cmd, raises, err
	}
	if err := convert.Masked(b.Name(), strings.Join(words, "\n")); err != nil {
		return cmd, raises, err
	}
	cmd.Args = ral.RootArgs(t.Root, t.m.rd.Root(), words...)
	if stdin != nil && stdin != starlark.None {
		v, err := convert.ToValue(stdin)
		if err != nil {
			return cmd, raises, err
		}
		cmd.Stdin, cmd.Secret = []byte(v.Reveal().Text()), v.IsSecret()
		if err := convert.Masked(b.Name()+": stdin", string(cmd.Stdin)); err != nil {
			return cmd, raises, err
		}
	}
	if ok != nil {
		for el := range starlark.Elements(ok) {
			n, err := starlark.AsInt32(el)
			if err != nil {
				return cmd, raises, fmt.Errorf("%s: ok must be a list of exit statuses, not of %s", b.Name(), el)
			}
			cmd.OK = append(cmd.OK, n)
		}
	}
	own, err := environment(b.Name(), env)
	cmd.Env = append(cmd.Env, own...)
	return cmd, raises, err
}

// environment returns the variables of a dict as KEY=value; nil is empty.
func environment(name string, env *starlark.Dict) ([]string, error) {
	if env == nil {
		return nil, nil
	}
	var list []string
	for _, item := range env.Items() {
		k, err := convert.TextKey(name+": env", item[0])
		if err != nil {
			return nil, err
		}
		v, err := convert.ToValue(item[1])
		if err != nil || v.IsSecret() || v.IsUnknown() || v.IsNil() {
			return nil, fmt.Errorf("%s: env %s must be a string, not %s", name, k, convert.Article(item[1].Type()))
		}
		if err := convert.Masked(name+": env "+k, v.Text()); err != nil {
			return nil, err
		}
		list = append(list, k+"="+v.Text())
	}
	return list, nil
}

// argumentsOf returns the words of a command line; a list adds its elements. It
// rejects a secret, because other users can read a process's arguments.
func argumentsOf(name string, args starlark.Tuple) ([]string, error) {
	var words []string
	for i, arg := range args {
		v, err := convert.ToValue(arg)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, el := range v.Elements() {
			switch el.Kind() {
			case value.Sensitive:
				return nil, fmt.Errorf("%s: a secret cannot be an argument, because every user can read the arguments of a process: use stdin", name)
			case value.Nil, value.List, value.Map, value.Unknown:
				return nil, fmt.Errorf("%s: an argument must be a string, not %s", name, el.Kind())
			}
			words = append(words, el.Text())
		}
		if v.IsNil() {
			return nil, fmt.Errorf("%s: argument %d is None", name, i+1)
		}
	}
	return words, nil
}

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
