package modules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/modules"
	"ralsh/ral/onhost"
)

// Each bad file gives one diagnostic with its position, and everything else
// loads.
func TestBadInput(t *testing.T) {
	const dir = "m/lib/ral/"
	for _, c := range []struct {
		name  string
		files tree
		want  string // after the modules' directory, joined by "\n"
	}{
		{"syntax", tree{dir + "type/bad.star": "newtype('bad',\n  attrs = [\n"}, dir + "type/bad.star:3:1: got end of file, want primary expression"},
		{"another name", tree{dir + "type/bad.star": "\nnewtype('worse', attrs = [param('name', namevar = True)])"}, dir + "type/bad.star:2:8: the file is named bad, but defines the type worse: use the same name for both"},
		{"twice in one file", tree{dir + "type/bad.star": strings.Repeat(strings.ReplaceAll(aType, "thing", "bad"), 2)}, dir + "type/bad.star:2:8: type bad is defined twice (first at /etc/modules/" + dir + "type/bad.star:1:8)"},
		{"built in", tree{dir + "type/user.star": strings.ReplaceAll(aType, "thing", "user")}, dir + "type/user.star:1:8: ralsh has a built-in type user: use a different name"},
		{"provider twice", tree{
			dir + "type/bad.star":         strings.ReplaceAll(aType, "thing", "bad") + "provider('p', type = 'bad', " + able,
			dir + "provider/bad/p.star":   "provider('p', type = 'bad', " + able,
			dir + "provider/bad/own.star": "provider('own', type = 'bad', " + able,
		}, dir + "type/bad.star:2:9: provider p of bad is defined twice (first at /etc/modules/" + dir + "provider/bad/p.star:1:9)"},
		{"unknown argument", tree{dir + "type/bad.star": "newtype('bad', atrs = [])"}, dir + `type/bad.star:1:8: newtype: unexpected keyword argument "atrs" (did you mean "attrs"?)`},
		{"another module's function", tree{dir + "function/other/f.star": "function('other::f', lambda: 1)"}, dir + "function/other/f.star:1:9: function other::f belongs to the module other: name it m::NAME"},
		{"no such type", tree{dir + "provider/thng/p.star": "provider('p', type = 'thng', " + able}, dir + "provider/thng/p.star:1:9: unknown type \"thng\" (did you mean \"thing\"?)"},
		{"no such parent", tree{dir + "provider/thing/p.star": "provider('p', type = 'thing', parent = 'q', " + able}, dir + "provider/thing/p.star:1:9: could not find parent provider q of p"},
		{"a feature nobody declares", tree{dir + "provider/thing/p.star": "provider('p', type = 'thing', score = 50, features = ['x'], " + able}, dir + "provider/thing/p.star:1:9: type thing: provider p needs the feature x, which is not declared"},
		{"a provider that sets nothing", tree{dir + "provider/thing/p.star": "provider('p', type = 'thing', score = 50)"}, dir + "provider/thing/p.star:1:9: type thing: provider p cannot set properties: it lacks create, set, setters, methods and flush"},
		{"a loop of parents", tree{dir + "provider/thing/p.star": "provider('p', type = 'thing', parent = 'p', " + able}, dir + "provider/thing/p.star:1:9: the parents of provider p form a cycle (through p)"},
		{"recursion while loading", tree{dir + "type/bad.star": "def f(n):\n    return f(n)\nf(1)"}, dir + "type/bad.star:2:12: function f called recursively"},
		{"endless", tree{dir + "type/bad.star": "for i in range(10000000):\n    for j in range(10000000):\n        pass"}, dir + "type/bad.star:2:5: stopped after 10000000 steps: the loop is too long"},
		{"a file of 100 MB", tree{dir + "type/bad.star": strings.Repeat("#", 100<<20)}, dir + "type/bad.star:1:1: the plugin is too long (104857600 bytes, at most 1048576)"},
		{"not UTF-8", tree{dir + "type/bad.star": "# ok\nx = 'a\xff'"}, dir + "type/bad.star:2:7: invalid byte: a plugin must be UTF-8 text"},
		{"NUL", tree{dir + "type/bad.star": strings.ReplaceAll(aType, "thing", "bad") + "\x00x = 1 // 0\n"}, dir + "type/bad.star:2:1: invalid byte: a plugin must be UTF-8 text"},
		{"empty", tree{dir + "fact/bad.star": "x = 1"}, dir + "fact/bad.star:1:1: the file must define a fact"},
		{"the wrong folder", tree{dir + "fact/bad.star": "feature_test('bad', lambda self: True)"}, dir + "fact/bad.star:1:13: a file in fact must not define a feature"},
		{"a library that defines", tree{dir + "words.star": "newtype('bad')"}, dir + "words.star:1:8: newtype: a library cannot define plugins, which belong in type, provider, fact, feature, function and face"},
		{"load of another file", tree{dir + "fact/bad.star": "load('../../../etc/passwd.star', 'x')"}, dir + "fact/bad.star:1:1: cannot load ../../../etc/passwd.star: load accepts only libraries: a path below lib/ral"},
		{"load of a plugin", tree{dir + "fact/bad.star": "load('type/thing.star', 'x')"}, dir + "fact/bad.star:1:1: cannot load type/thing.star: load accepts only libraries"},
		{"load of nothing", tree{dir + "fact/bad.star": "load('none.star', 'x')"}, dir + "fact/bad.star:1:1: cannot load none.star: no module contains lib/ral/none.star"},
		{"load in a loop", tree{dir + "a.star": "load('b.star', 'x')", dir + "b.star": "load('a.star', 'x')"}, dir + "a.star:1:1: cannot load b.star: /etc/modules/" + dir + "b.star:1:1: cannot load a.star: the libraries that /etc/modules/" + dir + "a.star loads form a cycle\n" +
			dir + "b.star:1:1: cannot load a.star"},
		{"metadata", tree{"m/metadata.json": "{\n\"version\": }"}, "m/metadata.json:2:12: invalid JSON: invalid character '}'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := tree{dir + "type/thing.star": aType, dir + "provider/thing/good.star": "provider('good', type = 'thing', " + able, dir + "function/f.star": "function('f', lambda: 1)"}
			for name, text := range c.files {
				files[name] = text
			}
			e := load(t, files)
			got := e.Failures()
			want := strings.Split(c.want, "\n")
			if len(got) != len(want) {
				t.Fatalf("%d diagnostics %v, want %d", len(got), got, len(want))
			}
			env := onhost.NewEnv(e.Registry, files.fake().Reader(), nil)
			if p := env.Elect(t.Context(), e.Registry.Type("thing")).Winner; p == nil || p.Name != "good" {
				t.Errorf("the default is %v", p)
			}
			for i := range want {
				if !strings.HasPrefix(strings.TrimPrefix(got[i].Error(), "/etc/modules/"), want[i]) {
					t.Errorf("got  %s\nwant %s", got[i], want[i])
				}
			}
			if ty := e.Registry.Type("thing"); ty == nil || ty.Provider("good") == nil || e.Space.Function("f") == nil {
				t.Error("what is good was not loaded")
			}
		})
	}
}

