package manifest_test

import (
	"errors"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/manifest"
)

// fuzz checks that any input is read, or rejected with positions.
func fuzz(f *testing.F, name string, also func(*testing.T, *manifest.Input), seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := manifest.Read(name, data)
		if err != nil {
			var diags diagnostic.Diags
			if !errors.As(err, &diags) || len(diags) == 0 || !strings.HasPrefix(diags[0].Pos, name+":") {
				t.Fatalf("refused without a place: %v", err)
			}
			return
		}
		if len(in.Items) == 0 {
			t.Fatal("nothing was read, and nothing said")
		}
		for _, d := range in.Decls(ral.NewRegistry()) {
			if d.Title == "" || !strings.HasPrefix(d.Pos, name+":") {
				t.Fatalf("%s at %q", d.Ref(), d.Pos)
			}
		}
		also(t, in)
	})
}

func nothing(*testing.T, *manifest.Input) {}

// readBack checks that writing an input as code and reading it gives the same.
func readBack(t *testing.T, in *manifest.Input) {
	text := written(in)
	again, err := manifest.Read("again.pp", []byte(text))
	if err != nil {
		t.Fatalf("%s\n%s", err, text)
	}
	if second := written(again); second != text {
		t.Fatalf("written\n%s\nread and written again\n%s", text, second)
	}
}

func written(in *manifest.Input) string {
	var all []manifest.Resource
	for _, d := range in.Decls(ral.NewRegistry()) {
		all = append(all, manifest.Resource{Type: d.Type, Title: d.Title, Provider: d.Provider, Attrs: d.Attrs})
	}
	return manifest.Puppet(all...)
}

func FuzzCatalog(f *testing.F) {
	fuzz(f, "c.json", nothing,
		`{"catalog_format":2,"resources":[{"type":"Host","title":"a","kind":"compilable_type","tags":["x"],"parameters":{"ip":"192.0.2.1","n":[1,-2.5e-7,null,true,{"a":{}}]},"sensitive_parameters":["ip"]}],"edges":[{"source":"Class[main]","target":"Host[a]"}],"classes":["main"]}`,
		`{"resources":[{"type":"Class","title":"main"},{"type":"Host","title":"a","parameters":{"require":["Class[main]"]}}]}`,
		`[{"type":"host","title":"a","attributes":{"ip":"192.0.2.1"}}]`, `{"a":"\ud83c\udf89\u0000"}`, `[[[[`, `{"resources":[{"type":"A","title":"b","parameters":{"x":{"__ptype":"Sensitive","__pvalue":"y"}}}]}`)
}

func FuzzYAML(f *testing.F) {
	fuzz(f, "c.yaml", nothing,
		"host:\n  a:\n    ip: 192.0.2.1\n    host_aliases: [b, 'c']\n",
		"- type: host\n  title: a\n  attributes: {ip: \"192.0.2.1\"}\n  require: [\"Host[b]\"]\n- {type: host, title: b}\n",
		"---\nfile:\n  /a:\n    content: |\n      x\n    n: 0x1f\n...\n---\nhost: {a: &x {ip: 1.5}, b: *x, 3: ~}\n", "? [a]\n: b\n", "a: !!str 1\n", "<<: {a: b}\n", "{[")
}

func FuzzCode(f *testing.F) {
	fuzz(f, "c.pp", readBack,
		"host { 'a': ip => '192.0.2.1', host_aliases => ['b', \"c\\n\\u{41}\"], }\n",
		"file { ['/a', '/b']: ensure => present, mode => 0644; '/c': n => { 'a' => -1.5e-7, b => [undef, true] } } -> host { x: } ~> File['/a', '/b']",
		"# c\n/* d */ $x = 1\nclass a { }\nhost { 'a': ip => $x ? { 1 => 2 }, * => { } }", "host { 'a': before => Host[b] } host { b: alias => 'c' }", "@@a { b: }", "A <| |>", `a { "${x} $ \q": }`)
}
