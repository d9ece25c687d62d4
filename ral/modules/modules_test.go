package modules_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

type setter struct{}

func (setter) Set(context.Context, host.Writer, *ral.Resource, string, value.Value) error { return nil }

// All kinds of plugins are found, including those that ralsh does not run.
func TestKinds(t *testing.T) {
	e := load(t, tree{
		"m/lib/ral/type/thing.star":            aType,
		"m/lib/ral/provider/thing/one.star":    "provider('one', type = 'thing', " + able,
		"m/lib/ral/provider/user/ldap.star":    "provider('ldap', type = 'user', features = ['shells'], parent = 'useradd', " + able,
		"m/lib/ral/fact/size.star":             "fact('size', lambda self: 1)",
		"m/lib/ral/feature/ldap.star":          "feature_test('ldap', lambda self: True)",
		"m/lib/ral/function/m/trim.star":       "load('words.star', 'trim')\nfunction('m::trim', trim)",
		"m/lib/ral/words.star":                 "def trim(text):\n    return text.strip()\n",
		"m/lib/ral/notes.txt":                  "",
		"m/lib/ral/type/sub/deep.star":         "",
		"m/facts.d/site.yaml":                  "",
		"m/facts.d/zone.txt":                   "",
		"m/functions/site.pp":                  "",
		"m/lib/augeas/lenses/x.aug":            "",
		"m/lib/facter/a.rb":                    "",
		"m/lib/puppet/type/t.rb":               "",
		"m/lib/puppet/provider/t/p.rb":         "",
		"m/lib/puppet/functions/m/f.rb":        "",
		"m/lib/puppet/parser/functions/old.rb": "",
		"m/lib/puppet/feature/f.rb":            "",
		"m/lib/puppet/util/x.rb":               "",
		"m/metadata.json":                      `{"name": "site-m", "version": "1.2.3", "summary": "All of it."}`,
		"m/manifests/init.pp":                  "",
		"Bad/lib/ral/type/thing.star":          "(",
		"afile":                                "",
	})
	want := `m/facts.d/site.yaml: external fact site.yaml loaded
m/facts.d/zone.txt: external fact zone.txt loaded
m/functions/site.pp: Puppet function site not run: ralsh does not run Puppet functions
m/lib/augeas/lenses/x.aug: Augeas lens x loaded
m/lib/facter/a.rb: Ruby fact a not run: ralsh does not run Ruby facts
m/lib/puppet/feature/f.rb: Ruby feature f not run: ralsh does not run Ruby features
m/lib/puppet/functions/m/f.rb: Ruby function m::f not run: ralsh does not run Ruby functions
m/lib/puppet/parser/functions/old.rb: Ruby function old not run: ralsh does not run Ruby functions
m/lib/puppet/provider/t/p.rb: Ruby provider t/p not run: ralsh does not run Ruby providers
m/lib/puppet/type/t.rb: Ruby type t not run: ralsh does not run Ruby types
m/lib/puppet/util/x.rb: Ruby code util/x not run: ralsh does not run Ruby code
m/lib/ral/fact/size.star: fact size loaded
m/lib/ral/feature/ldap.star: feature ldap loaded
m/lib/ral/function/m/trim.star: function m::trim loaded
m/lib/ral/provider/thing/one.star: provider thing/one loaded
m/lib/ral/provider/user/ldap.star: provider user/ldap loaded
m/lib/ral/type/thing.star: type thing loaded
m/lib/ral/words.star: library words loaded
`
	if got := states(e); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(e.Modules) != 1 || e.Modules[0].Version != "1.2.3" || e.Modules[0].Summary != "All of it." {
		t.Errorf("modules %+v", e.Modules)
	}
	v, err := e.Space.Call(t.Context(), "m::trim", value.Str(" x "))
	if v.Text() != "x" || err != nil {
		t.Errorf("m::trim: %q %v", v.Text(), err)
	}
	if err := e.Registry.Err(); err != nil {
		t.Error(err)
	}
	user := e.Registry.Type("user")
	if len(user.Providers()) != 2 || !user.Provider("ldap").HasFeature("shells") || user.Provider("ldap").Origin.Module != "m" {
		t.Error("a provider of a type that is built in")
	}
	if got := e.ExternalFacts(); strings.Join(got, " ") != "/etc/modules/m/facts.d/zone.txt /etc/modules/m/facts.d/site.yaml" {
		t.Errorf("external facts %v", got)
	}
}

// A module adds a provider to a built-in type, but not in other registries.
func TestExtendingLeavesOthersAlone(t *testing.T) {
	base := builtin(t)
	files := tree{"m/lib/ral/provider/user/ldap.star": "provider('ldap', type = 'user', " + able}
	e := modules.Load(t.Context(), files.fake().Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: base})
	if n := len(e.Registry.Type("user").Providers()); n != 2 {
		t.Errorf("%d providers of user in the environment", n)
	}
	if n := len(base.Type("user").Providers()); n != 1 {
		t.Errorf("%d providers of user beside it", n)
	}
}

