package manifest_test

import (
	"testing"

	"ralsh/ral/manifest"
)

// TestReadCompiled gives resources the places in the manifest of a catalog.
func TestReadCompiled(t *testing.T) {
	catalog := `{"catalog_format":2,"resources":[
	 {"type":"Class","title":"main","kind":"class"},
	 {"type":"Notify","title":"a","kind":"compilable_type","file":"site.pp","line":7,"parameters":{"message":"x"}},
	 {"type":"Notify","title":"b","kind":"compilable_type","parameters":{"message":"x"}}],
	 "edges":[{"source":"Class[main]","target":"Notify[a]"}]}`
	in, err := manifest.ReadCompiled("site.pp", []byte(catalog))
	if err != nil || !in.Compiled || len(in.Items) != 3 {
		t.Fatalf("%+v: %v", in, err)
	}
	for i, want := range []string{"site.pp", "site.pp:7", "site.pp"} {
		d := in.Items[i].Decl
		if d.Pos != want || len(d.Attrs) > 0 && d.Attrs[0].Pos != want {
			t.Errorf("%s is at %s, not %s: %+v", d.Ref(), d.Pos, want, d.Attrs)
		}
	}
	if _, err := manifest.ReadCompiled("site.pp", []byte("no")); err == nil {
		t.Error("no JSON was read")
	}
}

// TestWrapped reads the catalog in the documents of a Puppet server.
func TestWrapped(t *testing.T) {
	const catalog = `{"catalog_format":2,"classes":["main"],"resources":[{"type":"Class","title":"main","kind":"class"},
	 {"type":"Notify","title":"a","kind":"compilable_type"}],"edges":[{"source":"Class[main]","target":"Notify[a]"}]}`
	for _, document := range []string{
		catalog,
		`{"catalog":` + catalog + `}`,
		`{"document_type":"Catalog","data":` + catalog + `,"metadata":{"api_version":1}}`,
		`{"resources":[{"type":"Class","title":"main"},{"type":"Notify","title":"a"}],"classes":["main"],"edges":[{"source":"Class[main]","target":"Notify[a]"}],"data":{"resources":[]}}`,
	} {
		in, err := manifest.Read("c.json", []byte(document))
		if err != nil || !in.Compiled || len(in.Items) != 2 || len(in.Classes) != 1 || in.Items[1].In != "Class[main]" {
			t.Errorf("%s: %+v, %v", document, in, err)
		}
	}
}

// TestLanguage marks code that needs an evaluator, and not code that is wrong.
func TestLanguage(t *testing.T) {
	for code, want := range map[string]bool{
		"notify { 'a': }":                        false,
		"notify { 'a': message => }":             false,
		"notify { 'a' }":                         false,
		"":                                       false,
		"$x = 1":                                 true,
		"notify { 'a': message => $x }":          true,
		"notify { \"${x}\": }":                   true,
		"include foo":                            true,
		"class foo { }":                          true,
		"class { 'foo': }":                       true,
		"define foo { }":                         true,
		"node default { }":                       true,
		"if true { }":                            true,
		"Notify <| |>":                           true,
		"@notify { 'a': }":                       true,
		"Notify { message => 'a' }":              true,
		"notify { 'a': * => {} }":                true,
		"notify { 'a': message => upcase('a') }": true,
		"notify { 'a': message => 1 + 1 }":       true,
		"notify { 'a': message => @(END) }":      true,
		"notify { default: ; 'a': }":             true,
		"['a', 'b'].each |$x| { include $x }":    true,
		"[1, [2]].each |$x| { include foo }":     true,
		"[{ 'a' => 1 }].each |$x| { }":           true,
		"'a'.split(',').include":                 true,
		"['a', Notify['b']":                      true,
		"{ 'a' => 1 }":                           false,
		"{ 'a' => 1 }.each |$k, $v| { }":         true,
		"Integer[1, 3].each |$x| { }":            true,
		"[Notify['a']].each |$x| { }":            true,
		"Notify['a'].foo":                        true,
		"(1 + 2).foo":                            true,
		"Notify['a']\nnotify { 'b': }":           false,
	} {
		in, err := manifest.Read("site.pp", []byte(code))
		if in == nil || in.Language != want || want && err == nil {
			t.Errorf("%q: %+v: %v", code, in, err)
		}
	}
}
