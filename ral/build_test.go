package ral_test

import (
	"context"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/lazyre"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

func shapes(t *testing.T) *onhost.Env {
	t.Helper()
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "shape", Features: []ral.Feature{{Name: "paint"}, {Name: "fly"}},
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param},
			{Name: "color", Kind: ral.Property, Values: []ral.Allowed{
				{Name: "red", Aliases: []string{"rot"}}, {Name: "blue", Features: []string{"fly"}}, {Pattern: lazyre.New(`^#`)},
			}},
			standard.Ensure("There or not."),
			{Name: "wings", Kind: ral.Property, Features: []string{"fly"}},
			{Name: "tags", Kind: ral.Property, MatchAll: true},
			{Name: "pin", Kind: ral.Property, Sensitive: true},
			standard.BoolParam("force", "Really.", "false"),
			{Name: "label", Kind: ral.Param, DefaultFunc: func(h ral.Hook) (value.Value, error) {
				return value.Str("a " + h.Get("color").Text() + " one"), nil
			}},
			{Name: "pattern", Kind: ral.Param, Values: []ral.Allowed{{Name: ""}, {Pattern: lazyre.New(`(?i)^a/b`)}}},
		},
		Validate: func(r *ral.Resource) error {
			if r.True("force") && r.Get("color").IsNil() {
				return errorString("force needs a color")
			}
			return nil
		},
	}, provider("brush", func(p *ral.Provider) { p.Features = []string{"paint"} }))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	return onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
}

// writer is a behaviour with the minimum that registration requires.
type writer struct{}

func (writer) Set(context.Context, host.Writer, *ral.Resource, string, value.Value) error { return nil }

func provider(name string, change func(*ral.Provider)) ral.Provider {
	p := ral.Provider{Name: name, New: func() any { return writer{} }}
	if change != nil {
		change(&p)
	}
	return p
}

type errorString string

func (e errorString) Error() string { return string(e) }

func decl(pairs ...string) ral.Decl {
	d := ral.Decl{Type: "shape", Title: "s"}
	for i := 0; i+1 < len(pairs); i += 2 {
		d.Attrs = append(d.Attrs, ral.Attr{Name: pairs[i], Value: value.Str(pairs[i+1])})
	}
	return d
}

func TestBuildMunges(t *testing.T) {
	env := shapes(t)
	for name, c := range map[string]struct {
		decl ral.Decl
		attr string
		want string // in the form of Inspect
	}{
		"a literal becomes a symbol":         {decl("color", "red"), "color", ":red"},
		"an alias becomes the literal":       {decl("color", "rot"), "color", ":red"},
		"an empty literal is a text":         {decl("pattern", ""), "pattern", `""`},
		"what matches a pattern stays":       {decl("color", "#fff"), "color", `"#fff"`},
		"managed means present":              {decl("color", "red"), "ensure", ":present"},
		"nothing managed means no ensure":    {decl(), "ensure", "nil"},
		"the title is the name":              {decl(), "name", `"s"`},
		"a boolean reads yes as true":        {decl("force", "yes", "color", "red"), "force", "true"},
		"a default is munged as well":        {decl(), "force", "false"},
		"a default may ask the others":       {decl("color", "red"), "label", `"a red one"`},
		"a property of all values is a list": {decl("tags", "x"), "tags", `["x"]`},
		"a secret stays one":                 {decl("pin", "1234"), "pin", "[redacted]"},
		"metaparameters have defaults":       {decl(), "loglevel", ":notice"},
	} {
		t.Run(name, func(t *testing.T) {
			r, diags := env.Build(t.Context(), c.decl)
			if err := diags.Err(); err != nil {
				t.Fatal(err)
			}
			if got := r.Shown(c.attr).Inspect(); got != c.want {
				t.Errorf("%s is %s, want %s", c.attr, got, c.want)
			}
		})
	}
}

