package manifest_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"ralsh/ral/diagnostic"
	"ralsh/ral/manifest"
)

const catalogHead = `{"catalog_format":2,"resources":[`

func TestBadInput(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"catalog cut in half":      {"c", catalogHead + `{"type":"Host","title":"a","kind":"compilable_type"},{"type":"Ho`, "c:1:98: the JSON document is incomplete"},
		"an empty document":        {"c.json", " \n", "c.json:2:1: the document is empty: no resource is declared"},
		"half a surrogate":         {"c", catalogHead + `{"type":"Host","title":"a\ud800b"}]}`, `c:1:57: \ud800 in this string is half of a character`},
		"another format of JSON":   {"c", `{"schema": 1}`, "c:1:1: this JSON is not a compiled catalog: the key resources is missing"},
		"wire format of PuppetDB":  {"c", `{"certname":"web1","version":"1","resources":[{"type":"Host","title":"a"}],"edges":[]}`, "c:1:1: this is a catalog in the format of PuppetDB"},
		"an answer of PuppetDB":    {"c", `{"certname":"web1","resources":{"href":"/x","data":[]}}`, "c:1:1: this is a catalog in the format of PuppetDB"},
		"within another key":       {"c", `{"value":{"resources":[]}}`, "c:1:1: this JSON is not a compiled catalog: the key resources is missing"},
		"a mistake in a wrapper":   {"c", `{"data":{"resources":[{"title":"a"}]}}`, "c:1:23: No resource type provided"},
		"two catalogs":             {"c", `{"data":{"resources":[]},"catalog":{"resources":[]}}`, "c:1:36: this JSON contains several catalogs: data, catalog"},
		"a format of the future":   {"c", `{"catalog_format":3,"resources":[]}`, "c:1:19: catalog format 3 is not supported"},
		"a format that is a text":  {"c", `{"catalog_format":"2","resources":[]}`, `c:1:19: catalog_format must be a number, not the string "2"`},
		"a format that is a list":  {"c", `{"catalog_format":[2],"resources":[]}`, `c:1:19: catalog_format must be a number, not a list`},
		"no kind":                  {"c", catalogHead + `{"type":"Host","title":"a"}]}`, "c:1:34: the kind of Host[a] is missing: catalog format 2 requires compilable_type, defined_type, class, unknown"},
		"no kind of a class":       {"c", catalogHead + `{"type":"Class","title":"Main"}]}`, "c:1:34: the kind of Class[Main] is missing"},
		"an unknown kind":          {"c", catalogHead + `{"type":"Host","title":"a","kind":"compilable"}]}`, `c:1:68: the kind of Host[a] must be compilable_type or defined_type or class or unknown, not the string "compilable"`},
		"a kind that is a number":  {"c", catalogHead + `{"type":"Host","title":"a","kind":2}]}`, "c:1:68: the kind of Host[a] must be compilable_type or"},
		"behind the catalog":       {"c", catalogHead + `]} x`, `c:1:37: unexpected text after the end`},
		"no type":                  {"c", catalogHead + `{"title":"a"}]}`, "c:1:34: No resource type provided"},
		"no title":                 {"c", catalogHead + `{"type":"Host"}]}`, "c:1:34: No resource title provided"},
		"catalog, twice":           {"c", catalogHead + "{\"type\":\"Host\",\"title\":\"a\",\"kind\":\"compilable_type\"},\n{\"type\":\"Host\",\"title\":\"a\",\"kind\":\"compilable_type\"}]}", "c:2:1: Duplicate declaration: Host[a] is already declared at c:1:34; cannot redeclare"},
		"catalog, edge to nothing": {"c", catalogHead + `{"type":"Host","title":"a","kind":"compilable_type","parameters":{"require":"Host[b]"}}]}`, "c:1:100: Could not find dependency Host[b] for Host[a]"},
		"containment of nothing":   {"c", catalogHead + `{"type":"Class","title":"Main","kind":"class"}],"edges":[{"source":"Class[main]","target":"Host[b]"}]}`, "c:1:124: Could not find relationship target Host[b]"},
		"a NUL escaped":            {"c", catalogHead + `{"type":"Host","title":"a\u0000","kind":"compilable_type"}]}`, "c:1:34: a NUL byte"},
		"a NUL":                    {"c.pp", "host { 'a\x00': }", "c.pp:1:10: a NUL byte"},
		"a binary":                 {"c", "\x7fELF\x02\x00\x00", "c:1:6: a NUL byte"},
		"HTML":                     {"c", "<!DOCTYPE html>\n<html>", "c:1:1: a resource is missing (example: file { '/etc/motd': })"},
		"a key twice":              {"c", `{"resources":[], "resources":[]}`, `c:1:18: the map contains the key "resources" twice`},
		"a big number":             {"c", `[123456789012345678901]`, "c:1:2: the number"},
		"yaml, twice":              {"c.yaml", "host:\n  a: {}\n  a: {}\n", "c.yaml:3:3: the map contains the key \"a\" twice"},
		"yaml, edge to nothing":    {"c.yaml", "host:\n  a:\n    before: Host[ax]\n  ay: {}\n", "c.yaml:3:5: Could not find dependent Host[ax] for Host[a] (did you mean \"Host[a]\"?)"},
		"yaml, a list of texts":    {"c.yaml", "- host\n", `c.yaml:1:3: a resource must be a map with type, title and attributes, not the string "host"`},
		"yaml, a wrong key":        {"c", "- type: host\n  title: a\n  atributes: {}\n", `c:3:3: unknown key "atributes" of a resource: write attributes below the key attributes (did you mean "attributes"?)`},
		"yaml, no title":           {"c", "- type: host\n", "c:1:3: the title of this resource is missing"},
		"yaml, a text":             {"c.yaml", "hello", "c.yaml:1:1: resources in YAML must be a map"},
		"yaml, cut":                {"c.yaml", "host:\n  a: {ip: \"1", "c.yaml:2:11: invalid YAML"},
		"yaml, a tag":              {"c.yaml", "host:\n  a: {ip: !ruby/object x}", "c.yaml:2:11: the YAML tag !ruby/object is not supported"},
		"yaml, redacted":           {"c.yaml", "user:\n  a: {password: '[redacted]'}", "c.yaml:2:17: [redacted] is a placeholder"},
		"yaml, no anchor":          {"c.yaml", "host:\n  a: {ip: *x}", "c.yaml:2:11: "},
		"code, twice":              {"c.pp", "host { 'a': }\nhost { 'b': ; 'a': }", "c.pp:2:15: Duplicate declaration: Host[a] is already declared at c.pp:1:8; cannot redeclare"},
		"code, edge to nothing":    {"c.pp", "host { 'a': }\nHost['a'] -> Host['b']", "c.pp:2:11: Host[b] is not declared here"},
		"code, cut":                {"c.pp", "host { 'a':\n  ip => '192", "c.pp:2:9: this string does not end"},
		"code, cut in a body":      {"c.pp", "host { 'a':\n  ip => 1", "c.pp:2:10: a comma or \"}\" is missing: the input ends in the middle of a declaration"},
		"code, redacted":           {"c.pp", "user { 'a': password => '[redacted]' }", "c.pp:1:25: [redacted] is a placeholder"},
		"code, a secret to write":  {"c.pp", "user { 'a': password => fail('write it') }", "c.pp:1:25: write it"},
		"code, an attribute twice": {"c.pp", "host { 'a': ip => '1', ip => '2' }", "c.pp:1:24: the attribute ip is declared twice"},
		"code, no character":       {"c.pp", `host { 'a': ip => "\u{110000}" }`, `c.pp:1:20: \u must be`},
		"code, a stage":            {"c.pp", "notify { 'a': stage => 'nope' }", "c.pp:1:15: only classes can set 'stage'"},
		"yaml, a stage":            {"c.yaml", "notify:\n  a: {stage: nope}\n", "c.yaml:2:7: only classes can set 'stage'"},
		"code, no UTF-8":           {"c.pp", "host { 'a\xff': }", "c.pp:1:8: this string is not UTF-8"},
		"code, a comment":          {"c.pp", "/* host", "c.pp:1:1: this comment does not end"},
		"code, a relation":         {"c.pp", "host { 'a': require => 'b' }", `c.pp:1:13: require must be a reference`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := manifest.Read(c.file, []byte(c.text))
			var diags diagnostic.Diags
			if !errors.As(err, &diags) || len(diags) != 1 || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("read %s\nsays %v\nwant %s", c.text, err, c.want)
			}
		})
	}
}

