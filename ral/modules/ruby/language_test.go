package ruby

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

// languageFiles are a module with what the Puppet language has.
var languageFiles = map[string]string{
	"lib/facter/late.rb":   `Facter.add(:late) { setcode { 'came late' } }`,
	"lib/facter/unused.rb": `Facter.add(:unused) { setcode { raise 'not asked' } }`,
	"lib/puppet/functions/own/modern.rb": `
Puppet::Functions.create_function(:'own::modern') do
  def modern(how)
    case how
    when 'write' then File.write('/function-was-here', 'x')
    when 'exit' then exit 3
    when 'die' then exit! 3
    when 'raise' then raise 'boom'
    when 'run' then ` + "`touch /function-was-here; echo ran`" + `
    when Puppet::Pops::Types::PSensitiveType::Sensitive then how.unwrap
    else { 'is' => [how, :sym, 1.5] }
    end
  end
end`,
	"lib/puppet/parser/functions/own_legacy.rb": `
module Puppet::Parser::Functions
  newfunction(:own_legacy, type: :rvalue) { |args| "#{args[0]} #{lookupvar('kernel')} #{lookupvar('::late')}" }
end`,
	"functions/shout.pp":    "function own::shout(String $what) >> String {\n  \"${upcase($what)} ${facts['os']['family']} ${facts['late']}\"\n}\n",
	"manifests/init.pp":     "class own(String $from_data, String $plain = 'p') {\n  file { '/x/conf':\n    content => epp('own/conf.epp', { 'a' => $from_data }),\n  }\n  own::thing { 'one': size => 1 }\n}\n",
	"manifests/thing.pp":    "define own::thing(Integer $size) {\n  notify { \"${title} ${size}\": }\n}\n",
	"templates/conf.epp":    "<%- | $a | -%>\na is <%= $a %>\n",
	"templates/old.erb":     "<%= @kernel %> <%= scope['late'] %>",
	"hiera.yaml":            "version: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n",
	"data/common.yaml":      "own::from_data: from the module\n",
	"../../hiera.yaml":      "version: 5\nhierarchy:\n  - {name: node, path: \"%{facts.kernel}.yaml\"}\n",
	"../../data/Plan9.yaml": "own::plain: from the environment\nlooked: up\n",
}

// resource is what a test looks at of a resource in a catalog.
type resource struct {
	Type, Title string
	File        string
	Line        int
	Parameters  map[string]any
}

func (r resource) String() string {
	data, _ := json.Marshal(r.Parameters)
	return fmt.Sprintf("%s[%s]:%d %s", r.Type, r.Title, r.Line, data)
}

