package manifest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/manifest"
)

// A run gets the containers as in the catalog: their containers, relationships
// and titles, in whatever case they are referenced.
func TestContainers(t *testing.T) {
	in, err := manifest.Read("c.json", []byte(`{"catalog_format": 2, "resources": [
		{"type": "Stage", "title": "main", "kind": "compilable_type"},
		{"type": "Class", "title": "A", "kind": "class", "parameters": {"require": "Note[first]", "size": 3}, "tags": ["a", "class"]},
		{"type": "Class", "title": "B", "kind": "class"},
		{"type": "Class", "title": "Shared", "kind": "class"},
		{"type": "Note", "title": "in", "kind": "compilable_type", "tags": ["note"]},
		{"type": "Note", "title": "first", "kind": "compilable_type"},
		{"type": "Note", "title": "beside", "kind": "compilable_type"},
		{"type": "Note", "title": "after", "kind": "compilable_type", "parameters": {"require": ["Class[::b]", "Note[in]"]}}],
		"edges": [{"source": "Stage[main]", "target": "Class[A]"}, {"source": "Stage[main]", "target": "Class[Shared]"},
		{"source": "Class[a]", "target": "Class[Shared]"}, {"source": "Class[B]", "target": "Class[Shared]"},
		{"source": "Class[Shared]", "target": "Note[in]"}, {"source": "Note[first]", "target": "Note[beside]"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	type decl struct {
		Container bool
		In        string
		AlsoIn    []string
		Require   string
		Tags      []string
	}
	got := make(map[string]decl)
	for _, d := range in.Decls(ral.NewRegistry()) {
		shown := decl{Container: d.Container, In: d.In, Tags: d.Tags}
		if d.AlsoIn != nil {
			shown.AlsoIn = *d.AlsoIn
		}
		if v, ok := d.Get("require"); ok {
			shown.Require = v.Literal()
		}
		if _, ok := d.Get("size"); ok {
			t.Error("a class keeps a parameter that was for the compiler")
		}
		got[d.Ref()] = shown
	}
	want := map[string]decl{
		"Stage[main]":   {Container: true},
		"Class[A]":      {Container: true, In: "Stage[main]", Require: "[Note['first']]", Tags: []string{"a", "class"}},
		"Class[B]":      {Container: true},
		"Class[Shared]": {Container: true, In: "Stage[main]", AlsoIn: []string{"Class[A]", "Class[B]"}},
		"Note[in]":      {In: "Class[Shared]", Tags: []string{"note"}},
		"Note[first]":   {},
		"Note[beside]":  {},
		"Note[after]":   {Require: "[Class['B'], Note['in']]"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// An edge does not make a resource a container: what has a type is a resource,
// and only what has none contains others.
func TestHolders(t *testing.T) {
	in, err := manifest.Read("c.json", []byte(`{"resources": [
		{"type": "Class", "title": "main"},
		{"type": "Note", "title": "a", "parameters": {"text": "x"}},
		{"type": "Note", "title": "b"},
		{"type": "Site", "title": "s", "parameters": {"text": "x", "require": "Note[a]"}},
		{"type": "Note", "title": "in"},
		{"type": "Empty", "title": "e"}],
		"edges": [{"source": "Note[a]", "target": "Note[b]"}, {"source": "Note[b]", "target": "Note[b]"},
		{"source": "Class[main]", "target": "Site[s]"}, {"source": "Site[s]", "target": "Note[in]"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "note", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "text", Kind: ral.Param}}})
	var got []string
	for _, d := range in.Decls(reg) {
		line := d.Ref() + " in " + d.In
		if d.Container {
			line += ", a container"
		}
		for _, a := range d.Attrs {
			line += ", " + a.Name
		}
		got = append(got, line)
	}
	want := []string{
		"Class[main] in , a container", "Note[a] in , text", "Note[b] in ", "Site[s] in Class[main], a container, require",
		"Note[in] in Site[s]", "Empty[e] in ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The stage main always exists, and contains everything that is in no other
// stage.
func TestMainStage(t *testing.T) {
	for text, want := range map[string][]string{
		"notify { 'a': }\nstage { 'x': before => Stage['main'] }": {"Notify[a] in Stage[main]", "Stage[x] in , a container", "Stage[main] in , a container"},
		"stage { 'x': } -> Stage['main']":                         {"Stage[x] in , a container", "Stage[main] in , a container"},
		"stage { 'main': }\nnotify { 'a': }":                      {"Stage[main] in , a container", "Notify[a] in "},
		"notify { 'a': }":                                         {"Notify[a] in "},
	} {
		in, err := manifest.Read("a.pp", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, d := range in.Decls(ral.NewRegistry()) {
			line := d.Ref() + " in " + d.In
			if d.Container {
				line += ", a container"
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
}
