package model

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// Declarations returns the declarations of an input for a run. An unknown function
// in a compiled catalog limits its resource.
func (s *Session) Declarations(in *manifest.Input) []ral.Decl {
	decls := in.Decls(s.Env.Registry)
	for i := range decls {
		if name := s.Env.LackingFunction(decls[i]); name != "" && in.Compiled && decls[i].Limit == "" {
			decls[i].Limit = "no function is called " + name + ", which computes a Deferred value"
		}
	}
	return decls
}

// functions are the functions that deferred values can call: a few of Puppet's
// functions, the functions of modules, and all of Puppet if its Ruby is installed.
type functions struct{ s *Session }

// builtinFunction is a function of Puppet.
type builtinFunction func(ctx context.Context, f functions, rd host.Reader, args []value.Value) (value.Value, error)

var builtinFunctions = map[string]builtinFunction{
	"file":        readFile,
	"binary_file": readFile,
	"find_file":   findFile,
	"env":         environment,
	"join":        joinText,
	"unwrap":      unwrap,
}

// Has reports whether a function has this name.
func (f functions) Has(name string) bool {
	if builtinFunctions[name] != nil {
		return true
	}
	if m := f.s.Modules.Loaded(); m != nil && m.Space.Function(name) != nil {
		return true
	}
	return f.s.Modules.HasRubyFunction(context.Background(), name)
}

// Call calls a function. Functions of modules cannot change the host, and
// functions in Starlark cannot read it. The caller decides whether the result is
// a secret.
func (f functions) Call(ctx context.Context, rd host.Reader, name string, args []value.Value) (value.Value, error) {
	if own := builtinFunctions[name]; own != nil {
		return own(ctx, f, rd, args)
	}
	m := f.s.Modules.Loaded()
	if m == nil || m.Space.Function(name) == nil {
		v, _, err := f.s.Modules.CallRuby(ctx, rd, name, args)
		return v, err
	}
	in := make([]value.Value, len(args))
	for i, arg := range args {
		in[i] = arg.Reveal()
	}
	return m.Space.Call(ctx, name, in...)
}

// readFile returns the content of the first file that exists, as Puppet's file and
// binary_file: an absolute path, or MODULE/FILE for a file of a module.
func readFile(ctx context.Context, f functions, rd host.Reader, args []value.Value) (value.Value, error) {
	paths, err := texts(args)
	if err != nil {
		return value.Value{}, err
	}
	var missing error
	for _, path := range paths {
		var data []byte
		if strings.HasPrefix(path, "/") {
			data, err = rd.ReadFile(ctx, path)
		} else {
			data, err = f.module(ctx, path)
		}
		if err == nil {
			return value.Str(string(data)), nil
		}
		if missing = err; !errors.Is(err, fs.ErrNotExist) {
			return value.Value{}, err
		}
	}
	return value.Value{}, missing
}

// module returns a file of a module, by its path MODULE/FILE.
func (f functions) module(ctx context.Context, path string) ([]byte, error) {
	tree, at, err := f.s.Env.Files.Open(ctx, "puppet:///modules/"+path)
	if err != nil {
		return nil, err
	}
	return tree.ReadFile(ctx, at)
}

// findFile returns the first path that exists, or nil.
func findFile(ctx context.Context, _ functions, rd host.Reader, args []value.Value) (value.Value, error) {
	paths, err := texts(args)
	if err != nil {
		return value.Value{}, err
	}
	for _, path := range paths {
		if there, err := rd.Exists(ctx, path); there || err != nil {
			return value.Str(path), err
		}
	}
	return value.Value{}, nil
}

// environment returns an environment variable of this process, nil if it is not
// set.
func environment(_ context.Context, _ functions, rd host.Reader, args []value.Value) (value.Value, error) {
	names, err := texts(args)
	if err != nil || len(names) != 1 {
		return value.Value{}, errors.Join(err, errors.New("expected the name of a variable"))
	}
	if v := rd.Getenv(names[0]); v != "" {
		return value.Str(v), nil
	}
	return value.Value{}, nil
}

func joinText(_ context.Context, _ functions, _ host.Reader, args []value.Value) (value.Value, error) {
	if len(args) == 0 || len(args) > 2 || args[0].Reveal().Kind() != value.List {
		return value.Value{}, errors.New("expected a list and an optional separator")
	}
	between := ""
	if len(args) == 2 {
		between = args[1].Reveal().Text()
	}
	parts, err := texts(args[:1])
	return value.Str(strings.Join(parts, between)), err
}

// unwrap returns the content of a Sensitive value. It stays a secret, like every
// result of a secret argument.
func unwrap(_ context.Context, _ functions, _ host.Reader, args []value.Value) (value.Value, error) {
	if len(args) != 1 {
		return value.Value{}, errors.New("expected a single value")
	}
	return args[0].Reveal(), nil
}

func texts(args []value.Value) (list []string, err error) {
	for _, arg := range args {
		for _, el := range arg.Reveal().Elements() {
			if k := el.Kind(); k == value.List || k == value.Map {
				return nil, fmt.Errorf("expected a text, not a %s", k)
			}
			list = append(list, el.Text())
		}
	}
	if list == nil {
		err = errors.New("expected at least 1 text")
	}
	return list, err
}