// TestCompile compiles manifests as puppet apply does.
func TestCompile(t *testing.T) {
	if !inRoot(t) {
		return
	}
	b := living(t, languageFiles)
	for name, c := range map[string]struct {
		code string
		want []string // resources but classes and stages
		note string
		errs []string // with their places
	}{
		"variables": {
			code: "$x = 'a'\nnotify { $x: message => \"${x} ${facts['kernel']} ${kernel} ${::kernel}\" }",
			want: []string{`Notify[a]:2 {"message":"a Plan9 Plan9 Plan9"}`},
		},
		"iteration": {
			code: "['a', 'b'].each |$i, $x| {\n  notify { $x: message => $i + 1 }\n}",
			want: []string{`Notify[a]:2 {"message":1}`, `Notify[b]:2 {"message":2}`},
		},
		"conditions": {code: "if $kernel == 'Plan9' { notify { 'yes': } } else { notify { 'no': } }", want: []string{`Notify[yes]:1 null`}},
		"a late fact": {
			code: "notify { [$late, $::late, $facts['late'], 'x']: } if 'late' in $facts {}",
			errs: []string{"site.pp:1:1: Evaluation Error: The title 'came late' has already been used in this resource expression"},
		},
		"late facts":     {code: "notify { $facts.dig('late'): message => $facts['nothing'] }", want: []string{`Notify[came late]:1 null`}},
		"no late fact":   {code: "$a = $facts['kernel'] notify { $a: }", want: []string{`Notify[Plan9]:1 null`}},
		"node":           {code: "node 'node.example.com' { notify { $trusted['certname']: } }\nnode default { notify { 'no': } }", want: []string{`Node[node.example.com]:0 null`, `Notify[node.example.com]:1 null`}},
		"class and data": {code: "include own", want: []string{`File[/x/conf]:2 {"content":"a is from the module\n"}`, `Own::Thing[one]:5 {"size":1}`, `Notify[one 1]:2 null`}},
		"environment data": {
			code: "class { 'own': }\nnotify { \"${own::plain} ${lookup('looked')}\": }",
			want: []string{`Notify[from the environment up]:2 null`, `File[/x/conf]:2 {"content":"a is from the module\n"}`, `Own::Thing[one]:5 {"size":1}`, `Notify[one 1]:2 null`},
		},
		"collector":       {code: "@notify { 'a': tag => 'x' }\n@notify { 'b': }\nNotify <| tag == 'x' |>", want: []string{`Notify[a]:1 {"tag":"x"}`}},
		"erb":             {code: "notify { template('own/old.erb'): }", want: []string{`Notify[Plan9 came late]:1 null`}},
		"a type of ralsh": {code: "$c = 'red'\nonly_here { 'x': colour => $c }", want: []string{`Only_here[x]:2 {"colour":"red"}`}},
		"notice":          {code: "notice('hello')\nnotify { \"${1}x\": }", want: []string{`Notify[x]:2 null`}, note: "notice: hello"},
		"puppetversion":   {code: "$v = $facts['puppetversion'] ? { /^\\d+\\./ => 'v', default => 'none' } notify { $v: }", want: []string{`Notify[v]:1 null`}},
		"a command looks": {code: "notify { generate('/bin/sh', '-c', 'touch /function-was-here 2>/dev/null; printf gen'): }", want: []string{`Notify[gen]:1 null`}},
		"deferred":        {code: "$a = 1\nnotify { 'x': message => Deferred('own::shout', ['a']) }", want: []string{`Notify[x]:2 {"message":{"__ptype":"Deferred","arguments":["a"],"name":"own::shout"}}`}},
		"syntax":          {code: "$x = 1\nfile { '/a': ensure => => }", errs: []string{"site.pp:2:24: Syntax error at '=>'"}},
		"end":             {code: "file { $x", errs: []string{"site.pp: Syntax error at end of input"}},
		"several":         {code: "if true { 1 }\n$x::y = 1\n2\nclass Foo {}", errs: []string{"site.pp:1:1: This 'if' statement has no effect", "site.pp:2:1: Illegal attempt", "site.pp:4:1: Unacceptable name"}},
		"twice":           {code: "$x = 1\n$x = 2", errs: []string{"site.pp:2:4: Evaluation Error: Cannot reassign variable '$x'"}},
		"no class":        {code: "include nothere", errs: []string{"site.pp:1:1: Evaluation Error: Error while evaluating a Function Call, Could not find class ::nothere"}},
		"no type":         {code: "$x = 1\nunknown_here { 'x': a => $x }", errs: []string{"site.pp:2:1: Evaluation Error: Error while evaluating a Resource Statement, Unknown resource type: 'unknown_here'"}},
		"no parameter":    {code: "notify { 'x': colour => \"${1}\" }", errs: []string{"site.pp:1: no parameter named 'colour' on Notify[x]"}},
		"fails":           {code: "fail('stop')", errs: []string{"site.pp:1:1: Evaluation Error: Error while evaluating a Function Call, stop"}},
		"a function acts": {code: "own::modern('write')", errs: []string{"site.pp:1:1: Evaluation Error: Error while evaluating a Function Call, Read-only file system"}},
		"a bad fact": {
			code: "notify { \"${facts['unused']}x\": }", want: []string{`Notify[x]:1 null`},
			note: "warning: the fact unused is undef because it failed: RuntimeError: not asked (",
		},
		"no reassigned fact": {code: "$late = 1", errs: []string{"site.pp:1:7: Evaluation Error: Cannot reassign variable '$late'"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			catalog, notes, err := b.Compile(t.Context(), local.Machine().Reader(), "site.pp", []byte(c.code))
			if c.errs != nil {
				var wrong *CompileError
				if !errors.As(err, &wrong) {
					t.Fatalf("%v, not %q", err, c.errs)
				}
				diags := wrong.Diags("site.pp")
				for i, d := range diags {
					if i >= len(c.errs) || !strings.HasPrefix(d.Pos+": "+d.Message, c.errs[i]) {
						t.Errorf("%d: %s: %s, not %q", i, d.Pos, d.Message, c.errs)
					}
				}
				if len(diags) != len(c.errs) {
					t.Errorf("%d errors, not %d", len(diags), len(c.errs))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var made struct{ Resources []resource }
			if err := json.Unmarshal(catalog, &made); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range made.Resources {
				if r.Type != "Class" && r.Type != "Stage" {
					got = append(got, r.String())
				}
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, not %q", got, c.want)
			}
			if c.note != "" && !slices.ContainsFunc(notes, func(n Note) bool { return strings.HasPrefix(n.Level+": "+n.Message, c.note) }) {
				t.Errorf("%v, not %q", notes, c.note)
			}
		})
	}
	t.Cleanup(unchanged(t))
}

func unchanged(t *testing.T) func() {
	return func() {
		if _, err := os.Stat("/function-was-here"); err == nil {
			t.Error("a function changed this machine")
		}
	}
}

// TestStrictness compiles as strictly as the Puppet of the root and its puppet.conf say.
// Puppet 8 rejects what Puppet 7 only warns about, and has no flat facts.
func TestStrictness(t *testing.T) {
	if !inRoot(t) {
		return
	}
	lenient(t, "")
	strictly(t, "[main]\nstrict = error\nstrict_variables = true\n[user]\ninclude_legacy_facts = false\n")
}

func TestStrictnessOfPuppet8(t *testing.T) {
	if !real.InsideOf(t, real.Trixie, nil) {
		return
	}
	strictly(t, "")
	lenient(t, "[main]\nstrict = off\nstrict_variables = false\n[user]\ninclude_legacy_facts = true\n")
}

// loose are manifests that a strict Puppet rejects, each with a part of the error.
var loose = map[string]string{
	"notify { \"${osfamily}x\": }":                                "osfamily",
	"$h = { 'a' => 1, 'a' => 2 }\nnotify { \"${h['a']}\": }":      "declared more than once",
	"notify { \"${'1' + 1}\": }":                                  "coerced",
	"notify { \"${nothing_here}x\": }":                            "nothing_here",
	"$x = $facts['osfamily']\nunless $x { fail('no flat fact') }": "no flat fact",
}

func lenient(t *testing.T, conf string) {
	t.Helper()
	b := configured(t, conf)
	for code := range loose {
		if _, _, err := b.Compile(t.Context(), local.Machine().Reader(), "site.pp", []byte(code)); err != nil {
			t.Errorf("%q: %s: %v", conf, code, err)
		}
	}
}

func strictly(t *testing.T, conf string) {
	t.Helper()
	b := configured(t, conf)
	for code, want := range loose {
		_, _, err := b.Compile(t.Context(), local.Machine().Reader(), "site.pp", []byte(code))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s: %v", conf, code, err)
		}
	}
}

// configured opens a bridge to a Puppet with this puppet.conf.
func configured(t *testing.T, conf string) *Bridge {
	t.Helper()
	real.Write(t, "/etc/puppet/puppet.conf", conf, 0o644)
	return living(t, nil)
}

// TestCall calls functions in Ruby and in the Puppet language.
func TestCall(t *testing.T) {
	if !inRoot(t) {
		return
	}
	b := living(t, languageFiles)
	str, list := value.Str, value.ListOf
	for name, c := range map[string]struct {
		function string
		args     []value.Value
		want     string
		err      string
	}{
		"modern":       {"own::modern", []value.Value{list(str("a"), value.Int(1))}, `{"is":[["a",1],"sym",1.5]}`, ""},
		"legacy":       {"own_legacy", []value.Value{str("a")}, `"a Plan9 came late"`, ""},
		"in Puppet":    {"own::shout", []value.Value{str("a")}, `"A Test came late"`, ""},
		"Puppet's own": {"upcase", []value.Value{str("a")}, `"A"`, ""},
		"Puppet's old": {"sprintf", []value.Value{str("%03d"), value.Int(7)}, `"007"`, ""},
		"a lookup":     {"lookup", []value.Value{str("looked")}, `"up"`, ""},
		"a secret":     {"own::modern", []value.Value{value.Secret(str("s"))}, `"s"`, ""},
		"a command":    {"own::modern", []value.Value{str("run")}, `"ran\n"`, ""},
		"a wrong type": {"own::shout", []value.Value{value.Int(1)}, "", "expects a String value, got Integer"},
		"no argument":  {"own::shout", nil, "", "expects 1 argument, got none"},
		"none":         {"own::none", nil, "", "Unknown function 'own::none'"},
		"acting":       {"own::modern", []value.Value{str("write")}, "", "Read-only file system"},
		"raise":        {"own::modern", []value.Value{str("raise")}, "", "boom ("},
		"exit":         {"own::modern", []value.Value{str("exit")}, "", "the code ended the process"},
		"die":          {"own::modern", []value.Value{str("die")}, "", "the process ended with status 3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _, err := b.Call(t.Context(), local.Machine().Reader(), c.function, c.args)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) || strings.Contains(err.Error(), "on node") {
					t.Errorf("%v: %v, not %q", got, err, c.err)
				}
				return
			}
			data, bad := got.MarshalJSON()
			if err != nil || bad != nil || string(data) != c.want {
				t.Errorf("%s, not %s: %v %v", data, c.want, err, bad)
			}
		})
	}
	t.Cleanup(unchanged(t))
}

// TestHasFunction knows the functions of Puppet by their files.
func TestHasFunction(t *testing.T) {
	if !inRoot(t) {
		return
	}
	b := living(t, nil)
	for name, want := range map[string]bool{
		"upcase": true, "sprintf": true, "lookup": true, "nothing": false, "": false, "../../puppet": false, "own::modern": false,
	} {
		if got := b.HasFunction(t.Context(), name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