func TestBuildFinds(t *testing.T) {
	env := shapes(t)
	for name, c := range map[string]struct {
		decl ral.Decl
		kind diagnostic.Kind
		want string
	}{
		"an invalid value names the valid ones": {
			decl("color", "green"), diagnostic.Invalid,
			`Shape[s]: color: Invalid value "green". Valid values are red. Valid values match /^#/.`,
		},
		"an empty value, which no pattern matches": {
			decl("color", ""), diagnostic.Invalid, `Shape[s]: color: Invalid value "". Valid values are red. Valid values match /^#/.`,
		},
		"a value that needs a feature": {
			decl("color", "blue"), diagnostic.Invalid,
			"Shape[s]: color: Provider brush must have features 'fly' to set 'color' to 'blue'",
		},
		"a pattern with options has them at its end": {
			decl("pattern", "x"), diagnostic.Invalid, `Shape[s]: pattern: Invalid value "x". Valid values are . Valid values match /^a\/b/i.`,
		},
		"a boolean is strict about case": {
			decl("force", "True"), diagnostic.Invalid,
			`Shape[s]: force: Invalid value "True". Valid values are true, false, yes, no.`,
		},
		"an unknown name": {decl("colour", "red"), diagnostic.UnknownAttribute, "Shape[s]: no parameter named 'colour' (did you mean \"color\"?)"},
		"a check across":  {decl("force", "true"), diagnostic.InvalidResource, "Shape[s]: force needs a color"},
		"no title":        {ral.Decl{Type: "shape"}, diagnostic.BadTitle, "Shape[]: a title or name must be given"},
		"no such type":    {ral.Decl{Type: "shap", Title: "s"}, diagnostic.UnknownType, "unknown type \"shap\" (did you mean \"shape\"?)"},
		"no such provider": {
			ral.Decl{Type: "shape", Title: "s", Provider: "brus"},
			diagnostic.UnknownProvider,
			"Shape[s]: provider: Invalid shape provider 'brus' (did you mean \"brush\"?)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, diags := env.Build(t.Context(), c.decl)
			if len(diags) == 0 || diags[0].Kind != c.kind || diags[0].Error() != c.want {
				t.Errorf("findings %v\nwant %s", diags, c.want)
			}
		})
	}
}

// A rejected value leaves the attribute unset, without its default; checks
// across attributes see only valid values.
func TestInvalidIsNotDefaulted(t *testing.T) {
	if _, diags := shapes(t).Build(t.Context(), decl("force", "true", "color", "green")); len(diags) != 1 || diags[0].Attr != "color" {
		t.Errorf("findings %v", diags)
	}
	r, _ := shapes(t).Build(t.Context(), decl("force", "True"))
	if v := r.Get("force"); r.Has("force") || !v.IsNil() {
		t.Errorf("force is %s", v.Inspect())
	}
}

func TestDroppedIsNoError(t *testing.T) {
	r, diags := shapes(t).Build(t.Context(), decl("wings", "two"))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	if d := diags.Of("wings"); d == nil || d.Kind != diagnostic.Dropped || !strings.Contains(d.Message, "needs the feature fly; provider brush lacks it") {
		t.Errorf("finding %v", d)
	}
	if r.Has("wings") {
		t.Error("the attribute is managed anyway")
	}
}

func TestAllFindingsAreCollected(t *testing.T) {
	_, diags := shapes(t).Build(t.Context(), decl("color", "green", "force", "maybe", "nosuch", "x"))
	if len(diags) != 3 {
		t.Errorf("%d findings: %v", len(diags), diags)
	}
}

func TestOrderIsCanonical(t *testing.T) {
	var names []string
	for _, a := range shapes(t).Registry.Type("shape").Order()[:8] {
		names = append(names, a.Name)
	}
	want := "name ensure color wings tags pin force label"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("order %s, want %s", got, want)
	}
}

