package star_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules/star"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/face"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// faceOf returns a face with one action, a, made of the rest of its definition.
func faceOf(action string) string {
	return "face('f', doc = 'd', actions = [action('a', " + action + ")], commands = {'tool': command('/bin/tool', looks = [['list']])})\n"
}

// call runs the first action of a face on a fake host.
func call(ctx context.Context, t *testing.T, fake *fakehost.Host, text string, given map[string]value.Value) (value.Value, error) {
	t.Helper()
	env := onhost.NewEnv(ral.NewRegistry(), fake.Reader(), nil)
	return load(t, text).Faces[0].Actions[0].Call(ctx, face.View{
		Env:  env,
		List: func(context.Context, string) ([]*ral.Instance, error) { return nil, errors.New("no list") },
		Find: func(context.Context, string, string) (*ral.Instance, error) { return nil, nil },
	}, given)
}

// An action is given what the command line has, otherwise the default that is
// declared, otherwise that of its function, otherwise None.
func TestActionArguments(t *testing.T) {
	str := value.Str
	for name, c := range map[string]struct {
		action string
		given  map[string]value.Value
		want   string
	}{
		"given":                        {"lambda self, x: [x], args = [arg('x')]", map[string]value.Value{"x": str("1")}, `["1"]`},
		"nothing":                      {"lambda self, x: [x], args = [arg('x', optional = True)]", nil, `[nil]`},
		"declared default":             {"lambda self, x: [x], options = [option('x', default = 2)]", nil, `[2]`},
		"given over the default":       {"lambda self, x: [x], options = [option('x', default = 2)]", map[string]value.Value{"x": value.Int(3)}, `[3]`},
		"default of the function":      {"lambda self, x = 'own': [x], args = [arg('x', optional = True)]", nil, `["own"]`},
		"declared over the function's": {"lambda self, x = 'own': [x], options = [option('x', default = 'said')]", nil, `["said"]`},
		"a switch":                     {"lambda self, x: [x], options = [option('x', boolean = True)]", nil, `[false]`},
		"a switch that is on":          {"lambda self, x: [x], options = [option('x', boolean = True, default = True)]", nil, `[true]`},
		"any keyword":                  {"lambda self, **all: sorted(all.items()), args = [arg('x', optional = True)], options = [option('y', default = 'z')]", nil, `[["x", nil], ["y", "z"]]`},
		"after the star":               {"lambda self, *, x: [x], options = [option('x')]", map[string]value.Value{"x": str("1")}, `["1"]`},
		"all positional":               {"lambda *all: len(all)", nil, `1`},
	} {
		got, err := call(t.Context(), t, fakehost.New(nil), faceOf(c.action), c.given)
		if err != nil || got.Inspect() != c.want {
			t.Errorf("%s: %s, %v, want %s", name, got.Inspect(), err, c.want)
		}
	}
	shared := load(t, "x = arg('x', optional = True)\nface('f', actions = [action('a', lambda self, x = 1: [x], args = [x]), action('b', lambda self, x: [x], args = [x])])")
	for i, want := range []string{"[1]", "[nil]"} {
		env := face.View{Env: onhost.NewEnv(ral.NewRegistry(), fakehost.New(nil).Reader(), nil)}
		if got, err := shared.Faces[0].Actions[i].Call(t.Context(), env, nil); err != nil || got.Inspect() != want {
			t.Errorf("an argument of two actions: %s, %v, want %s", got.Inspect(), err, want)
		}
	}
}

// Nothing in an action can change the host: not its files, not a server, and not
// by a command that is not declared as a look. Looking works.
func TestActionsOnlyLook(t *testing.T) {
	looks := map[string]string{
		"self.fs.read('/etc/f')":                         `"text"`,
		"self.fs.list('/etc')":                           `["f"]`,
		"self.cmd.tool('list', 'all').out":               `"out of list all"`,
		"self.http.get('http://api.example.com/x').body": `"GET"`,
		"self.root":                 `"/"`,
		"self.fact('kernel')":       `nil`,
		"self.resource('t', 'x')":   `nil`,
		"sorted(dir(self))":         `["cmd", "fact", "fs", "http", "list", "resource", "root"]`,
		"hasattr(self.fs, 'write')": `true`,
	}
	changes := []string{
		"self.fs.write('/etc/f', 'x')", "self.fs.write('/etc/new', 'x')", "self.fs.mkdir('/etc/d')", "self.fs.remove('/etc/f')", "self.fs.remove('/etc', recurse = True)",
		"self.fs.chmod('/etc/f', '0777')", "self.fs.chown('/etc/f', 1, 1)", "self.fs.symlink('/etc/l', '/etc/f')",
		"self.cmd.tool('delete')", "self.cmd.tool()", "self.cmd.tool('delete', raises = False)",
		"self.http.send('PUT', 'http://api.example.com/x')", "self.http.send('POST', 'http://api.example.com/x', raises = False)",
	}
	for code, want := range looks {
		fake := lookedAt()
		if got, err := call(t.Context(), t, fake, faceOf("lambda self: "+code), nil); err != nil || got.Inspect() != want {
			t.Errorf("%s: %s, %v, want %s", code, got.Inspect(), err, want)
		}
	}
	for _, code := range changes {
		fake := lookedAt()
		_, err := call(t.Context(), t, fake, faceOf("lambda self: "+code), nil)
		if wrong, ok := errors.AsType[*access.WriteError](err); !ok || !strings.Contains(wrong.Error(), "this hook may only read") {
			t.Errorf("%s: %v", code, err)
		}
		names, _ := fake.Reader().ReadDir(t.Context(), "/etc")
		if fake.Content("/etc/f") != "text" || !slices.Equal(names, []string{"f"}) || len(fake.Ran()) > 0 {
			t.Errorf("%s changed the host: %q, %v", code, names, fake.Ran())
		}
	}
}

