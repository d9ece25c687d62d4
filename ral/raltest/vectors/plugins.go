package vectors

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules"
)

// treeDir is the directory with the files of a case.
const treeDir = "/tree"

// pluginCase is a case of the area plugins: marker files in Puppet's layout, and
// queries.
type pluginCase struct {
	Given struct {
		Tree         map[string]string
		Environments map[string][]string
		Unordered    bool
	}
	When struct{ Steps []pluginStep }
	Then struct {
		Steps []map[string]any
		Logs  []any
	}
}

type pluginStep struct{ Do, Name, Type, Env string }

// Plugins runs the cases about discovery, precedence and isolation. Each marker file
// is converted to a plugin in our layout that returns its origin. Of errors and log
// lines, only the existence is compared. If the recording says that the order of
// directories decided, any of the files is accepted.
func Plugins(t *testing.T, c Case) map[string]any {
	var p pluginCase
	for to, data := range map[any]json.RawMessage{&p.Given: c.Raw.Given, &p.When: c.Raw.When, &p.Then: c.Raw.Then} {
		if err := json.Unmarshal(data, to); err != nil {
			t.Fatal(err)
		}
	}
	want, got := []any{}, []any{}
	envs := p.environments(t, c.Given.Files)
	failures := 0
	for i, step := range p.When.Steps {
		if step.Env == "" {
			step.Env = "production"
		}
		has := step.in(t, envs[step.Env])
		got = append(got, has)
		want = append(want, p.expected(i, has))
	}
	for _, e := range envs {
		failures += len(e.Failures())
	}
	clear(c.Then)
	maps.Copy(c.Then, through(t, map[string]any{"steps": want, "logs": len(p.Then.Logs)}).(map[string]any))
	return map[string]any{"steps": got, "logs": failures}
}

// expected returns the expected result of a step.
func (p *pluginCase) expected(i int, has map[string]any) map[string]any {
	want := p.Then.Steps[i]
	if want["error"] != nil {
		want["error"] = true
	}
	if want["value"] == false { // the recording names the file that was read last
		delete(want, "from")
	}
	if p.Given.Unordered {
		for _, marker := range p.Given.Tree {
			if from := marker[strings.LastIndexByte(marker, ':')+1:]; from == has["from"] {
				want["from"] = from
			}
		}
	}
	return want
}

func (p *pluginCase) environments(t *testing.T, files []FileDef) map[string]*modules.Environment {
	fake := fakehost.New(map[string]string{treeDir + "/": ""})
	addFiles(fake, scratch, files)
	for _, name := range slices.Sorted(maps.Keys(p.Given.Tree)) {
		kind, _, _ := strings.Cut(p.Given.Tree[name], ":")
		if kind == "dir" {
			fake.Dir(path.Join(treeDir, name), 0o755)
			continue
		}
		fake.Put(path.Join(treeDir, ourPlace(name)), ourPlugin(p.Given.Tree[name]), 0o644)
	}
	envs := map[string]*modules.Environment{}
	for name, dirs := range p.Given.Environments {
		opt := modules.Options{Name: name, Synced: treeDir + "/synced"}
		for _, dir := range dirs {
			opt.Path = append(opt.Path, path.Join(treeDir, dir))
		}
		envs[name] = modules.Load(t.Context(), fake.Reader(), opt)
	}
	return envs
}

// layout returns the replacer from Puppet's layout to ralsh's.
func layout() *strings.Replacer {
	return strings.NewReplacer("libdir/puppet/", "synced/lib/ral/", "lib/puppet/functions/", "lib/ral/function/",
		"lib/puppet/parser/functions/", "lib/ral/function/", "lib/puppet/", "lib/ral/", "lib/facter/", "lib/ral/fact/", ".rb", ".star")
}

func ourPlace(name string) string { return layout().Replace(name) }

// theirPlace reverses layout for the names in a list of plugins.
func theirPlace(file string) string {
	return strings.NewReplacer(treeDir+"/", "", "lib/ral/fact/", "lib/facter/", "lib/ral/", "lib/puppet/", ".star", ".rb").Replace(file)
}

