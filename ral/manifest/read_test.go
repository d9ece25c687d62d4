package manifest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/manifest"
)

// shown returns an input as lines with positions.
func shown(in *manifest.Input) string {
	var b strings.Builder
	for _, d := range in.Decls(ral.NewRegistry()) {
		fmt.Fprintf(&b, "%s %s %s\n", d.Pos, d.Ref(), d.Provider)
		for _, a := range d.Attrs {
			fmt.Fprintf(&b, "  %s %s %s\n", a.Pos, a.Name, a.Value.Inspect())
		}
	}
	return b.String()
}

// An empty listing and an empty YAML document are inputs without resources, as an empty
// manifest is. JSON that is not a catalog is not valid.
func TestReadNoResources(t *testing.T) {
	listing, err := manifest.YAML()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		listing: true, "--- {}\n# user 'x' is omitted\n": true, "[]": true, "---\nhost: {}\n": true, "host:\n": true,
		`{"schema": 1, "instances": [], "providers": []}`: true, `{"resources": []}`: true, "": true,
		"---\n": true, "--- # nothing\n": true, "{}": false, "null": false,
	} {
		in, err := manifest.Read("stdin", []byte(text))
		if got := err == nil && in != nil && len(in.Items) == 0; got != want {
			t.Errorf("%q: %v, %v", text, in, err)
		}
	}
}

