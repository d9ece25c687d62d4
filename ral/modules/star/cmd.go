package star

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// namedCommand is a command of a provider, by the name that its hooks call it.
type namedCommand struct {
	name string
	ral.Command
}

// commands is self.cmd.
type commands struct {
	opaque
	m *machine
}

// AttrNames are the commands that the provider declares.
func (c commands) AttrNames() []string {
	var names []string
	for _, cmd := range c.m.cmds {
		names = append(names, cmd.name)
	}
	return names
}

// Attr gives the function that runs a command.
func (c commands) Attr(name string) (starlark.Value, error) {
	for _, cmd := range c.m.cmds {
		if cmd.name == name {
			return starlark.NewBuiltin("cmd."+name, tool{c.m, cmd}.run), nil
		}
	}
	text := "no command is declared as " + name
	if near := ral.Nearest(name, c.AttrNames()); near != "" {
		text += "; did you mean " + near + "?"
	}
	return nil, fmt.Errorf("%s", text)
}

// tool is one command on one host.
type tool struct {
	m *machine
	namedCommand
}

// run is cmd.NAME(args ..., stdin = text, ok = [0], dir = "/", env = {}, timeout
// = seconds). A call that is declared to look runs as one in every phase; any
// other changes the host.
func (t tool) run(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	cmd, err := t.command(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	if err := t.m.usable(); err != nil {
		return nil, err
	}
	result, err := t.m.look.Query(t.m.ctx, cmd)
	if _, undeclared := errors.AsType[*host.UndeclaredError](err); undeclared {
		c, denied := t.m.changing(cmd.String())
		if denied != nil {
			if _, phase := errors.AsType[*WriteError](denied); phase {
				denied = &WriteError{cmd.String() + ", which is not declared in looks,"}
			}
			return nil, denied
		}
		result, err = c.Output(t.m.ctx, cmd)
	}
	if errors.Is(err, host.ErrNotRun) {
		return outcome{opaque: "result", notRun: true}, nil
	}
	return outcome{opaque: "result", Result: result}, err
}

func (t tool) command(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (host.Command, error) {
	var stdin starlark.Value
	var ok *starlark.List
	var dir string
	var env *starlark.Dict
	seconds := 0
	cmd := host.Command{Name: t.Binary}
	if err := starlark.UnpackArgs(b.Name(), nil, kwargs, "stdin?", &stdin, "ok?", &ok, "dir?", &dir, "env?", &env, "timeout?", &seconds); err != nil {
		return cmd, err
	}
	cmd.Dir, cmd.Timeout = dir, time.Duration(seconds)*time.Second
	words, err := argumentsOf(b.Name(), args)
	if err != nil {
		return cmd, err
	}
	cmd.Args = ral.RootArgs(t.Root, t.m.look.Root(), words...)
	if stdin != nil && stdin != starlark.None {
		v, err := toValue(stdin)
		if err != nil {
			return cmd, err
		}
		cmd.Stdin, cmd.Secret = []byte(v.Reveal().Text()), v.IsSecret()
	}
	if ok != nil {
		for el := range starlark.Elements(ok) {
			n, err := starlark.AsInt32(el)
			if err != nil {
				return cmd, fmt.Errorf("%s: ok is a list of exit statuses: %w", b.Name(), err)
			}
			cmd.OK = append(cmd.OK, n)
		}
	}
	if env != nil {
		for _, item := range env.Items() {
			k, _ := starlark.AsString(item[0])
			v, _ := starlark.AsString(item[1])
			cmd.Env = append(cmd.Env, k+"="+v)
		}
	}
	return cmd, nil
}

// argumentsOf are the words of a command line; a list stands for its elements. A
// secret is refused: others can read a process's arguments.
func argumentsOf(name string, args starlark.Tuple) ([]string, error) {
	var words []string
	for _, arg := range args {
		v, err := toValue(arg)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, el := range v.Elements() {
			switch el.Kind() {
			case value.Sensitive:
				return nil, fmt.Errorf("%s: a secret is no argument, since everybody can read a process's arguments; give it as stdin", name)
			case value.Nil, value.List, value.Map, value.Unknown:
				return nil, fmt.Errorf("%s: an argument is a text, not %s", name, el.Kind())
			}
			words = append(words, el.Text())
		}
		if v.IsNil() {
			return nil, fmt.Errorf("%s: an argument is None", name)
		}
	}
	return words, nil
}

// outcome is what a command did. While planning a command that changes is not
// run: to ask for its output then ends the hook, and what comes after it is not
// known.
type outcome struct {
	opaque
	host.Result
	notRun bool
}

// AttrNames are the parts of a result.
func (o outcome) AttrNames() []string { return []string{"err", "lines", "out", "status"} }

// Attr gives a part of a result; lines are those of out, without line breaks.
func (o outcome) Attr(name string) (starlark.Value, error) {
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

// parseMode reads "0644".
func parseMode(text string) (fs.FileMode, error) {
	n, err := strconv.ParseUint(text, 8, 12)
	if err != nil {
		return 0, fmt.Errorf("%q is no mode: four octal digits in quotes", text)
	}
	return host.FileMode(uint32(n)), nil
}

// asked runs a hook that looks and answers True or False, or (answer, what was
// found).
func (k *hook) asked(ctx context.Context, p ral.Probe, cmds []namedCommand) (got string, pass bool, err error) {
	m := looker(ctx, p.Look, cmds, nil)
	m.facts = p.Facts
	defer m.end()
	out, err := k.call(ctx, m)
	if err != nil {
		return "", false, err
	}
	switch out := out.(type) {
	case starlark.Bool:
		return "", bool(out), nil
	case starlark.Tuple:
		if len(out) == 2 {
			ok, isBool := out[0].(starlark.Bool)
			if text, isText := starlark.AsString(out[1]); isBool && isText {
				return text, bool(ok), nil
			}
		}
	}
	return "", false, k.wrong(out, "True or False, or (True or False, what was found)")
}