// Two environments with two versions of a type, its libraries and its functions
// exist in one process and are independent.
func TestEnvironmentsNeverMix(t *testing.T) {
	files := tree{}
	for _, env := range []string{"one", "two"} {
		files["/"+env+"/m/lib/ral/type/thing.star"] = "load('words.star', 'WORD')\n" +
			"newtype('thing', attrs = [param('name', namevar = True), param('in_" + env + "', default = lambda self: WORD + call('say'))])"
		files["/"+env+"/m/lib/ral/words.star"] = "WORD = '" + env + "'"
		files["/"+env+"/m/lib/ral/function/say.star"] = "function('say', lambda: ' of " + env + "')"
	}
	rd := files.fake().Reader()
	base := builtin(t)
	done := make(chan error, 64)
	envs := map[string]*onhost.Env{}
	for _, name := range []string{"one", "two"} {
		e := modules.Load(t.Context(), rd, modules.Options{Name: name, Path: []string{"/" + name}, Base: base})
		if len(e.Failures()) > 0 {
			t.Fatal(e.Failures())
		}
		envs[name] = onhost.NewEnv(e.Registry, rd, nil)
	}
	for i := range cap(done) {
		name := []string{"one", "two"}[i%2]
		go func() {
			r, diags := envs[name].Build(t.Context(), decl("thing", "x"))
			switch {
			case diags.Err() != nil:
				done <- diags
			case len(r.Type.Params()) != 1 || r.Get("in_"+name).Text() != name+" of "+name:
				done <- fmt.Errorf("in %s: %s", name, r.Get("in_"+name))
			default:
				done <- nil
			}
		}()
	}
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if base.Type("thing") != nil {
		t.Error("what is built in has the type")
	}
}

// A provider inherits the hooks of its parent, like a class in Ruby, and a
// parent counts in the election.
func TestParents(t *testing.T) {
	e := load(t, tree{
		"m/lib/ral/type/thing.star": aType,
		"m/lib/ral/provider/thing/base.star": `provider("base", type = "thing", commands = {"tool": "tool"}, confine = {"exists": "/nowhere"},
    retrieve = lambda self: {"size": self.cmd.tool("size").out}, methods = {"grow": lambda self: None}, ` + able,
		"m/lib/ral/provider/thing/child.star": "provider('child', type = 'thing', parent = 'base', getters = {'size': lambda self: 1})",
		"m/lib/ral/provider/thing/other.star": "provider('other', type = 'thing', parent = ('user', 'useradd'), " + able,
	})
	if got := e.Failures(); got != nil {
		t.Fatal(got)
	}
	ty := e.Registry.Type("thing")
	child := ty.Provider("child")
	if ops := child.Ops(); ops.Retrieve == nil || ops.Set == nil || ops.Get == nil || len(ops.Methods) != 1 {
		t.Errorf("the child can %+v", ops)
	}
	if len(child.Confines) != 0 || len(child.Commands) != 1 || !child.Commands[0].Optional {
		t.Errorf("the child's tests: %v %v", child.Confines, child.Commands)
	}
	env := onhost.NewEnv(e.Registry, fakehost.New(nil).Reader(), nil)
	el := env.Elect(t.Context(), ty)
	if c, _ := el.Candidate(child); c.Ancestors != 5 {
		t.Errorf("the child's ancestors: %d", c.Ancestors)
	}
}

// A confine names facts in any case, and has the features of Puppet that need no
// library; one of a module takes precedence.
func TestConfines(t *testing.T) {
	for confine, suitable := range map[string]bool{
		"'fact.KERNEL': 'LINUX'":         true,
		"'fact.OS.Name': 'debian'":       true,
		"'fact.os.Named': 'debian'":      false,
		"'feature': 'posix'":             true,
		"'feature': 'root'":              true,
		"'feature': ['posix', 'no']":     false,
		"'feature': 'POSIX'":             false,
		"'feature': 'mine'":              true,
		"'feature': 'microsoft_windows'": false,
	} {
		files := tree{
			"m/lib/ral/type/thing.star":         aType,
			"m/lib/ral/feature/mine.star":       "feature_test('mine', lambda self: True)",
			"m/lib/ral/provider/thing/one.star": "provider('one', type = 'thing', confine = {" + confine + "}, " + able,
		}
		fake := files.fake()
		e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}})
		env := onhost.NewEnv(e.Registry, fake.Reader(), factMap{"kernel": "Linux", "os.name": "Debian"})
		if s := env.Explain(t.Context(), e.Registry.Type("thing").Provider("one")); s.Suitable() != suitable {
			t.Errorf("%s: %s", confine, s.Reason())
		}
	}
}

// factMap holds facts by dotted name.
type factMap map[string]string

func (m factMap) Fact(_ context.Context, name string) (value.Value, error) {
	if text, ok := m[name]; ok {
		return value.Str(text), nil
	}
	return value.Value{}, nil
}

