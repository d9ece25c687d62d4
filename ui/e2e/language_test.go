package e2e_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// languageModule is the module of TestLanguage.
var languageModule = map[string]string{
	"lib/facter/town.rb":               "Facter.add(:town) { setcode { { name: 'Ulm', os: Facter.value(:kernel) } } }\nFacter.add(:broken_town) { setcode { raise 'no map' } }\n",
	"lib/puppet/functions/own/echo.rb": "Puppet::Functions.create_function(:'own::echo') do\n  def echo(a)\n    a.respond_to?(:unwrap) ? a.unwrap : a\n  end\nend\n",
	"functions/shout.pp":               "function own::shout($a) { upcase($a) }\n",
	"manifests/init.pp":                "class own($greeting = 'hi') {\n  file { '/srv/greeting': content => epp('own/g.epp', { 'g' => $greeting }), require => Own::Dir['/srv/x'] }\n  own::dir { '/srv/x': }\n}\n",
	"manifests/dir.pp":                 "define own::dir { file { $title: ensure => directory } }\n",
	"templates/g.epp":                  "<%- | $g | -%>\n<%= $g %> from <%= $facts['town']['name'] %>\n",
	"hiera.yaml":                       "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n",
	"data/common.yaml":                 "own::greeting: hello\n",
}

// TestLanguage is the built binary with facts, functions and manifests that need Ruby, on
// Debian 12 and 13.
func TestLanguage(t *testing.T) {
	real.Full(t)
	t.Parallel()
	for name, root := range map[string]func(testing.TB) string{"Puppet 7": real.Puppet, "Puppet 8": real.Trixie} {
		t.Run(name, func(t *testing.T) { language(t, root(t)) })
	}
}

func language(t *testing.T, root string) {
	t.Helper()
	real.Install(t, root, "usr/local/bin/ralsh", real.Binary(t))
	for name, text := range languageModule {
		real.Write(t, filepath.Join(root, "m/own", name), text, 0o644)
	}
	real.Write(t, filepath.Join(root, "site.pp"), "$who = 'own'\ninclude $who\n", 0o644)
	real.Write(t, filepath.Join(root, "defined.pp"), "own::dir { '/srv/y': }\n", 0o644)
	real.Write(t, filepath.Join(root, "within.pp"), "own::dir { '/srv/y': }\nfile { '/srv/z': require => File['/srv/y'] }\n", 0o644)
	real.Write(t, filepath.Join(root, "defines.pp"), "define x::y($a) { notify { $a: } }\nx::y { 'b': a => 'hi' }\n", 0o644)
	real.Write(t, filepath.Join(root, "failed.pp"), "notify { \"in ${facts['broken_town']}\": }\n", 0o644)
	real.Write(t, filepath.Join(root, "bad.pp"), "$x = 1\nfile { '/a': ensure => => }\n", 0o644)
	real.Write(t, filepath.Join(root, "secret.pp"), "$pw = Sensitive('hunter2')\nnotify { 'a': message => Deferred('own::echo', [$pw]) }\n", 0o644)
	real.Write(t, filepath.Join(root, "off/ralsh/config.yaml"), "modules: {ruby: off}\n", 0o644)
	for _, c := range []struct {
		line   string
		fails  bool
		want   string // a pattern of what is printed
		absent string
	}{
		{line: "facts town", want: `(?s)name => "Ulm".*os => "Linux"`},
		{line: "facts town.name", want: `^Ulm\n`},
		{line: "facts --sources town", want: `town.name: from /m/own/lib/facter/town.rb; custom`},
		{line: "facts broken_town", want: `broken_town has no value: RuntimeError: no map \(/m/own/lib/facter/town.rb:2\)`},
		{line: "facts", want: `(?s)kernel => Linux.*town => `},
		{line: "function list", want: `(?s)own::echo +Ruby function.*own::shout +Puppet function`},
		{line: "function describe own::echo", want: `From /m/own/lib/puppet/functions/own/echo.rb`},
		{line: "function call own::echo [1,2]", want: `(?s)1,.*2`},
		{line: "function call own::shout a", want: `^A\n`},
		{line: "function call own::shot a", fails: true, want: `did you mean "own::shout"`},
		{line: "apply --noop bad.pp", fails: true, want: `bad.pp:2:24: Syntax error at '=>'`},
		{line: "apply --noop secret.pp", want: `\[redacted\]`, absent: "hunter2"},
		{line: "apply --noop defined.pp", want: `(?s)File\[/srv/y\].*1 change planned`},
		{line: "apply --noop within.pp", want: `(?s)File\[/srv/y\].*1 change planned`},
		{line: "apply --noop defines.pp", want: `(?s)Notify\[hi\].*1 change planned`},
		{line: "graph site.pp", want: `(?s)File\[/srv/x\].*File\[/srv/greeting\]`},
		{line: "apply --noop site.pp", want: `(?s)hello from Ulm.*2 changes planned`},
		{line: "apply --noop failed.pp", want: `(?s)warning: the fact broken_town is undef because it failed: RuntimeError: no map.*Notify\[in \]`},
		{line: "apply site.pp", want: `2 changed|2 changes`},
		{line: "apply --noop site.pp", want: `no changes are needed`},
	} {
		out, err := real.Enter(root, append([]string{"ralsh", "--modulepath", "/m"}, strings.Fields(c.line)...)...).CombinedOutput()
		if (err != nil) != c.fails || !regexp.MustCompile(c.want).Match(out) || c.absent != "" && strings.Contains(string(out), c.absent) {
			t.Errorf("ralsh %s: %v, not %q:\n%s", c.line, err, c.want, out)
		}
	}
	off, err := real.Enter(root, "env", "XDG_CONFIG_HOME=/off", "ralsh", "--modulepath", "/m", "apply", "site.pp").CombinedOutput()
	if err == nil || !strings.Contains(string(off), "the variable $who is not supported") || !strings.Contains(string(off), "modules.ruby in config.yaml is off") {
		t.Errorf("%v\n%s", err, off)
	}
}
