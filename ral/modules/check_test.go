package modules_test

import (
	"context"
	"strings"
	"testing"

	"ralsh/facts"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules"
	"ralsh/ral/raltest"
)

func check(t *testing.T, files tree, dir string) (string, *modules.Module) {
	t.Helper()
	rd := files.fake().Reader()
	m, findings := modules.Check(t.Context(), rd, "/etc/modules/"+dir, modules.Options{
		Path: []string{"/etc/modules"}, Base: builtin(t), Facts: raltest.Facts{"os.family": "Debian"}, FactNames: []string{"os.family"},
		Usable: func(ctx context.Context, file string) (string, error) { return facts.Usable(ctx, rd, "/", file) },
	})
	var b strings.Builder
	for _, f := range findings {
		kind := ""
		if f.Remark {
			kind = "(remark) "
		}
		b.WriteString(strings.TrimPrefix(f.Pos, "/etc/modules/"+dir+"/") + ": " + kind + f.Message + "\n")
	}
	return b.String(), m
}

const goodMetadata = `{"name": "me-m", "version": "1.0.0", "summary": "x"}`

// All errors of all files are reported together, each with its position, none
// twice and no consequent ones.
func TestCheck(t *testing.T) {
	const thing = "newtype('thing', doc = 'd', attrs = [param('name', doc = 'd', namevar = True)])\n"
	for _, c := range []struct {
		name  string
		files tree
		want  string
	}{
		{"good", tree{"m/lib/ral/type/thing.star": thing}, ""},
		{"several in a file", tree{"m/lib/ral/type/thing.star": `newtype("thing", docs = "x", attrs = [
  param("name", namevr = True),
  prop("size", munge = lambda a, b, c: 1),
])
provider("p", type = "thing", commands = 3, confine = 4)
fact("x", lambda self: 1, waight = 1)
`}, `lib/ral/type/thing.star:1:8: newtype: unexpected keyword argument "docs" (did you mean "doc"?)
lib/ral/type/thing.star:2:8: param: unexpected keyword argument "namevr" (did you mean "namevar"?)
lib/ral/type/thing.star:3:24: munge of size has 3 parameters, but ralsh passes at most 2: value, self
lib/ral/type/thing.star:5:9: provider p: commands must be a dict of name to binary, not a number
lib/ral/type/thing.star:5:9: confine must be a dict, test(), or a list of dicts and test(), not a number
lib/ral/type/thing.star:6:5: fact: unexpected keyword argument "waight" (did you mean "weight"?)
`},
		{"what is never true", tree{
			"m/lib/ral/type/thing.star": `newtype("thing", doc = "d", attrs = [param("name", doc = "d", namevar = True), prop("kind", doc = "d", values = ["A"])],
    findings = lambda found: [], validate = lambda res: fail("A") if res.kind == "A" else None)
`,
			"m/lib/ral/provider/thing/p.star": "def _set(self, name, value):\n    if self.res.kind in ['A', 'B']:\n        pass\n\nprovider('p', type = 'thing', doc = 'd', set = _set, retrieve = lambda self: {})\n",
		}, `lib/ral/provider/thing/p.star:2:22: kind is a symbol, never the string "A": compare it with symbol("A")
lib/ral/provider/thing/p.star:2:22: kind is never "B" (values: A)
lib/ral/type/thing.star:2:79: kind is a symbol, never the string "A": compare it with symbol("A")
`},
		{"names that there are not", tree{"m/lib/ral/type/thing.star": "newtpe('thing')\nx = y\n"}, `lib/ral/type/thing.star:1:1: undefined: newtpe (did you mean "newtype"?)
lib/ral/type/thing.star:2:5: undefined: y
`},
		{"what follows is not told", tree{
			"m/lib/ral/type/thing.star": "(", "m/lib/ral/provider/thing/a.star": "provider('a', type = 'thing', " + able,
			"m/lib/ral/provider/thng/b.star": "provider('b', type = 'thng', " + able,
		}, `lib/ral/provider/thng/b.star:1:9: unknown type "thng" (did you mean "thing"?)
lib/ral/type/thing.star:1:2: got end of file, want primary expression
`},
		{"a hook that breaks", tree{"m/lib/ral/type/thing.star": "newtype('thing', doc = 'd', attrs = [param('name', doc = 'd', namevar = True),\n param('a', doc = 'd', default = lambda self: self.nme)])"}, `lib/ral/type/thing.star:2:51: self has no .nme field or method (did you mean .name?)
`},
		{"a check of the whole that breaks", tree{"m/lib/ral/type/thing.star": "newtype('thing', doc = 'd', attrs = [param('name', doc = 'd', namevar = True)],\n validate = lambda res: 1 // 0)"}, `lib/ral/type/thing.star:2:27: floored division by zero
`},
		{"a default from a name that the type refuses", tree{"m/lib/ral/type/thing.star": `newtype('thing', doc = 'd', attrs = [param('name', doc = 'd', namevar = True, validate = lambda v: fail('no') if '/' in v else None),
 param('a', doc = 'd', default = lambda self: 'of ' + self.res.name)])`}, ""},
		{"no title that the type takes", tree{"m/lib/ral/type/thing.star": "newtype('thing', doc = 'd', attrs = [param('name', doc = 'd', namevar = True, values = ['one'])])"}, `lib/ral/type/thing.star:1:8: (remark) cannot test a resource of thing: the titles example and /example are invalid; give the namevar a valid example
`},
		{"an example of a title", tree{"m/lib/ral/type/thing.star": "newtype('thing', doc = 'd', attrs = [param('name', doc = 'd', namevar = True, values = ['one'], example = 'one'), param('a', doc = 'd', default = lambda self: 1 // 0)])"}, `lib/ral/type/thing.star:1:162: floored division by zero
`},
		{"defaults that are refused", tree{"m/lib/ral/type/thing.star": `newtype('thing', doc = 'd', attrs = [param('name', doc = 'd', namevar = True), param('a', doc = 'd', values = ['x'], default = 'y'),
 param('b', doc = 'd', default = lambda self: self.res.name, validate = lambda v: None if v[0] == '/' else fail('no path')),
 param('c', doc = 'd', default = lambda self: 'c', validate = lambda v: fail('never'))])`}, `lib/ral/type/thing.star:1:8: the default "y" of a is invalid: Invalid value "y". Valid values are x.
lib/ral/type/thing.star:1:8: the default "c" of c is invalid: never
`},
		{"names of attributes", tree{"m/lib/ral/type/thing.star": "newtype('thing', doc = 'd', attrs = [\nparam('name', doc = 'd', namevar = True),\n" +
			"param('noop'),\nparam('title'),\nparam('provider'),\nprop('Size'),\nprop('a b'),\nprop('a::b'),\nprop('x', values = ['a', value('b', aliases = ['a'])]),\nensurable('', values = ['a', 'a'])])"}, `lib/ral/type/thing.star:3:6: param noop: every resource has a built-in attribute noop: use a different name
lib/ral/type/thing.star:4:6: param title: every resource has a built-in attribute title: use a different name
lib/ral/type/thing.star:5:6: param provider: every resource has a built-in attribute provider: use a different name
lib/ral/type/thing.star:6:5: prop Size: invalid attribute name "Size": use lower-case letters, digits and _, starting with a letter
lib/ral/type/thing.star:7:5: prop a b: invalid attribute name "a b": use lower-case letters, digits and _, starting with a letter
lib/ral/type/thing.star:8:5: prop a::b: invalid attribute name "a::b": use lower-case letters, digits and _, starting with a letter
lib/ral/type/thing.star:9:5: prop x: x declares the value a twice
lib/ral/type/thing.star:10:10: ensure declares the value a twice
`},
		{"setters of nothing", tree{
			"m/lib/ral/type/thing.star":      thing + "provider('p', type = 'thing', doc = 'd', getters = {'name': lambda self: 1}, setters = {})",
			"m/lib/ral/provider/user/p.star": "provider('p', type = 'user', doc = 'd', setters = {'shel': lambda self, value: None})",
		}, `lib/ral/provider/user/p.star:1:9: provider p: setters contains "shel", which is not a property of type user (did you mean "shell"?)
lib/ral/type/thing.star:2:9: provider p: getters contains "name", which is not a property of type thing
`},
		{"no words", tree{
			"m/lib/ral/type/thing.star": "newtype('thing', attrs = [param('name', doc = 'd', namevar = True), prop('size')])", "m/lib/ral/provider/user/ldap.star": "provider('ldap', type = 'user', " + able,
		}, `lib/ral/provider/user/ldap.star:1:9: (remark) the doc of provider user/ldap is missing
lib/ral/type/thing.star:1:8: (remark) the doc of type thing is missing
lib/ral/type/thing.star:1:8: (remark) the doc of attribute size of thing is missing
lib/ral/type/thing.star:1:8: (remark) type thing has properties, but no provider reads or sets them
`},
		{"files in the wrong place", tree{"m/lib/ral/type/sub/thing.star": "(", "m/types/thing.star": "", "m/lib/ral/notes.txt": "", "m/facts.d/a.sh": "#!/bin/sh\n", "m/spec/x.rb": ""}, `facts.d/a.sh: (remark) the file defines no fact: the name does not end in .txt, .json or .yaml, and the file is not executable
lib/ral/notes.txt: (remark) ralsh does not load this file: PLACES
lib/ral/type/sub/thing.star: (remark) ralsh does not load this file: PLACES
types/thing.star: (remark) ralsh does not load this file: PLACES
`},
		{"facts that are none", tree{"m/facts.d/a.json": "{", "m/facts.d/b.yaml": "a: [", "m/facts.d/c.txt": "x=1", "m/facts.d/d.yaml": "", "m/facts.d/e.json": "[1]"}, `facts.d/a.json:1:1: invalid JSON: unexpected end of the file
facts.d/b.yaml:1:1: invalid YAML: line 1, column 4: sequence end token ']' not found
facts.d/e.json:1:1: the JSON is a list: facts must be a map of names to values
`},
		{"metadata that lacks", tree{"m/metadata.json": "{\"name\": \"x\",\n \"version\": \"1\"}"}, `metadata.json:1:1: (remark) the summary is missing
metadata.json:1:2: (remark) invalid name "x": expected AUTHOR-m
metadata.json:2:2: (remark) invalid version "1": expected a semantic version (example: 1.0.0)
`},
		{"metadata of other kinds", tree{"m/metadata.json": `{"name": "me-m", "version": 1, "summary": "x"}`}, "metadata.json:1:29: version must be a string, not number\n"},
		{"metadata that is a list", tree{"m/metadata.json": "[]"}, "metadata.json:1:1: metadata must be a map, not array\n"},
		{"metadata that is none", tree{"m/metadata.json": "{\n]"}, "metadata.json:2:1: invalid JSON: invalid character ']' looking for beginning of object key string\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := tree{"m/metadata.json": goodMetadata, "other/lib/ral/type/broken.star": "("}
			for name, text := range c.files {
				files[name] = text
			}
			want := strings.ReplaceAll(c.want, "PLACES", "plugins are lib/ral/type/TYPE.star, lib/ral/provider/TYPE/NAME.star, lib/ral/fact/*.star, lib/ral/feature/NAME.star, lib/ral/function/NAME.star, lib/ral/face/NAME.star")
			if got, _ := check(t, files, "m"); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
	if got, m := check(t, tree{"afile": ""}, "afile"); m != nil || got != "/etc/modules/afile: a module must be a directory\n" {
		t.Errorf("%q", got)
	}
	fake := tree{"x": ""}.fake()
	if err := fake.Writer().Symlink(t.Context(), "/", "/etc/modules/all"); err != nil {
		t.Fatal(err)
	}
	_, findings := modules.Check(t.Context(), fake.Reader(), "/etc/modules/all", modules.Options{Base: builtin(t)})
	if len(findings) != 1 || findings[0].Message != "the path leads to /, which cannot be a module" {
		t.Errorf("a link to /: %v", findings)
	}
	if got, _ := check(t, tree{"Foo/metadata.json": strings.ReplaceAll(goodMetadata, "-m", "-Foo")}, "Foo"); !strings.Contains(got, `invalid module name "Foo"`) {
		t.Errorf("%q", got)
	}
}

// A module from New has no diagnostics, and works.
func TestNew(t *testing.T) {
	fake := fakehost.New(map[string]string{"/src/old/x": ""})
	base := builtin(t)
	files, err := modules.New(t.Context(), fake.Writer(), "/src/hello", "ann", base)
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	m, findings := modules.Check(t.Context(), fake.Reader(), "/src/hello", modules.Options{Base: base})
	if len(findings) > 0 || len(m.Plugins) != 2 || m.Author != "ann" {
		t.Errorf("%v, %v", findings, m)
	}
	e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/src"}, Base: base})
	if p := e.Registry.Type("hello").Provider("file"); p == nil || len(e.Failures()) > 0 {
		t.Error(e.Failures())
	}
	for dir, want := range map[string]string{
		"/src/old":    "/src/old already exists: choose a different name",
		"/none/hello": "cannot create /none/hello: the directory /none does not exist",
		"":            `invalid module name ""`,
		"/src/Bad":    `invalid module name "Bad": use lower-case letters, digits and _, starting with a letter`,
		"/src/user":   `invalid module name "user": ralsh has a built-in type of this name`,
	} {
		if _, err := modules.New(t.Context(), fake.Writer(), dir, "ann", base); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", dir, err, want)
		}
	}
	for _, account := range []string{"uid 65534", "www-data"} { // Puppet splits the name at the first dash
		dir := "/src/a_" + account[:3]
		if _, err := modules.New(t.Context(), fake.Writer(), dir, account, base); err != nil {
			t.Fatal(err)
		}
		if m, findings := modules.Check(t.Context(), fake.Reader(), dir, modules.Options{Base: base}); len(findings) > 0 || m.Author != "a"+account[:3] {
			t.Errorf("%s: %v, %+v", account, findings, m)
		}
	}
}

// As root, only files that only root can write are loaded.
func TestOwners(t *testing.T) {
	files := tree{
		"m/lib/ral/type/thing.star": aType, "m/facts.d/a.txt": "a=b", "n/lib/ral/type/other.star": strings.ReplaceAll(aType, "thing", "other"),
		"n/lib/ral/fact/x.star": "fact('x', lambda self: 1)",
	}
	type spoil = func(t *testing.T, wr host.Writer)
	chown := func(path string) spoil {
		return func(t *testing.T, wr host.Writer) {
			if err := wr.Chown(t.Context(), "/etc/modules/"+path, 1000, 1000); err != nil {
				t.Fatal(err)
			}
		}
	}
	chmod := func(path string, mode uint32) spoil {
		return func(t *testing.T, wr host.Writer) {
			if err := wr.Chmod(t.Context(), "/etc/modules/"+path, host.FileMode(mode)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name  string
		spoil spoil
		want  string
		types string
	}{
		{"all is root's", func(*testing.T, host.Writer) {}, "", "other thing user"},
		{"a file", chown("m/lib/ral/type/thing.star"), "/etc/modules/m/lib/ral/type/thing.star:1:1: not loaded: it belongs to uid 1000, and would run as root", "other user"},
		{"a file that all may write", chmod("m/lib/ral/type/thing.star", 0o666), "/etc/modules/m/lib/ral/type/thing.star:1:1: not loaded: a user other than root may write it (mode 0666), and it would run as root", "other user"},
		{"external facts", chown("m/facts.d/a.txt"), "/etc/modules/m/facts.d/a.txt:1:1: not loaded: it belongs to uid 1000, and would run as root", "other thing user"},
		{"a folder", chmod("n/lib/ral/type", 0o777), "/etc/modules/n/lib/ral/type is not loaded: a user other than root may write it (mode 0777), and it would run as root", "thing user"},
		{"a module", chown("n"), "/etc/modules/n is not loaded: it belongs to uid 1000, and would run as root", "thing user"},
		{"the folder of the modules", chown(""), "/etc/modules is not loaded: it belongs to uid 1000, and would run as root", "user"},
		{"the folder of the modules, writable", chmod("", 0o777), "/etc/modules is not loaded: a user other than root may write it (mode 0777), and it would run as root", "user"},
		{"a folder that root's group may write", chmod("n/lib/ral/type", 0o775), "", "other thing user"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fake := files.fake()
			c.spoil(t, fake.Writer())
			e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: builtin(t)})
			got := ""
			for _, err := range e.Failures() {
				got += err.Error()
			}
			if names := strings.Join(e.Registry.Names(), " "); got != c.want || names != c.types {
				t.Errorf("%s; types %s; want %s; %s", got, names, c.want, c.types)
			}
		})
	}
	user := fakehost.New(nil, fakehost.WithUID(1000))
	if why := user.Reader().Distrust("it", host.Info{UID: 7, Mode: 0o777}); why != "" {
		t.Errorf("to a user: %s", why)
	}
}

// A provider is held against the contract of its type: methods that nothing calls, and
// values that it accepts and cannot bring about.
func TestCheckContract(t *testing.T) {
	const thing = `newtype("thing", doc = "d", attrs = [param("name", doc = "d", namevar = True),
    ensurable("d", more = [value("latest", call = "upgrade", means = "newest")]), prop("size", doc = "d"), prop("used", doc = "d", read_only = True)])
`
	const at = "lib/ral/provider/thing/p.star:1:9: "
	for _, c := range []struct{ name, hooks, want string }{
		{"all by hooks", "create = f, destroy = f, setters = {'size': g}, methods = {'upgrade': f, 'newest': f}", ""},
		{"all by methods and set", "set = lambda self, name, value: None, methods = {'upgrade': f, 'newest': f}", ""},
		{"flush sets what is left", "flush = f, insync = lambda self, name, value, should: None", ""},
		{"no creation", "destroy = f, setters = {'size': g}, methods = {'upgrade': f, 'newest': f}", at + "provider p cannot set ensure=present: it needs a setter of ensure, create or flush\n"},
		{"no method, no setter", "create = f, destroy = f", at + "provider p cannot set ensure=latest: it needs a setter of ensure, the method upgrade or flush\n" +
			at + "(remark) provider p cannot set size: it needs a setter of size or flush\n"},
		{"never in sync", "flush = f", at + "ensure=latest of provider p is never in sync: add the method newest or the hook insync\n"},
		{
			"methods of Puppet", "flush = f, methods = {'newest': f, 'upgrad': f, 'exists?': f, 'size=': f, 'size': f, 'destroy': f, 'other': f}",
			at + "ralsh never calls the method upgrad of a provider of thing (did you mean \"upgrade\"?)\n" +
				at + "ralsh never calls the method exists? of a provider of thing: exists is an argument of provider()\n" +
				at + "ralsh never calls the method size= of a provider of thing: size is written by setters\n" +
				at + "ralsh never calls the method size of a provider of thing: size is read by getters and written by setters\n" +
				at + "ralsh never calls the method destroy of a provider of thing: destroy is an argument of provider()\n" +
				at + "ralsh never calls the method other of a provider of thing: see ralsh describe thing --provider\n",
		},
	} {
		got, _ := check(t, tree{
			"m/metadata.json": goodMetadata, "m/lib/ral/type/thing.star": thing,
			"m/lib/ral/provider/thing/p.star": "provider('p', type = 'thing', doc = 'd', retrieve = lambda self: {}, " + strings.NewReplacer("= f", "= lambda self: None", ": f", ": lambda self: None", ": g", ": lambda self, value: None").Replace(c.hooks) + ")\n",
		}, "m")
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
