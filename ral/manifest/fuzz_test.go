package manifest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/manifest"
	"ralsh/ral/yaml"
)

// fuzz checks that any input is read, or rejected with positions. An input may be without
// resources only if it declares none.
func fuzz(f *testing.F, name string, declares func(data []byte) bool, also func(*testing.T, *manifest.Input), seeds ...string) {
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
		if len(in.Items) == 0 && declares(data) {
			t.Fatal("nothing was read, without an error")
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

// declaresJSON reports whether a document has an object in its list, or in the list of a
// key that can contain resources.
func declaresJSON(data []byte) bool {
	var doc any
	if json.Unmarshal(data, &doc) != nil {
		return true
	}
	if list, ok := doc.([]any); ok {
		return len(list) > 0
	}
	for _, key := range []string{"resources", "instances"} {
		if list, ok := doc.(map[string]any)[key].([]any); ok && len(list) > 0 {
			return true
		}
	}
	return false
}

// declaresYAML reports whether a document has an entry below a type, or in its list.
func declaresYAML(data []byte) bool {
	docs, err := yaml.Parse(data, yaml.Limits{})
	if err != nil {
		return true
	}
	for _, doc := range docs {
		if doc.Kind == yaml.List && len(doc.Items) > 0 || slices.ContainsFunc(doc.Items, func(n yaml.Node) bool { return len(n.Items) > 0 }) {
			return true
		}
	}
	return false
}

// quoted matches what may contain a brace that declares nothing: strings and comments.
var quoted = regexp.MustCompile(`(?s)'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|#[^\n]*|/\*.*?\*/`)

// declaresCode reports whether code has braces: without them, Puppet accepts references at
// the end, which declare nothing.
func declaresCode(data []byte) bool { return bytes.Contains(quoted.ReplaceAll(data, nil), []byte("{")) }

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
	fuzz(f, "c.json", declaresJSON, nothing,
		`{"catalog_format":2,"resources":[{"type":"Host","title":"a","kind":"compilable_type","tags":["x"],"parameters":{"ip":"192.0.2.1","n":[1,-2.5e-7,null,true,{"a":{}}]},"sensitive_parameters":["ip"]}],"edges":[{"source":"Class[main]","target":"Host[a]"}],"classes":["main"]}`,
		`{"resources":[{"type":"Class","title":"main"},{"type":"Host","title":"a","parameters":{"require":["Class[main]"]}}]}`,
		`[{"type":"host","title":"a","attributes":{"ip":"192.0.2.1"}}]`, `{"a":"\ud83c\udf89\u0000"}`, `[[[[`, `{"resources":[{"type":"A","title":"b","parameters":{"x":{"__ptype":"Sensitive","__pvalue":"y"}}}]}`)
}

func FuzzYAML(f *testing.F) {
	fuzz(f, "c.yaml", declaresYAML, nothing,
		"host:\n  a:\n    ip: 192.0.2.1\n    host_aliases: [b, 'c']\n",
		"- type: host\n  title: a\n  attributes: {ip: \"192.0.2.1\"}\n  require: [\"Host[b]\"]\n- {type: host, title: b}\n",
		"---\nfile:\n  /a:\n    content: |\n      x\n    n: 0x1f\n...\n---\nhost: {a: &x {ip: 1.5}, b: *x, 3: ~}\n", "? [a]\n: b\n", "a: !!str 1\n", "<<: {a: b}\n", "{[")
}

func FuzzCode(f *testing.F) {
	fuzz(f, "c.pp", declaresCode, readBack,
		"host { 'a': ip => '192.0.2.1', host_aliases => ['b', \"c\\n\\u{41}\"], }\n",
		"file { ['/a', '/b']: ensure => present, mode => 0644; '/c': n => { 'a' => -1.5e-7, b => [undef, true] } } -> host { x: } ~> File['/a', '/b']",
		"# c\n/* d */ $x = 1\nclass a { }\nhost { 'a': ip => $x ? { 1 => 2 }, * => { } }", "host { 'a': before => Host[b] } host { b: alias => 'c' }", "@@a { b: }", "A <| |>", `a { "${x} $ \q": }`)
}
