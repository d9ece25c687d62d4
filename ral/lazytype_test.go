package ral_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// named is a type with a name and a property.
func named(name string) ral.Type {
	return ral.Type{Name: name, Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "mode", Kind: ral.Property},
	}}
}

// writing returns a provider that can set properties.
func writing(name string) ral.Provider {
	return ral.Provider{Name: name, New: func() any {
		return ral.Ops{Flush: func(context.Context, host.Writer, *ral.Resource) error { return nil }}
	}}
}

// TestLazyExcluded finds out only when a type is needed that there is none, and says why in
// each registry that has it.
func TestLazyExcluded(t *testing.T) {
	asked := 0
	base := ral.NewRegistry()
	base.Add(named("real"))
	base.AddLazy("ghost", func(own *ral.Registry) {
		asked++
		own.Exclude("ghost", "its file is broken")
	})
	other := ral.NewRegistry()
	other.InheritFrom(base)
	if asked != 0 || !slices.Equal(other.Names(), []string{"ghost", "real"}) {
		t.Errorf("asked %d times for the names %q", asked, other.Names())
	}
	for range 2 {
		if ty := other.Type("ghost"); ty != nil {
			t.Errorf("there is a %s", ty.Name)
		}
	}
	text, near := other.NoType("ghost")
	if text != "unknown type \"ghost\": its file is broken" || near != "" || base.Excluded("ghost") == "" || asked != 1 {
		t.Errorf("%q %q %q, asked %d times", text, near, base.Excluded("ghost"), asked)
	}
	if types := other.Types(); len(types) != 1 || types[0].Name != "real" {
		t.Errorf("%d types", len(types))
	}
	if err := other.Err(); err != nil {
		t.Error(err)
	}
}

// TestExtendLazy makes an extension when its type is needed, for one registry only, and
// says why a provider was left out. All providers have the new attributes.
func TestExtendLazy(t *testing.T) {
	base := ral.NewRegistry()
	base.Add(named("thing"), writing("own"))
	more := ral.NewRegistry()
	more.InheritFrom(base)
	made := false
	more.ExtendLazy("thing", func(own *ral.Registry, ty *ral.Type) ral.Extension {
		made = true
		own.Exclude("thing/bad", "no property mode")
		if ty.Provider("own") == nil {
			t.Error("the type has lost its provider")
		}
		lazy := writing("lazy")
		lazy.Features = []string{"extra"}
		return ral.Extension{
			Providers: []ral.Provider{lazy}, Features: []ral.Feature{{Name: "extra"}},
			Attributes: []*ral.Attribute{{Name: "more", Kind: ral.Param, Features: []string{"extra"}}},
		}
	})
	if made {
		t.Error("made before the type is needed")
	}
	if more.Type("thing").Provider("lazy") == nil || base.Type("thing").Provider("lazy") != nil || !made {
		t.Error("not for one registry only")
	}
	ty := more.Type("thing")
	if base.Type("thing").Attr("more") != nil || ty.Attr("more") == nil || len(ty.Provider("lazy").Lacks(ty.Attr("more"))) != 0 || len(ty.Provider("own").Lacks(ty.Attr("more"))) != 1 {
		t.Error("the attribute is not for the providers with its feature only")
	}
	if err := more.Err(); err != nil {
		t.Error(err)
	}
	if why := more.Excluded("thing/bad"); why != "no property mode" {
		t.Errorf("%q", why)
	}
}

// bySlash splits a title at its slash.
type bySlash struct{}

func (bySlash) SplitTitle(_ context.Context, title string) ([]ral.Attr, error) {
	name, manager, ok := strings.Cut(title, "/")
	if !ok {
		return nil, errors.New("No set of title patterns matched the title \"" + title + "\".")
	}
	return []ral.Attr{{Name: "name", Value: value.Str(name)}, {Name: "manager", Value: value.Str(manager)}}, nil
}

// TestSplitTitle takes the namevars of a title from the type, unless they are declared.
func TestSplitTitle(t *testing.T) {
	ty := named("pair")
	ty.Attributes = append(ty.Attributes, &ral.Attribute{Name: "manager", Kind: ral.Param, Namevar: true})
	ty.Hooks = bySlash{}
	reg := ral.NewRegistry()
	reg.Add(ty)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	for title, want := range map[string]string{"a/b": "a b", "plain": "No set of title patterns"} {
		r, diags := env.Build(t.Context(), ral.Decl{Type: "pair", Title: title})
		got := r.Get("name").Text() + " " + r.Get("manager").Text()
		if err := diags.Err(); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
	r, _ := env.Build(t.Context(), ral.Decl{Type: "pair", Title: "a/b", Attrs: []ral.Attr{{Name: "manager", Value: value.Str("c")}}})
	if r.Get("manager").Text() != "c" {
		t.Errorf("the declared value became %q", r.Get("manager").Text())
	}
}

// TestFeatureClause counts a feature in a default as a pair, and holds it.
func TestFeatureClause(t *testing.T) {
	reg := ral.NewRegistry()
	with, without := writing("with"), writing("without")
	with.Default = []condition.Clause{{{Feature: "posix", Holds: true}}}
	without.Default = []condition.Clause{{{Feature: "windows"}}}
	reg.Add(named("thing"), without, with)
	el := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil).Elect(t.Context(), reg.Type("thing"))
	if el.Winner.Name != "with" || el.Candidates[1].Score != 104 || el.Candidates[0].Default {
		t.Errorf("%s won with %d", el.Winner.Name, el.Candidates[1].Score)
	}
	if text := with.Default[0].String(); text != "feature posix" {
		t.Errorf("%q", text)
	}
	if names := reg.Type("thing").Provider("with").FactNames(); len(names) != 0 {
		t.Errorf("it asks for the facts %q", names)
	}
}