// ourPlugin returns ralsh's plugin for a marker file.
func ourPlugin(marker string) string {
	kind, rest, _ := strings.Cut(marker, ":")
	f := strings.Split(rest, ":")
	for i := range f {
		f[i] = strings.ReplaceAll(f[i], "%", "::")
	}
	switch kind {
	case "type":
		return fmt.Sprintf("newtype(%q, doc = %q, attrs = [param('name', namevar = True)])", f[0], f[1])
	case "provider":
		return fmt.Sprintf("provider(%q, type = %q, doc = %q)", f[1], f[0], f[2])
	case "function3", "function4":
		return fmt.Sprintf("function(%q, lambda: %q)", f[0], f[1])
	case "fact":
		return fmt.Sprintf("fact(%q, lambda self: %q)", f[0], f[1])
	case "feature":
		return fmt.Sprintf("feature_test(%q, lambda self: True, doc = %q)", f[0], f[1])
	case "syntaxerror":
		return "this is no plugin ("
	}
	return rest
}

// in executes a step in an environment.
func (s pluginStep) in(t *testing.T, e *modules.Environment) map[string]any {
	switch s.Do {
	case "type":
		if p := e.Find(modules.Type, s.Name); p != nil && p.State == modules.Failed && e.Registry.Type(s.Name) == nil {
			if _, misnamed := errors.AsType[*modules.MisnamedError](p.Err); !misnamed {
				return map[string]any{"error": true}
			}
		}
		return from(e.Registry.Type(s.Name), func(ty *ral.Type) string { return ty.Doc })
	case "provider", "providers":
		return s.provider(e.Registry.Type(s.Type))
	case "modules":
		list := []any{}
		for _, m := range e.Modules {
			if m.Name != "" && m.ShadowedBy == "" {
				list = append(list, map[string]any{"name": m.Name, "path": strings.TrimPrefix(m.Path, treeDir+"/")})
			}
		}
		return map[string]any{"modules": list}
	case "all-types":
		return map[string]any{"found": e.Registry.Names()}
	case "function":
		v, err := e.Space.Call(t.Context(), s.Name)
		if err != nil {
			return map[string]any{"error": true}
		}
		return map[string]any{"from": v.Text()}
	case "fact":
		return map[string]any{"from": s.fact(t, e)}
	case "feature":
		there, err := e.Space.Feature(t.Context(), s.Name, condition.Probe{Reader: fakehost.New(nil).Reader()})
		if err != nil || !there {
			return map[string]any{"value": there}
		}
		return map[string]any{"value": there, "from": e.Find(modules.Feature, s.Name).Module.Name}
	case "plugin-list":
		found := []string{}
		for _, p := range e.Plugins() {
			if p.Kind != modules.ExternalFact && p.State == modules.Loaded {
				found = append(found, theirPlace(p.File))
			}
		}
		slices.Sort(found)
		return map[string]any{"found": found}
	}
	t.Fatalf("no step is called %s", s.Do)
	return nil
}

func (s pluginStep) provider(ty *ral.Type) map[string]any {
	found := []string{}
	var named *ral.Provider
	if ty != nil {
		for _, p := range ty.Providers() {
			found = append(found, p.Name)
		}
		named = ty.Provider(s.Name)
	}
	if s.Do == "providers" {
		slices.Sort(found)
		return map[string]any{"found": found}
	}
	return from(named, func(p *ral.Provider) string { return p.Doc })
}

func from[T any](x *T, doc func(*T) string) map[string]any {
	if x == nil {
		return map[string]any{"from": nil}
	}
	return map[string]any{"from": doc(x)}
}

func (s pluginStep) fact(t *testing.T, e *modules.Environment) any {
	for _, f := range e.Facts {
		if f.Name == s.Name {
			v, err := f.Resolve(t.Context(), fakehost.New(nil).Reader(), nil)
			if err != nil {
				t.Fatal(err)
			}
			return v.Text()
		}
	}
	return nil
}
