package star_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules/star"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

type runaway struct{ name, body, want string }

// runaways returns hooks that do not end, or that use up the memory.
func runaways() []runaway {
	return []runaway{
		{"endless", "for i in range(10000000):\n        for j in range(10000000):\n            pass", "stopped after 1000000 steps"},
		{"doubling", "for i in range(64):\n        v = v + v", "stopped"},
		{"repeated", `v = "x" * (1 << 40)`, "repeat count 1099511627776 too large"},
		{"range", "v = list(range(1 << 40))", "the range is too long (1099511627776 elements"},
		{"recursion", "_hook(v)", "function _hook called recursively"},
		{"call", `call("again", v)`, "called recursively"},
	}
}

// stops runs the hook, and returns how long it took and with what error it was
// stopped.
func (r runaway) stops(t *testing.T) (time.Duration, error) {
	t.Helper()
	text := "def _hook(v):\n    " + r.body + "\n" + widget(`param("a", validate = _hook)`) +
		`function("again", lambda v: call("again", v))`
	space := star.NewSpace()
	d, err := space.Load(t.Context(), star.Source{Path: "t.star", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	if err := space.AddFunction(d.Functions[0]); err != nil {
		t.Fatal(err)
	}
	reg := ral.NewRegistry()
	reg.Add(*d.Types[0])
	start := time.Now()
	_, diags := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil).Build(t.Context(), ral.Decl{Type: "widget", Title: "n", Attrs: attrs("a", "x")})
	return time.Since(start), diags.Err()
}

// An endless or memory-consuming hook is stopped, with its position.
func TestRunawayHooks(t *testing.T) {
	for _, r := range runaways() {
		t.Run(r.name, func(t *testing.T) {
			if _, err := r.stops(t); err == nil || !strings.Contains(err.Error(), r.want) || !strings.Contains(err.Error(), "t.star:") {
				t.Errorf("got %v, want %s", err, r.want)
			}
		})
	}
}

// TestLimitRunawayHooks limits the time until such a hook is stopped.
func TestLimitRunawayHooks(t *testing.T) {
	real.Limits(t)
	for _, r := range runaways() {
		took, _ := r.stops(t)
		real.Within(t, r.name, took, 5*time.Second)
	}
}

// An endless file is stopped while it is loaded, also when its context is
// cancelled.
func TestRunawayFiles(t *testing.T) {
	const endless = "for i in range(10000000):\n    for j in range(10000000):\n        pass\n"
	_, err := star.NewSpace().Load(t.Context(), star.Source{Path: "t.star", Text: []byte(endless)})
	if f, ok := errors.AsType[*script.Fault](err); !ok || !strings.Contains(f.Message, "stopped after 10000000 steps") || !strings.HasPrefix(f.Pos, "t.star:") {
		t.Errorf("steps: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("gone"))
	_, err = star.NewSpace().Load(ctx, star.Source{Path: "t.star", Text: []byte(endless)})
	if err == nil || !strings.Contains(err.Error(), "gone") {
		t.Errorf("a cancelled load: %v", err)
	}
}

// Nothing of the machine, the process or the clock is in scope.
func TestNothingInScope(t *testing.T) {
	for _, name := range []string{"open", "os", "time", "http", "self", "host", "eval", "exec", "getenv", "input", "fs", "cmd"} {
		_, err := star.NewSpace().Load(t.Context(), star.Source{Path: "t.star", Text: []byte("x = " + name)})
		if err == nil || !strings.HasPrefix(err.Error(), "t.star:1:5: undefined: "+name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The values of a file are frozen: hooks run on any goroutine.
func TestFrozen(t *testing.T) {
	env := environment(t, "seen = []\n"+widget(`param("a", munge = lambda v: seen.append(v))`), fakehost.New(nil).Reader())
	_, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "n", Attrs: attrs("a", "x")})
	if err := diags.Err(); err == nil || !strings.Contains(err.Error(), "cannot append to frozen list") {
		t.Errorf("got %v", err)
	}
}

// Each mistake is one error with the position and a hint.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"syntax", "newtype(", "t.star:1:9: got end of file, want ')'"},
		{"unknown word", "newtyp('a')", "t.star:1:1: undefined: newtyp (did you mean \"newtype\"?)"},
		{"unknown argument", "newtype('a', docs = 'x')", `t.star:1:8: newtype: unexpected keyword argument "docs" (did you mean "doc"?)`},
		{"wrong kind", "newtype('a', doc = 1)", "t.star:1:8: newtype: for parameter \"doc\": got a number, want a string"},
		{"wrong element", "newtype('a', attrs = ['x'])", "t.star:1:8: newtype: for parameter \"attrs\": holds a string, want param, prop or ensurable"},
		{"bad name", "newtype('A-b')", `t.star:1:8: newtype A-b: invalid type name "A-b"`},
		{"hook of too many arguments", "param('a', validate = lambda a, b, c: None)", "t.star:1:23: validate of a has 3 parameters, but ralsh passes at most 2"},
		{"hook that is no function", "param('a', validate = len)", "t.star:1:6: param a: validate of a must be a function or a lambda, not the builtin len"},
		{"pattern", "re.compile('(?=x)')", "t.star:1:11: re.compile: invalid or unsupported Perl syntax: `(?=` (the syntax is RE2"},
		{"a pattern that is not closed", "re.compile('a(')", "t.star:1:11: re.compile: missing closing ): `a(` (the syntax is RE2"},
		{"a float", "provider('p', type = 't', score = 1.5)", `t.star:1:9: provider: for parameter "score": got a float, want a number`},
		{"a weight", "fact('x', lambda self: 1, weight = 'a')", `t.star:1:5: fact: the weight must be a number of at most 31 bits, not "a"`},
		{"a key", "provider('p', type = 't', commands = {1: 'x'})", "t.star:1:9: provider p: commands: a key must be a string, not 1"},
		{"a key of confines", "provider('p', type = 't', confine = {1: 'x'})", "t.star:1:9: provider p: confine: a key must be a string, not 1"},
		{"a key of setters", "provider('p', type = 't', setters = {1: len})", "t.star:1:9: provider p: setters: a key must be a string, not 1"},
		{"a setting that is to be nothing", "provider('p', type = 't', confine = {'setting.x': None})", "t.star:1:9: provider p: confine setting.x: the value of a setting must be a string or a list of strings, not None"},
		{"a fact that is to be nothing", "provider('p', type = 't', confine = {'fact.x': None})", "t.star:1:9: provider p: confine fact.x: the value of a fact must be a string or a list of strings, not None"},
		{"a default for nothing", "provider('p', type = 't', defaultfor = {'a': None})", "t.star:1:9: provider p: defaultfor a must be a string, a pattern, or a list of strings or patterns, not None"},
		{"fail() at the top", "fail('no')", "t.star:1:5: no"},
		{"confine", "provider('p', type = 't', confine = {'fakt.x': 1})", "t.star:1:9: provider p: confine fakt.x: unknown confine: use any, command"},
		{"at a hook's time", "function('f', lambda: newtype('x'))\nx = 1 // 0", "t.star:2:7: floored division by zero"},
		{"while", "while True:\n    pass", "t.star:1:1: this Starlark dialect does not support while loops"},
		{"load", "load('x.star', 'y')", "t.star:1:1: cannot load x.star: load is not allowed here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := star.NewSpace().Load(t.Context(), star.Source{Path: "t.star", Text: []byte(c.text)})
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestFunctions(t *testing.T) {
	space := star.NewSpace()
	d, err := space.Load(t.Context(), star.Source{Path: "f.star", Text: []byte(`
def _join(first, *rest):
    "Joins words."
    return "-".join([first] + list(rest))
def _greet(name, greeting = "hello"):
    return call("m::join", greeting, name)
function("m::join", _join)
function("greet", _greet, doc = "Greets.")
function("stop", lambda: 1, statement = True)
`)})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range d.Functions {
		if err := space.AddFunction(f); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"greet", []string{"you"}, "hello-you"},
		{"m::join", []string{"a", "b", "c"}, "a-b-c"},
		{"greet", nil, "function greet takes 1 to 2 arguments, not 0"},
		{"m::join", nil, "function m::join takes 1 argument or more, not 0"},
		{"gret", nil, "unknown function \"gret\" (did you mean \"greet\"?)"},
		{"stop", nil, "f.star:9:18: function stop returned a number; it must return None, because it is a statement"},
	} {
		var args []value.Value
		for _, arg := range c.args {
			args = append(args, value.Str(arg))
		}
		v, err := space.Call(t.Context(), c.name, args...)
		got := v.Text()
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s%v: %s, want %s", c.name, c.args, got, c.want)
		}
	}
	if err := space.AddFunction(d.Functions[0]); err == nil || err.Error() != "f.star:7:9: function m::join is defined twice (first at f.star:7:9)" {
		t.Errorf("twice: %v", err)
	}
}
