package vectors

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules"
)

// InLanguage returns an area with its types and providers in the module language, as
// files of a loaded module. The results must be the same, except for the position of
// an error, which is removed because Go code has none.
func InLanguage(area Area) Area {
	return func(t *testing.T, c Case) map[string]any {
		c.Given.language = true
		return unplaced(area(t, c)).(map[string]any)
	}
}

var places = regexp.MustCompile(`/modules/m/lib/ral/type/[a-z]+\.star:\d+:\d+: `)

func unplaced(x any) any {
	switch x := x.(type) {
	case string:
		return places.ReplaceAllString(x, "")
	case map[string]any:
		for k, v := range x {
			x[k] = unplaced(v)
		}
	case []any:
		for i, v := range x {
			x[i] = unplaced(v)
		}
	}
	return x
}

// On returns reg with the type and its providers.
func (d TypeDef) On(t *testing.T, reg *ral.Registry, m *Machine) (*ral.Registry, error) {
	t.Helper()
	if !m.language {
		d.Register(reg, m)
		return reg, nil
	}
	files := map[string]string{"/modules/m/lib/ral/type/" + d.Type + ".star": d.text()}
	for _, name := range d.features() {
		files["/modules/m/lib/ral/feature/"+name+".star"] = fmt.Sprintf("feature_test(%q, lambda self: self.fs.exists(%q))\n", name, path.Join(featureDir, name))
	}
	e := modules.Load(t.Context(), fakehost.New(files).Reader(), modules.Options{Path: []string{"/modules"}, Base: reg})
	err := errors.Join(e.Failures()...)
	if err != nil {
		t.Logf("%s\n%s", err, d.text())
	}
	// The memory provider is Go code in every case.
	own := ral.NewRegistry()
	own.InheritFrom(e.Registry)
	if e.Registry.Type(d.Type) != nil {
		own.Extend(d.Type, d.inMemory(m)...)
	}
	return own, err
}

func (d TypeDef) inMemory(m *Machine) []ral.Provider {
	var list []ral.Provider
	for _, p := range d.Providers {
		if p.Memory != nil {
			list = append(list, p.Build(m, d))
		}
	}
	return list
}

// features returns the features that the providers' confines use.
func (d TypeDef) features() []string {
	var names []string
	for _, p := range d.Providers {
		for _, c := range p.Confine {
			if c.Kind == string(condition.ConfineFeature) {
				for _, v := range c.Value.Elements() {
					names = append(names, v.Text())
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// text returns the type and its providers in the module language.
func (d TypeDef) text() string {
	w := &writer{}
	var attrs, feats, titles []string
	for _, a := range d.Attributes {
		attrs = append(attrs, w.attribute(a))
	}
	for _, f := range d.Features {
		feats = append(feats, call2("feature", quote(f.Name), "doc = "+quote(f.Doc), "methods = "+quotes(f.Methods)))
	}
	for _, p := range d.TitlePatterns {
		var to []string
		for _, target := range p.To {
			if target.Call == "" {
				to = append(to, quote(target.Name))
			} else {
				to = append(to, "("+quote(target.Name)+", lambda v: "+called(target.Call)+")")
			}
		}
		titles = append(titles, "(re.ruby("+quote(p.Regex)+"), ["+strings.Join(to, ", ")+"])")
	}
	args := []string{
		quote(d.Type), "attrs = [" + strings.Join(attrs, ",\n    ") + "]", "features = [" + strings.Join(feats, ", ") + "]",
		"titles = [" + strings.Join(titles, ", ") + "]",
	}
	if len(d.Validate) > 0 {
		args = append(args, "validate = "+w.typeRules(d.Validate))
	}
	for _, a := range d.Auto {
		args = append(args, fmt.Sprintf("auto%s = {%q: %q}", a.Relation, a.Type, a.From))
	}
	if d.SelfRefresh {
		args = append(args, "self_refresh = True")
	}
	if d.Isomorphic != nil && !*d.Isomorphic {
		args = append(args, "isomorphic = False")
	}
	body := call2("newtype", args...) + "\n"
	for _, p := range d.Providers {
		if p.Memory == nil {
			body += p.text(d.Type) + "\n"
		}
	}
	return prelude + w.String() + body
}