// TestRefusedByName checks that every unsupported construct of Puppet's
// language is named with its position, all together.
func TestRefusedByName(t *testing.T) {
	text := `$x = 1
include foo::bar
class foo { file { '/q': } }
class { 'foo': }
define note::line($text) { }
node 'a' { }
if $x { notice('a') } else { notice('b') }
File { mode => '0644' }
@file { '/v': }
@@file { '/w': }
file { '/b': * => { 'a' => 1 } }
File <| |>
File['/b'] { mode => '0644' }
notify { 'n': message => $x, a => "hi ${name} $you", b => template('x'), c => $x ? { 1 => 2 }, d => 1 + 2, e => Integer, f => @("END") }
`
	want := []string{
		"1:1: the variable $x", "2:1: the function include", "3:1: the definition of the class foo", "4:1: the declaration of a class",
		"5:1: the definition define note::line", "6:1: the definition node a", "7:1: the condition if", "8:1: a default for all File",
		"9:1: the virtual resource @file", "10:1: the virtual resource @@file", "11:14: attributes from a map (* =>)",
		"12:1: the collector File<|", "13:1: a change of File[...]", "14:26: the variable $x", "14:39: the variable ${name}",
		"14:47: the variable $you", "14:59: the function template(...)", "14:79: the variable $x", "14:103: an expression with +",
		"14:113: the type Integer as a value",
		"14:127: more errors follow",
	}
	_, err := manifest.Read("c.pp", []byte(text))
	lines := strings.Split(err.Error(), "\n")
	for i, line := range want {
		if i >= len(lines) || !strings.HasPrefix(lines[i], "c.pp:"+line) {
			t.Fatalf("mistake %d\nwant %s\nsays\n%s", i, line, err)
		}
	}
}

