package ruby_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/real"
)

// told is what Puppet says of a type, see `describe` in oracle.rb.
type told struct {
	Doc        string
	Attributes map[string]struct {
		Kind, Doc string
		Namevar   bool
		Features  []string
		Values    [][]string
		Patterns  []string
		Matching  string `json:"array_matching"`
	}
	Features  map[string]struct{ Doc string }
	Titles    map[string]any
	Providers map[string]struct {
		Doc       string
		Features  []string
		Suitable  any
		Confines  []toldConfine
		Instances bool
	}
	Default any
}

type toldConfine struct {
	Kind      string
	ForBinary bool `json:"for_binary"`
	Name      string
	Setting   bool
	Values    any
	Pass      any
}

// unusable are types that have no resources in Puppet, with what ralsh says.
var unusable = map[string]string{
	"openstack_config": "type openstack_config has no namevar", // other types are made of it
}

func TestTypesAsPuppet(t *testing.T) {
	real.Full(t)
	onBoth(t, typesAsPuppet)
}

func typesAsPuppet(t *testing.T, system string) {
	t.Helper()
	var answer struct {
		Types map[string]told
		Bad   map[string]any
	}
	oracle(t, "types", &answer)
	names := typeNames(t)
	w := newLiving(t, names)
	c := comparison{differences: differencesOn(typeDifferences, system)}
	for _, name := range names {
		_, bad := answer.Bad["puppet/type/"+name+".rb"]
		if own := w.bad[name]; bad != (own != nil) && unusable[name] != fmt.Sprint(own) {
			t.Errorf("%s: it is bad for Puppet: %v; for ralsh: %v", name, answer.Bad["puppet/type/"+name+".rb"], own)
		}
		if bad || w.bad[name] != nil {
			continue
		}
		c.all(name, toldType(answer.Types[name]), ownType(t, w.env, w.reg.Type(name), answer.Types[name]))
	}
	c.report(t)
	t.Logf("%d types, %d bad", len(names)-len(answer.Bad), len(answer.Bad))
}

// added matches what is added to a documentation: by Puppet the values, commands and
// features, by ralsh the data type.
var added = regexp.MustCompile(`(?s)\s*(Valid values are|Values can match|Requires features|Its data type is|\* (Required binaries|Confined to|Default for|Supported features):? )[^\n]*\z`)

// written returns a documentation as its author wrote it.
func written(doc string) string {
	for {
		doc = strings.TrimSpace(doc)
		cut := added.ReplaceAllString(doc, "")
		if cut == doc {
			return doc
		}
		doc = cut
	}
}

func sorted(list []string) string { return strings.Join(slices.Sorted(slices.Values(list)), ", ") }

// toldType returns what Puppet says as texts by name.
func toldType(of told) map[string]string {
	out := map[string]string{
		"doc": written(of.Doc), "features": sorted(slices.Collect(maps.Keys(of.Features))), "default": text(of.Default),
		"providers": sorted(slices.Collect(maps.Keys(of.Providers))),
	}
	for name, f := range of.Features {
		out["feature "+name] = written(f.Doc)
	}
	for title, result := range of.Titles {
		out["title "+title] = text(result)
	}
	var names []string
	for name, a := range of.Attributes {
		if name == "provider" {
			continue
		}
		names = append(names, name)
		var values []string
		for _, v := range a.Values {
			values = append(values, strings.Join(v, "|"))
		}
		at := "attribute " + name
		out[at+" kind"], out[at+" doc"], out[at+" namevar"] = a.Kind, written(a.Doc), fmt.Sprint(a.Namevar)
		out[at+" features"], out[at+" values"], out[at+" patterns"] = sorted(a.Features), strings.Join(values, ", "), strings.Join(a.Patterns, ", ")
		if a.Kind == "property" {
			out[at+" matching"] = a.Matching
		}
	}
	out["attributes"] = sorted(names)
	for name, p := range of.Providers {
		at := "provider " + name
		out[at+" doc"], out[at+" features"], out[at+" suitable"], out[at+" lists"] = written(p.Doc), sorted(p.Features), text(p.Suitable), fmt.Sprint(p.Instances)
		for i, confine := range p.Confines {
			out[fmt.Sprint(at, " confine ", i)] = confine.text()
		}
	}
	return out
}

