package testsuite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.starlark.net/starlark"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
)

// fakeHost is the description of a host in a test file: its files, and functions in
// place of its commands and servers.
type fakeHost struct {
	files    map[string]fakeFile
	filesOf  *script.Hook // files that depend on the number of instances; nil if files is set
	stateOf  *script.Hook // returns the value of self.state; may be nil
	commands map[string]*script.Hook
	http     *script.Hook // may be nil
	many     bool
}

// fakeArgs are the arguments of suite() for its host.
type fakeArgs struct {
	files, commands starlark.Value
	state, http     starlark.Callable
	many            bool
}

func (a *fakeArgs) pairs() []any {
	return []any{"files?", &a.files, "commands?", &a.commands, "state?", &a.state, "http?", &a.http, "many?", &a.many}
}

func (a *fakeArgs) make(th *starlark.Thread) (fakeHost, error) {
	f := fakeHost{many: a.many}
	var errs [4]error
	if fn, is := a.files.(starlark.Callable); is {
		f.filesOf, errs[0] = script.NewHook(th, "files", fn, script.ProviderLimits, "n")
	} else {
		f.files, errs[0] = fileDict(a.files)
	}
	_, f.commands, errs[1] = script.NewHooks(th, "commands", a.commands, "self")
	f.stateOf, errs[2] = script.NewHook(th, "state", a.state, script.ProviderLimits, "n")
	f.http, errs[3] = script.NewHook(th, "http", a.http, script.ProviderLimits, "self", "method", "url", "headers", "body")
	return f, errors.Join(errs[:]...)
}

// fakeFile is a file of a fake, with its mode.
type fakeFile struct {
	text string
	mode fs.FileMode
}

// fileDict converts a dict of path to content, or to (content, mode); a path that ends
// in / is a directory.
func fileDict(x starlark.Value) (map[string]fakeFile, error) {
	out := map[string]fakeFile{}
	attrs, err := attrsOf("files", x)
	for _, a := range attrs {
		parts := a.Value.Elements()
		f := fakeFile{mode: 0o644}
		if strings.HasSuffix(a.Name, "/") {
			f.mode = 0o755
		}
		switch {
		case !path.IsAbs(a.Name):
			return nil, fmt.Errorf("files: %s is not an absolute path", a.Name)
		case len(parts) == 2 && parts[1].Kind() == value.String:
			mode, err := strconv.ParseUint(parts[1].Text(), 8, 12)
			if err != nil {
				return nil, fmt.Errorf("files: %s: %q is not a mode (example: 0600)", a.Name, parts[1].Text())
			}
			f.mode = fs.FileMode(mode)
		case len(parts) != 1:
			return nil, fmt.Errorf("files: %s must be a string or a tuple (string, mode)", a.Name)
		}
		if parts[0].Kind() != value.String {
			return nil, fmt.Errorf("files: %s must be a string, not %s", a.Name, parts[0].Inspect())
		}
		f.text = parts[0].Text()
		out[a.Name] = f
	}
	return out, err
}

// host returns a new fake with at least n instances. Errors of its functions are passed
// to broke.
func (f fakeHost) host(ctx context.Context, n int, broke func(error)) *fakeWorld {
	files := f.files
	if f.filesOf != nil {
		out, err := f.filesOf.Call(ctx, starlark.MakeInt(n))
		if err == nil {
			files, err = fileDict(out)
		}
		if err != nil {
			broke(err)
		}
	}
	fake := fakehost.New(nil)
	for name, f := range files {
		if strings.HasSuffix(name, "/") {
			fake.Dir(path.Clean(name), f.mode)
		} else {
			fake.Put(name, f.text, f.mode)
		}
	}
	w := &fakeWorld{fake: fake, broke: broke, state: starlark.Value(starlark.None)}
	if f.stateOf != nil {
		state, err := f.stateOf.Call(ctx, starlark.MakeInt(n))
		if err != nil {
			broke(err)
		} else {
			w.state = state
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.commands)) {
		where := name
		if !path.IsAbs(name) {
			where = "/usr/bin/" + name
		}
		fake.Command(where)
		fake.Handle(path.Base(name), func(ctx context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
			return w.run(ctx, f.commands[name], cmd)
		})
	}
	if f.http != nil {
		fake.Serve(fakehost.Net{HTTP: func(r host.Request) ([]byte, error) { return w.serve(ctx, f.http, r) }})
	}
	return w
}