// TestHuge checks that input that is too large or too deep is rejected
// immediately, and without being copied.
func TestHuge(t *testing.T) {
	const million = 1_000_000
	big := strings.Repeat("x", 50<<20)
	for name, c := range map[string]struct{ file, text, want string }{
		"a deep list of JSON":      {"c", catalogHead + strings.Repeat("[", million), "nested deeper than 200"},
		"a deep map of JSON":       {"c", catalogHead + strings.Repeat(`{"a":`, million), "nested deeper than 200"},
		"a deep list of code":      {"c.pp", "host { 'a': ip => " + strings.Repeat("[", million), "nested deeper than 200"},
		"a deep map of code":       {"c.pp", "host { 'a': ip => " + strings.Repeat("{ a => ", million), "nested deeper than 200"},
		"a deep list of operands":  {"c.pp", strings.Repeat("[", million), "nested deeper than 200"},
		"deep references":          {"c.pp", "host { 'a': ip => " + strings.Repeat("File[", million), "nested deeper than 200"},
		"a deep list of YAML":      {"c.yaml", "host: " + strings.Repeat("[", million), "nested deeper than 200"},
		"a deep list of YAML rows": {"c.yaml", strings.Repeat("- ", 300_000) + "a", "nested deeper than 200"},
		"deep by indentation":      {"c.yaml", indented(1000), "nested deeper than 200"},
		"aliases of aliases":       {"c.yaml", laughs(), "contains more than"},
		"a long string of JSON":    {"c", catalogHead + `"` + big + `"]}`, "c:1:34: this string is longer than 16 MiB"},
		"a long string of code":    {"c.pp", "host { 'a': ip => '" + big + "' }", "c.pp:1:19: this string is longer than 16 MiB"},
		"a long string of YAML":    {"c.yaml", "host: {a: {ip: '" + big + "'}}", "YAML is limited to 2 MiB"},
		"a long line of YAML":      {"c.yaml", "host: {a: {ip: '" + big[:3<<19] + "'}}", "c.yaml:1:1: this line of YAML is longer than 1 MiB"},
		"a long word":              {"c.pp", big, "this word is longer"},
		"a long title":             {"c.pp", "host { '" + big[:10<<20] + "': }\nhost { '" + big[:10<<20] + "': }", "Duplicate declaration"},
		"a long number":            {"c", "[" + strings.Repeat("9", 50<<20) + "]", "is not a JSON number"},
		"a long chain":             {"c.pp", "host { 'a': }\n" + strings.Repeat("Host['a'] -> ", 200_000) + "Host['b']", "Host[b] is not declared here"},
		"many mistakes":            {"c.pp", strings.Repeat("$x = 1\n", million), "more errors follow"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			_, err := manifest.Read(c.file, []byte(c.text))
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				text := "nothing"
				if err != nil {
					text = err.Error()
				}
				t.Errorf("says %.300s\nwant %s", text, c.want)
			}
			if len(err.Error()) > 10_000 {
				t.Errorf("the message has %d bytes", len(err.Error()))
			}
			// The text itself is copied once for reading.
			if grown := int64(after.TotalAlloc-before.TotalAlloc) - int64(len(c.text)); grown > 250<<20 {
				t.Errorf("%d MiB were allocated", grown>>20)
			}
			t.Logf("%v, %d KiB allocated", took, (after.TotalAlloc-before.TotalAlloc)>>10)
		})
	}
}

func indented(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// laughs returns ten levels of ten aliases each.
func laughs() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x]\n")
	for i := 1; i < 10; i++ {
		prev, this := string(rune('0'+i-1)), string(rune('0'+i))
		b.WriteString("a" + this + ": &a" + this + " [" + strings.TrimSuffix(strings.Repeat("*a"+prev+", ", 10), ", ") + "]\n")
	}
	return b.String()
}