// text returns a value as it is in JSON; an error of Puppet is one, whatever it says.
func text(v any) string {
	if m, ok := v.(map[string]any); ok && m["error"] != nil {
		return "error"
	}
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func (c toldConfine) text() string {
	kind := c.Kind
	switch {
	case c.ForBinary:
		kind = "command"
	case c.Setting:
		kind = "setting"
	case kind == "variable":
		kind = "fact"
	}
	var values []string
	list, _ := c.Values.([]any)
	for _, v := range list {
		switch {
		case kind == "true" || kind == "false" || kind == "any":
			values = append(values, fmt.Sprint(v != nil && v != false))
		case kind == "feature":
			values = append(values, fmt.Sprint(v.(map[string]any)[":"]))
		default:
			values = append(values, strings.Trim(text(v), `"`))
		}
	}
	if kind == "true" || kind == "false" || kind == "any" {
		kind = "test" // Ruby alone knows what is tested
	}
	return fmt.Sprintf("%s %s: %s: %s", kind, c.Name, strings.Join(values, ", "), text(c.Pass))
}

// ownType returns what ralsh has of a type, in the same form.
func ownType(t *testing.T, env *onhost.Env, typ *ral.Type, of told) map[string]string {
	out := map[string]string{"doc": written(typ.Doc), "default": "null"}
	var names []string
	for _, f := range typ.Features {
		names = append(names, f.Name)
		out["feature "+f.Name] = written(f.Doc)
	}
	out["features"] = sorted(names)
	for title := range of.Titles {
		out["title "+title] = ownTitle(t, typ, title)
	}
	names = nil
	for _, a := range typ.Order() {
		if a.Kind == ral.Meta || a.Name == "provider" {
			continue
		}
		names = append(names, a.Name)
		var values, patterns []string
		for _, v := range a.Values {
			if v.Pattern != nil {
				patterns = append(patterns, v.Pattern.String())
			} else {
				values = append(values, strings.Join(append([]string{v.Name}, v.Aliases...), "|"))
			}
		}
		at := "attribute " + a.Name
		out[at+" doc"], out[at+" namevar"] = written(a.Doc), fmt.Sprint(a.Namevar)
		out[at+" features"], out[at+" values"], out[at+" patterns"] = sorted(a.Features), strings.Join(values, ", "), strings.Join(patterns, ", ")
		switch {
		case a.Kind == ral.Param:
			out[at+" kind"] = "param"
		case a.MatchAll:
			out[at+" kind"], out[at+" matching"] = "property", "all"
		default:
			out[at+" kind"], out[at+" matching"] = "property", "first"
		}
	}
	out["attributes"] = sorted(names)
	names = nil
	for _, p := range typ.Providers() {
		names = append(names, p.Name)
		ownProvider(t, env, p, of.Providers[p.Name].Confines, out)
	}
	out["providers"] = sorted(names)
	if winner := env.Elect(t.Context(), typ).Winner; winner != nil {
		out["default"] = text(winner.Name)
	}
	return out
}

// ownTitle returns the attributes that a title sets.
func ownTitle(t *testing.T, typ *ral.Type, title string) string {
	splitter, splits := typ.Hooks.(ral.TitleSplitter)
	if !splits {
		return text(map[string]string{typ.Namevars()[0].Name: title})
	}
	attrs, err := splitter.SplitTitle(t.Context(), title)
	if err != nil {
		return "error"
	}
	set := map[string]any{}
	for _, a := range attrs {
		set[a.Name] = a.Value.Plain()
	}
	return text(set)
}

// ownProvider adds a provider. Its tests are those of Puppet, one for each file or
// command, and then those of ralsh.
func ownProvider(t *testing.T, env *onhost.Env, p *ral.Provider, confines []toldConfine, out map[string]string) {
	s := env.Explain(t.Context(), p)
	at := "provider " + p.Name
	out[at+" doc"], out[at+" features"], out[at+" lists"] = written(p.Doc), sorted(p.Features), fmt.Sprint(p.Ops().List != nil)
	out[at+" suitable"] = fmt.Sprint(s.Suitable())
	tests := s.Tests
	for i, confine := range confines {
		n := 1
		if list, ok := confine.Values.([]any); ok && confine.Kind == "exists" {
			n = len(list)
		}
		if len(tests) < n {
			break
		}
		out[fmt.Sprint(at, " confine ", i)] = ownConfine(tests[:n], p.Confines[len(s.Tests)-len(tests)])
		tests = tests[n:]
		for _, v := range s.Tests {
			if v.Outcome == onhost.Broken {
				out[at+" suitable"] = "error"
			}
		}
	}
	for _, v := range tests {
		if !v.Pass() {
			out[at+" also"] = v.Title + ": " + v.Reason()
		}
	}
}

func ownConfine(tests []onhost.Verdict, of condition.Confine) string {
	kind, name, pass := string(tests[0].Kind), "", "true"
	values := of.Values
	for _, v := range tests {
		switch {
		case v.Outcome == onhost.Broken:
			pass = "error"
		case !v.Pass():
			pass = "false"
		}
	}
	switch of.Kind {
	case condition.ConfineFact, condition.ConfineSetting:
		name = of.Subject
		for i, v := range values {
			values[i] = strings.ToLower(v)
		}
	case condition.ConfineExists, condition.ConfineCommand:
		values = nil
		for _, v := range tests {
			values = append(values, v.Subject)
		}
	case condition.ConfineFeature:
	default:
		values = strings.Split(tests[0].Got, ", ")
		if pass == "error" {
			values = nil
		}
	}
	return fmt.Sprintf("%s %s: %s: %s", kind, name, strings.Join(values, ", "), pass)
}

// TestProviderPosition checks that the position of a provider is where the code defines it.
func TestProviderPosition(t *testing.T) {
	if !inside(t) {
		return
	}
	d, err := open(t, modulesIn(t, material+"/modules"), facts.New(local.Machine().Reader())).Describe(t.Context(), "own_setting")
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, p := range d.Providers {
		got[p.Name] = filepath.Base(p.File)
	}
	if got["files"] != "files.rb:4" || got["tool"] != "tool.rb:2" {
		t.Errorf("the providers are defined in %v", got)
	}
}