// The error of a plugin has a type, and the report has its position in the module once.
func TestFailureReport(t *testing.T) {
	e := load(t, tree{
		"m/metadata.json":          "{",
		"m/lib/ral/type/bad.star":  "newtype('worse', attrs = [param('name', namevar = True)])",
		"m/lib/ral/type/user.star": "newtype('user', attrs = [param('name', namevar = True)])",
		"m/lib/ral/fact/a.star":    "load('b.star', 'x')",
		"m/lib/ral/b.star":         "y = z",
	})
	want := []string{
		"m: /etc/modules/m/metadata.json:1:1: invalid JSON: unexpected end of JSON input",
		"m lib/ral/b.star:1:5: undefined: z",
		"m lib/ral/fact/a.star:1:1: cannot load b.star: /etc/modules/m/lib/ral/b.star:1:5: undefined: z",
		"m lib/ral/type/bad.star:1:8: the file is named bad, but defines the type worse: use the same name for both",
		"m lib/ral/type/user.star:1:8: ralsh has a built-in type user: use a different name",
	}
	if got := e.FailureReport(); !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, is := errors.AsType[*modules.MisnamedError](e.Find(modules.Type, "bad").Err); !is {
		t.Error("the type of the error is unknown")
	}
}

// BenchmarkLoad loads 100 types with a provider each.
func BenchmarkLoad(b *testing.B) {
	rd := hundred().fake().Reader()
	base := builtin(b)
	for b.Loop() {
		e := modules.Load(b.Context(), rd, modules.Options{Path: []string{"/etc/modules"}, Base: base})
		if len(e.Failures()) > 0 || len(e.Registry.Names()) != 101 {
			b.Fatal(e.Failures(), len(e.Registry.Names()))
		}
	}
}