// As in Puppet, a reference has a title, and only the last statement may be without effect.
func TestReadNoEffect(t *testing.T) {
	for text, want := range map[string]string{
		"A[]":                                      `a.pp:1:3: a reference needs a title before "]"`,
		"Host['a'] host { 'b': }":                  `a.pp:1:1: "Host" has no effect: an arrow or a declaration is missing`,
		"[Host['a']] host { 'b': }":                `a.pp:1:1: "[" has no effect: an arrow or a declaration is missing`,
		"host { 'a': } Host['a']":                  "",
		"[host { 'a': }]":                          "",
		"host { []: } host { a: }":                 "",
		"Host['a'] -> host { 'a': } host { 'b': }": "",
	} {
		got := ""
		if _, err := manifest.Read("a.pp", []byte(text)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestRead(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"code": {
			"a.pp", `# a comment
file { ['/a', '/b',]: ensure => present, mode => 0644, ; '/c': /* x */
  content => "a\tb\u{41}\$x $ \\ \q é", owner => 'it\'s \n \\',
  n => -5, f => 1.5e-7, x => 0x1F, gone => undef, yes => true, provider => posix,
  h => { 'a' => [1, [undef, true]], b => {}, },
}
`, `a.pp:2:9 File[/a] 
  a.pp:2:23 ensure "present"
  a.pp:2:42 mode 420
a.pp:2:15 File[/b] 
  a.pp:2:23 ensure "present"
  a.pp:2:42 mode 420
a.pp:2:58 File[/c] posix
  a.pp:3:3 content "a\tbA$x $ \\ \\q é"
  a.pp:3:41 owner "it's \\n \\"
  a.pp:4:3 n -5
  a.pp:4:12 f 1.5e-07
  a.pp:4:25 x 31
  a.pp:4:51 yes true
  a.pp:5:3 h {"a"=>[1, [nil, true]], "b"=>{}}
`,
		},
		"chains": {
			"a", "host { 'a': before => Host['b'] } -> host { 'b': ; 'c': }\n~> host { 'd': }\nHost['d'] <- Host['a', 'c'] <~ Host[b]",
			`a:1:8 Host[a] 
  a:1:13 before [Host[b], Host[b], Host[c], Host[d]]
a:1:45 Host[b] 
  a:2:1 notify [Host[d], Host[a], Host[c]]
a:1:52 Host[c] 
  a:2:1 notify [Host[d]]
  a:3:11 before [Host[d]]
a:2:11 Host[d] 
`,
		},
		"references": {
			"a", "host { 'a': alias => 'z' }\nfile { '/x': path => '/y' }\nhost { 'b': require => [Host['z'], [File['/y/', '/x']]] }",
			`a:1:8 Host[a] 
  a:1:13 alias "z"
a:2:8 File[/x] 
  a:2:14 path "/y"
a:3:8 Host[b] 
  a:3:13 require [Host[z], File[/y/], File[/x]]
`,
		},
		"yaml, a map": {
			"a", "---\nhost:\n  db:\n    ensure: present\n    n: [1, 2.5, ~, true, 'x']\n  7: {ip: \"1\", require: \"Host[db]\"}\nuser:\n",
			`a:3:3 Host[db] 
  a:4:5 ensure "present"
  a:5:5 n [1, 2.5, nil, true, "x"]
a:6:3 Host[7] 
  a:6:7 ip "1"
  a:6:16 require [Host[db]]
`,
		},
		"yaml, a list": {
			"a", "# x\n- type: host\n  title: a\n  provider: parsed\n  notify: Host[b]\n- {type: Host, title: b, attributes: {c: ''}}\n",
			"a:2:3 Host[a] parsed\n  a:5:3 notify [Host[b]]\na:6:4 Host[b] \n  a:6:39 c \"\"\n",
		},
		"yaml, an alias": {
			"a", "- type: host\n  title: a\n  attributes: &same\n    ip: '1'\n- type: Host\n  title: b\n  attributes: *same\n",
			"a:1:3 Host[a] \n  a:4:5 ip \"1\"\na:5:3 Host[b] \n  a:4:5 ip \"1\"\n",
		},
		"a list of JSON": {
			"a", `[{"type":"host","title":"a","attributes":{"ip":"1"}}]`, "a:1:2 Host[a] \n  a:1:43 ip \"1\"\n",
		},
		"a catalog": {
			"a", `{"catalog_format":2,"resources":[
{"type":"Class","title":"One","kind":"class","parameters":{"before":"Class[Two]","text":"x"}},
{"type":"Note::Line","title":"in","kind":"defined_type"},
{"type":"Host","title":"a","kind":"compilable_type","parameters":{"ip":"1","comment":null},"sensitive_parameters":["ip"]},
{"type":"Class","title":"Two","kind":"class"},
{"type":"Host","title":"b","kind":"compilable_type","parameters":{"x":{"__ptype":"Sensitive","__pvalue":"y"}}}],
"edges":[{"source":"Class[One]","target":"Note::Line[in]"},{"source":"Note::Line[in]","target":"Host[a]"},{"source":"Class[Two]","target":"Host[b]"}]}`,
			`a:2:1 Class[One] 
  a:2:60 before [Class[Two]]
a:3:1 Note::Line[in] 
a:4:1 Host[a] 
  a:4:67 ip [redacted]
a:5:1 Class[Two] 
a:6:1 Host[b] 
  a:6:67 x [redacted]
`,
		},
		"lists in chains": {
			"stdin",
			"[Host['a'], Host['b']] -> Host['c'] ~> [host { 'd': }, host { 'e': },]\n[host { ['a', 'b']: }]\nhost { 'c': }",
			`stdin:1:48 Host[d] 
stdin:1:63 Host[e] 
stdin:2:10 Host[a] 
  stdin:1:24 before [Host[c]]
stdin:2:15 Host[b] 
  stdin:1:24 before [Host[c]]
stdin:3:8 Host[c] 
  stdin:1:37 notify [Host[d], Host[e]]
`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			in, err := manifest.Read(c.file, []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, shown(in)); diff != "" {
				t.Errorf("-want +read\n%s", diff)
			}
		})
	}
}

func TestKindOf(t *testing.T) {
	for text, want := range map[string]manifest.Kind{
		"{}":                                manifest.Catalog,
		"\ufeff\n [1]":                      manifest.Catalog,
		"\x1b[mNotice: Compiled\x1b[0m\n{}": manifest.Catalog,
		"---\nhost:":                        manifest.YAMLDocument,
		"[Host['a'], Host['b']] -> X":       manifest.Code,
		"[ # both\n host { 'a': }]":         manifest.Code,
		"[{\"type\": 1}]":                   manifest.Catalog,
		"[true]":                            manifest.Catalog,
		"{host: {a: {}}}":                   manifest.YAMLDocument,
		"[{type: host, title: a}]":          manifest.YAMLDocument,
		"# x\nhost:\n  a:":                  manifest.YAMLDocument,
		"'note::line': {a: {}}":             manifest.YAMLDocument,
		"- type: host":                      manifest.YAMLDocument,
		"host { 'a': }":                     manifest.Code,
		"# host:\nhost {\n'a': }":           manifest.Code,
		"File['/a'] -> File['/b']":          manifest.Code,
		"note::line { 'a': }":               manifest.Code,
		"":                                  manifest.Code,
	} {
		if got := manifest.KindOf("stdin", []byte(text)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	for name, want := range map[string]manifest.Kind{"a.json": manifest.Catalog, "a.yml": manifest.YAMLDocument, "a.pp": manifest.Code} {
		if got := manifest.KindOf(name, []byte("- x")); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// TestPuppetsOwnText reads the output of puppet resource, byte for byte.
func TestPuppetsOwnText(t *testing.T) {
	text := `user { 'deploy':
  ensure           => 'present',
  comment          => 'it\'s $me, C:\dir',
  gid              => 1000,
  groups           => ['adm', 'www'],
  password_max_age => 99999,
  provider         => 'useradd',
}
note { "a\tb":
  half   => 0.500000,
  nested => [
  [1, 2],
  {
    'a' => undef
  },
  'x'],
}
`
	in, err := manifest.Read("a.pp", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text, written(in)); diff != "" {
		t.Error(diff)
	}
}

// A part may have relationships to what it does not contain; the whole may not.
func TestReadPart(t *testing.T) {
	text := []byte("host { 'web': require => User['x'] }")
	if in, err := manifest.ReadPart("a.pp", text); err != nil || len(in.Items) != 1 {
		t.Errorf("a part: %v", err)
	}
	if _, err := manifest.Read("a.pp", text); err == nil || !strings.Contains(err.Error(), "Could not find dependency User[x]") {
		t.Errorf("the whole: %v", err)
	}
}