func TestRegistryNoticesMistakes(t *testing.T) {
	for want, add := range map[string]func(*ral.Registry){
		"attribute a is declared twice": func(reg *ral.Registry) {
			reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}, {Name: "a"}, {Name: "a"}}})
		},
		"attribute a needs the feature f, which is not declared": func(reg *ral.Registry) {
			reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}, {Name: "a", Features: []string{"f"}}}})
		},
		"the default false of a has no effect": func(reg *ral.Registry) {
			reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}, {Name: "a", Default: value.Bool(false)}}})
		},
		"type t: int is not a hook": func(reg *ral.Registry) {
			reg.Add(ral.Type{Name: "t", Hooks: 1, Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}}})
		},
		"type t: struct {} of attribute a is not a hook": func(reg *ral.Registry) {
			reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}, {Name: "a", Hooks: struct{}{}}}})
		},
		"has no namevar":      func(reg *ral.Registry) { reg.Add(ral.Type{Name: "t"}) },
		"is registered twice": func(reg *ral.Registry) { reg.Add(ral.Type{Name: "t"}); reg.Add(ral.Type{Name: "t"}) },
		"it lacks create, set, setters, methods and flush": func(reg *ral.Registry) {
			reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}, {Name: "a"}}},
				ral.Provider{Name: "p", New: func() any { return struct{}{} }})
		},
		"could not find parent provider q of p": func(reg *ral.Registry) {
			reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}}},
				provider("p", func(p *ral.Provider) { p.Parent = "q" }))
		},
	} {
		t.Run(want, func(t *testing.T) {
			reg := ral.NewRegistry()
			add(reg)
			if err := reg.Err(); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q in it", err, want)
			}
		})
	}
}

func TestRegistryCopies(t *testing.T) {
	attr := &ral.Attribute{Name: "a", Values: ral.Literals("x")}
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}, attr}})
	attr.Values[0].Name = "changed"
	attr.Name = "changed"
	if got := reg.Type("t").Attr("a"); got == nil || got.Values[0].Name != "x" {
		t.Error("the registry shares the caller's attribute")
	}
}

func BenchmarkBuild(b *testing.B) {
	reg := ral.NewRegistry()
	var attrs []*ral.Attribute
	for _, name := range strings.Fields("name a b c d e f g h i j k l m n o p q r s") {
		attrs = append(attrs, &ral.Attribute{Name: name, Kind: ral.Property, Values: ral.Literals("x", "y")})
	}
	attrs[0].Kind, attrs[0].Values = ral.Param, nil
	reg.Add(ral.Type{Name: "t", Attributes: attrs}, provider("p", nil))
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	d := ral.Decl{Type: "t", Title: "x", Attrs: []ral.Attr{{Name: "a", Value: value.Str("x")}, {Name: "h", Value: value.Str("y")}}}
	for b.Loop() {
		env.Build(b.Context(), d)
	}
}

// A list of a Whole property is one value: its functions see the list, and what they
// refuse and return is the list.
func TestBuildWhole(t *testing.T) {
	var seen []string
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "shape", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param},
		{Name: "corners", Kind: ral.Property, List: ral.List{Whole: true}, ValidateFn: func(_ ral.Hook, v value.Value) error {
			seen = append(seen, v.Inspect())
			if len(v.Items()) == 1 {
				return errorString("one corner is none")
			}
			return nil
		}},
	}}, provider("brush", nil))
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	for given, want := range map[string]string{`["a", "b"]`: `["a", "b"]`, `["a"]`: "one corner is none", `[]`: `[]`} {
		var list []string
		for _, el := range []string{"a", "b"} {
			if strings.Contains(given, el) {
				list = append(list, el)
			}
		}
		seen = nil
		r, diags := env.Build(t.Context(), ral.Decl{Type: "shape", Title: "s", Attrs: []ral.Attr{{Name: "corners", Value: value.Strs(list...)}}})
		got := r.Get("corners").Inspect()
		if len(diags) > 0 {
			got = diags[0].Message
		}
		if got != want || strings.Join(seen, " ") != given {
			t.Errorf("%s: %s, want %s; validated: %q", given, got, want, seen)
		}
	}
	whole, err := reg.Type("shape").Canonical(t.Context(), "corners", value.Strs("a", "b"))
	if err != nil || whole.Inspect() != `["a", "b"]` {
		t.Errorf("as it was read: %s, %v", whole.Inspect(), err)
	}
}

// The reason why a current value cannot be declared is no message of the validation.
func TestUndeclarable(t *testing.T) {
	typ := shapes(t).Registry.Type("shape")
	inst := ral.NewInstance(typ, "s")
	inst.Provider = typ.Provider("brush")
	for text, want := range map[string]string{
		"red":   "",
		"blue":  "provider brush cannot set this value (feature fly)",
		"green": "a manifest cannot declare this value",
	} {
		if _, why := inst.AsResource().Undeclarable(typ.Attr("color"), value.Str(text)); why != want {
			t.Errorf("%s: %q, want %q", text, why, want)
		}
	}
}