// fakeWorld is a fake host. A single function of it runs at a time.
type fakeWorld struct {
	fake  *fakehost.Host
	broke func(error)
	mu    sync.Mutex
	state starlark.Value
}

// run is a command of the fake.
func (w *fakeWorld) run(ctx context.Context, k *script.Hook, cmd host.Command) host.Result {
	args := make([]starlark.Value, len(cmd.Args))
	for i, arg := range cmd.Args {
		args[i] = starlark.String(arg)
	}
	out, err := w.call(ctx, k, fakeSelf{"self", w, starlark.NewList(args), starlark.String(cmd.Stdin)})
	if err != nil {
		return host.Result{Exit: max(out.status, 1), Stderr: []byte(err.Error() + "\n")}
	}
	return host.Result{Stdout: []byte(out.out), Stderr: []byte(out.err), Exit: out.status}
}

// serve is a server of the fake.
func (w *fakeWorld) serve(ctx context.Context, k *script.Hook, r host.Request) ([]byte, error) {
	headers := starlark.NewDict(len(r.Header))
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		_ = headers.SetKey(starlark.String(strings.ToLower(name)), starlark.String(r.Header[name])) // a new dict with texts as keys
	}
	self := fakeSelf{"self", w, starlark.NewList(nil), starlark.String(r.Body)}
	out, err := w.call(ctx, k, self, starlark.String(r.Method), starlark.String(r.URL), headers, starlark.String(r.Body))
	if err != nil {
		return nil, &host.StatusError{Status: 500, Body: []byte(err.Error())}
	}
	if out.status != 0 && out.status/100 != 2 {
		return nil, &host.StatusError{Status: out.status, Body: []byte(out.out)}
	}
	return []byte(out.out), nil
}

// call calls a function of the fake. The error is the text of fail(); an error of the
// file is passed to broke, too.
func (w *fakeWorld) call(ctx context.Context, k *script.Hook, args ...starlark.Value) (output, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	out, err := k.Call(ctx, args...)
	if err != nil {
		if f, is := errors.AsType[*script.Fault](err); !is || !f.Refused {
			w.broke(err)
		}
		return output{}, err
	}
	switch out := out.(type) {
	case starlark.NoneType:
		return output{}, nil
	case starlark.String:
		return output{out: string(out)}, nil
	case output:
		return out, nil
	}
	err = k.Wrong(out, "a string, answer(), or None")
	w.broke(err)
	return output{}, err
}

// output is the result of answer(): the output of a command or a server, and its status.
type output struct {
	convert.InternalValue
	out, err string
	status   int
}

func newAnswer(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	a := output{InternalValue: "answer"}
	err := convert.Unpack(b.Name(), args, kwargs, "out?", &a.out, "err?", &a.err, "status?", &a.status)
	return a, err
}

// fakeSelf is the self of a fake's functions.
type fakeSelf struct {
	convert.InternalValue
	w     *fakeWorld
	args  *starlark.List
	stdin starlark.String
}

// AttrNames returns the attributes of self.
func (s fakeSelf) AttrNames() []string { return []string{"args", "fs", "state", "stdin"} }

// Attr returns an attribute of self.
func (s fakeSelf) Attr(name string) (starlark.Value, error) {
	switch name {
	case "args":
		return s.args, nil
	case "stdin":
		return s.stdin, nil
	case "state":
		return s.w.state, nil
	case "fs":
		return access.Changing(context.Background(), s.w.fake.Writer(), nil, nil).Lookup(name), nil
	}
	return nil, nil
}