// Features are evaluated when a confine needs them, so that a later change is
// seen.
func TestFeaturesBindLate(t *testing.T) {
	files := tree{
		"m/lib/ral/type/thing.star":         aType,
		"m/lib/ral/feature/lib.star":        "feature_test('lib', lambda self: self.fs.exists('/usr/lib/lib.so'))",
		"m/lib/ral/provider/thing/one.star": "provider('one', type = 'thing', confine = {'feature': 'lib'}, " + able,
	}
	fake := files.fake()
	e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}})
	env := onhost.NewEnv(e.Registry, fake.Reader(), nil)
	one := e.Registry.Type("thing").Provider("one")
	if env.Explain(t.Context(), one).Suitable() {
		t.Error("suitable without the library")
	}
	fake.Put("/usr/lib/lib.so", "", 0o644)
	env.Invalidate()
	if s := env.Explain(t.Context(), one); !s.Suitable() {
		t.Errorf("not suitable with it: %s", s.Reason())
	}
}

// The files of the first module of a name are used, and files that only a later
// module of the same name has.
func TestPrecedence(t *testing.T) {
	files := tree{
		"/a/m/lib/ral/type/thing.star":      aType,
		"/b/m/lib/ral/type/thing.star":      "broken(",
		"/b/m/lib/ral/type/other.star":      strings.ReplaceAll(aType, "thing", "other"),
		"/b/z/lib/ral/type/thing.star":      "broken(",
		"/state/lib/ral/type/thing.star":    "broken(",
		"/state/lib/ral/type/gathered.star": strings.ReplaceAll(aType, "thing", "gathered"),
	}
	e := modules.Load(t.Context(), files.fake().Reader(), modules.Options{Path: []string{"/none", "/a", "/b"}, Synced: "/state"})
	if got := e.Failures(); got != nil || !slices.Equal(e.Missing, []string{"/none"}) {
		t.Fatal(got, e.Missing)
	}
	if got := strings.Join(e.Registry.Names(), " "); got != "gathered other thing" {
		t.Errorf("types %s", got)
	}
	if !strings.Contains(states(e), "/b/z/lib/ral/type/thing.star: type thing shadowed: by /a/m/lib/ral/type/thing.star\n") {
		t.Errorf("states\n%s", states(e))
	}
	if e.Modules[1].ShadowedBy != "/a/m" {
		t.Errorf("the second m is shadowed by %q", e.Modules[2].ShadowedBy)
	}
}

// A link to / and links in a module are not followed.
func TestLinks(t *testing.T) {
	fake := tree{"/lib/ral/type/stolen.star": aType, "m/lib/ral/type/thing.star": aType, "/etc/shadow": "root:x", "/stolen.pp": ""}.fake()
	fake.Link("/etc/modules/whole", "/")
	fake.Link("/etc/modules/m/lib/ral/type/secret.star", "/etc/shadow")
	fake.Link("/etc/modules/m/lib/ral/type/round", "/etc/modules/m/lib/ral/type")
	fake.Link("/etc/modules/m/functions", "/")
	e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}})
	var errs []string
	for _, err := range e.Failures() {
		errs = append(errs, err.Error())
	}
	want := "/etc/modules/m/functions is a link: plugins must be in the directory of the module\n/etc/modules/m/lib/ral/type/secret.star:1:1: the plugin is a link: it must be a regular file of the module\n/etc/modules/whole leads to /, which cannot be a module"
	if got := strings.Join(errs, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(e.Plugins()) != 2 || e.Registry.Type("thing") == nil {
		t.Errorf("plugins\n%s", states(e))
	}
}

// The error of a hook can be unwrapped.
func TestHookErrorsUnwrap(t *testing.T) {
	e := load(t, tree{"m/lib/ral/type/thing.star": aType, "m/lib/ral/provider/thing/one.star": `provider("one", type = "thing",
    retrieve = lambda self: {"size": self.fs.read("/none")}, ` + able})
	env := onhost.NewEnv(e.Registry, fakehost.New(nil).Reader(), nil)
	r, _ := env.Build(t.Context(), decl("thing", "x"))
	_, err := onhost.NewRun(env, fakehost.New(nil).Reader()).Retrieve(t.Context(), r)
	if err == nil || !strings.HasPrefix(err.Error(), "/etc/modules/m/lib/ral/provider/thing/one.star:2:50: ") || errors.Unwrap(err) == nil {
		t.Errorf("got %v", err)
	}
}

// If two modules provide a fact, the first one wins, whatever the names of the
// files; within a module the last name wins.
func TestExternalFactsByModule(t *testing.T) {
	fake := tree{
		"/a/m/facts.d/a.txt": "x=1", "/a/m/facts.d/b.txt": "x=2", "/a/n/facts.d/c.txt": "x=3", "/b/m/facts.d/a.txt": "x=4", "/b/m/facts.d/z.txt": "x=5",
		"/state/facts.d/y.txt": "x=6", "/state/facts.d/zz.txt": "x=7",
	}.fake()
	e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/a", "/b"}, Synced: "/state"})
	want := "/a/m/facts.d/b.txt /a/m/facts.d/a.txt /a/n/facts.d/c.txt /b/m/facts.d/z.txt /state/facts.d/zz.txt /state/facts.d/y.txt"
	if got := strings.Join(e.ExternalFacts(), " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