// lookedAt returns a host with a file, a tool and a server.
func lookedAt() *fakehost.Host {
	fake := fakehost.New(map[string]string{"/etc/f": "text"})
	fake.Command("/bin/tool")
	fake.Handle("/bin/tool", func(_ context.Context, _ *fakehost.Host, c host.Command) host.Result {
		return host.Result{Stdout: []byte("out of " + strings.Join(c.Args, " "))}
	})
	fake.Serve(fakehost.Net{HTTP: func(r host.Request) ([]byte, error) { return []byte(r.Method), nil }})
	return fake
}

// An action that does not end, or that is cancelled, is stopped, and what it
// returns is data.
func TestActionsEnd(t *testing.T) {
	over, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	gone, leave := context.WithCancel(t.Context())
	leave()
	for name, c := range map[string]struct {
		ctx        context.Context
		code, want string
	}{
		"cancelled":       {gone, "[1 for x in range(10000000) for y in range(10000000)]", "stopped: the caller no longer needs the result"},
		"out of time":     {over, "[1 for x in range(10000000) for y in range(10000000)]", "stopped: the time is up"},
		"too much memory": {t.Context(), "[x for x in range(10000000) for y in range(10000000)]", "stopped"},
		"a function":      {t.Context(), "self.fs.read", "t.star:1:45: action a returned a function; it must return data: a dict, a list, a string, a number or None"},
		"its self":        {t.Context(), "[self]", "it must return data"},
		"refused":         {t.Context(), "fail('no', 'such', 'thing')", "no such thing"},
		"broken":          {t.Context(), "1 // 0", "t.star:1:60: floored division by zero"},
		"misspelled":      {t.Context(), "self.lst('x')", "t.star:1:62: self has no .lst field or method (did you mean .list?)"},
		"a listing fails": {t.Context(), "self.list('x')", "no list"},
	} {
		start := time.Now()
		_, err := call(c.ctx, t, lookedAt(), faceOf("lambda self: "+c.code), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		if took := time.Since(start); took > time.Minute { // beside the booted machines of other tests
			t.Errorf("%s took %v", name, took)
		}
	}
}

// Each mistake in a face is reported with its place, all of them at once where the
// faults are collected, and any of them refuses the face.
func TestFaceMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"none":              {faceOf("lambda self: 1"), nil},
		"no actions":        {"face('f')", []string{"1:5: face f: the face must define at least one action"}},
		"a name":            {"face('F-1', actions = [action('a', lambda self: 1)])", []string{`1:5: face F-1: invalid face name "F-1": use lower-case letters, digits and _, starting with a letter`}},
		"a command's name":  {"face('types', actions = [action('a', lambda self: 1)])", []string{"1:5: face types: ralsh has a built-in command types: use a different name"}},
		"an option's name":  {faceOf("lambda self, dry_run: 1, options = [option('dry_run')]"), []string{"1:87: option dry_run: every command has an option of this name: use a different name"}},
		"an argument of it": {faceOf("lambda self, dry_run: 1, args = [arg('dry_run')]"), nil},
		"an unknown word":   {"face('f', acts = [])", []string{`1:5: face: unexpected keyword argument "acts"`}},
		"no function":       {faceOf("len"), []string{"1:39: action a must be a function or a lambda, not the builtin len"}},
		"no self":           {faceOf("lambda: 1"), []string{"1:45: action a: the function must have the parameter self"}},
		"only by name":      {faceOf("lambda *, self: 1"), []string{"1:45: action a: the function must have the parameter self", "1:45: action a: the function requires self, which is not declared as an argument or an option"}},
		"not taken":         {faceOf("lambda self, pattern: 1, args = [arg('patern')]"), []string{"1:45: action a: the function has no parameter for the declared argument patern (did you mean \"pattern\"?)", "1:45: action a: the function requires pattern, which is not declared as an argument or an option"}},
		"self as argument":  {faceOf("lambda self, **rest: 1, args = [arg('self')]"), []string{"1:45: action a: the function has no parameter for the declared argument self"}},
		"twice":             {faceOf("lambda self, x: 1, args = [arg('x')], options = [option('x')]"), []string{"1:39: action a: x is declared twice"}},
		"after an optional": {faceOf("lambda self, x, y: 1, args = [arg('x', optional = True), arg('y')]"), []string{"1:39: action a: y must be optional, because it follows the optional argument x"}},
		"an option as arg":  {faceOf("lambda self, x: 1, args = [option('x')]"), []string{`1:39: action: for parameter "args": got an option in the list, want an arg()`}},
		"no list":           {faceOf("lambda self, x: 1, args = 'x'"), []string{`1:39: action: for parameter "args": got a string, want a list of arg()`}},
		"values":            {faceOf("lambda self, x: 1, args = [arg('x', values = ['a', 'b', 'a'], default = 'c')]"), []string{`1:75: arg x: the default "c" is not in the list of values`, "1:75: arg x: the value a is listed twice"}},
		"a list as default": {faceOf("lambda self, x: 1, args = [arg('x', default = [1])]"), []string{"1:75: arg x: the default must be a string or a number, not [1]"}},
		"a bad default":     {faceOf("lambda self, x: 1, args = [arg('x', default = len)]"), []string{"1:75: arg x: the default must be a string or a number, not a function"}},
		"True, no switch":   {faceOf("lambda self, x: 1, options = [option('x', default = True)]"), []string{"1:81: option x: the default must be a string or a number, not true"}},
		"switch, no True":   {faceOf("lambda self, x: 1, options = [option('x', boolean = True, default = 'a', values = ['a'])]"), []string{"1:81: option x: boolean and values cannot be combined"}},
		"switch of a text":  {faceOf("lambda self, x: 1, options = [option('x', boolean = True, default = 'a')]"), []string{`1:81: option x: with boolean, the default must be True or False, not "a"`}},
		"in a hook":         {faceOf("lambda self: arg('x')"), nil},
		"actions":           {"face('f', actions = [action('a', lambda self: 1), action('a', lambda self: 1, default = True), action('B', lambda self: 1)])", []string{`1:102: invalid action name "B": use lower-case letters, digits and _, starting with a letter`, "1:5: face f: the action a is defined twice"}},
		"defaults":          {"face('f', actions = [action('a', lambda self, x: 1, args = [arg('x')], default = True), action('b', lambda self: 1, default = True)])", []string{"1:5: face f: a cannot be the default, because it requires the argument x", "1:5: face f: a and b cannot both be the default"}},
		"no looks":          {"face('f', actions = [action('a', lambda self: 1)], commands = {'x': '/bin/x'})", []string{`1:5: face f: the looks of the command x are missing, and a face runs only read-only commands: command("/bin/x", looks = [[ARGUMENTS]])`}},
		"no consequences":   {faceOf("lambda self, x, y: 1, args = [arg('x', docs = '')], options = [option('y')]"), []string{`1:78: arg: unexpected keyword argument "docs" (did you mean "doc"?)`}},
	} {
		for _, collected := range []bool{true, false} {
			space := star.NewSpace()
			space.Reserved = face.Reserved{Commands: []string{"types"}, Options: []string{"dry_run"}}
			src := star.Source{Path: "t.star", Text: []byte(c.text)}
			var got []string
			if collected {
				src.Faults = func(f *script.Fault) { got = append(got, strings.TrimPrefix(f.Error(), "t.star:")) }
			}
			d, err := space.Load(t.Context(), src)
			switch {
			case collected && !slices.Equal(got, c.want):
				t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			case !collected && c.want == nil && (err != nil || len(d.Faces) != 1):
				t.Errorf("%s is refused: %v", name, err)
			case !collected && c.want != nil && (err == nil || err.Error() != "t.star:"+c.want[0]):
				t.Errorf("%s: %v, want %s", name, err, c.want[0])
			}
		}
	}
	if got := slices.Sorted(maps.Keys(load(t, faceOf("lambda self: arg('x')")).Names)); len(got) > 0 {
		t.Errorf("a face defines names: %q", got)
	}
	if _, err := call(t.Context(), t, fakehost.New(nil), faceOf("lambda self: arg('x')"), nil); err == nil || !strings.Contains(err.Error(), "at the top level of a file, not in a hook") {
		t.Errorf("an argument in a hook: %v", err)
	}
}
