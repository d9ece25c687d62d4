package e2e_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// extends is a module that extends built-in types: with providers that check commands,
// settings and sources themselves, and with a parameter and a feature.
var extends = map[string]string{
	"provider/exec/words.rb": `
require 'puppet/provider/exec'
Puppet::Type.type(:exec).provide(:words, parent: Puppet::Provider::Exec) do
  def run(command, check = false)
    super(['/bin/sh', '-c', command.sub('Set-Thing ', 'printf "spo%s\n" ken; touch /srv/').sub('Test-Thing ', 'test -e /srv/')], check)
  end

  def checkexe(command)
    raise ArgumentError, "nobody knows #{command.last}" if command.last.start_with?('Never-')
  end

  def validatecmd(command)
    raise ArgumentError, "no verb in #{command}" unless command.include?('-')
  end
end`,
	"provider/sshkey/hashed.rb": `
class Puppet::Type::Sshkey
  feature :hashed_names, 'The provider hashes names.'
  newparam(:hash_hostname, boolean: true, required_features: :hashed_names) do
    newvalues(:true, :false)
    defaultto :false
  end
end

Puppet::Type.type(:sshkey).provide(:hashed) do
  has_features :hashed_names
  mk_resource_methods
  def exists?; File.exist?("/srv/key.#{resource[:name]}"); end
  def create; File.write("/srv/key.#{resource[:name]}", resource[:hash_hostname].inspect); end
end`,
	"provider/package/settled.rb": `
require 'puppet/provider/package'
Puppet::Type.type(:package).provide(:settled, parent: Puppet::Provider::Package) do
  has_features :package_settings, :installable, :uninstallable
  def package_settings_validate(value)
    raise ArgumentError, "no color in #{value}" unless value.key?('color')
    true
  end
  def package_settings_insync?(*); true; end
  def package_settings; {}; end
  def package_settings=(value); end
  def validate_source(value); raise ArgumentError, "no good source #{value}" if value == 'bad'; end
  def query; File.exist?("/srv/package.#{resource[:name]}") ? { ensure: '1', name: resource[:name] } : nil; end
  def install; File.write("/srv/package.#{resource[:name]}", resource[:source].to_s); end
end`,
}

// TestRubyExtends applies resources whose providers, parameters and features a module
// adds to built-in types. What is there afterwards, or why it is rejected, is as in
// Puppet. A second run changes nothing.
func TestRubyExtends(t *testing.T) {
	real.Full(t)
	t.Parallel()
	key := func(more string) string {
		return `sshkey { 'h': ensure => present, type => 'ssh-rsa', key => 'AAAA', provider => hashed` + more + ` }`
	}
	for name, c := range map[string]struct{ manifest, says string }{
		"a command":                 {`exec { 'Set-Thing made': provider => words, unless => 'Test-Thing made', logoutput => true }`, "spoken"},
		"no command":                {`exec { 'nothing': provider => words }`, "no verb in nothing"},
		"no check":                  {`exec { 'Set-Thing x': provider => words, onlyif => 'nothing' }`, "no verb in nothing"},
		"an unknown command":        {`exec { 'Never-Thing': provider => words }`, "nobody knows Never-Thing"},
		"an added parameter":        {key(", hash_hostname => true"), ""},
		"its default":               {key(""), ""},
		"its validation":            {key(", hash_hostname => maybe"), `Invalid value "?:?maybe`},
		"settings":                  {`package { 'p': provider => settled, package_settings => { color => 'red' }, source => 'good' }`, ""},
		"settings that are invalid": {`package { 'p': provider => settled, package_settings => { size => 1 } }`, "no color in "},
		"a source that is invalid":  {`package { 'p': provider => settled, source => 'bad' }`, "no good source bad"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			left := map[string]string{}
			for _, tool := range []string{"puppet", "ralsh"} {
				root := rubyRoot(t)
				for file, text := range extends {
					real.Write(t, filepath.Join(root, "srv/fixtures/extends/lib/puppet", file), text, 0o644)
				}
				real.Write(t, filepath.Join(root, "srv/site.pp"), c.manifest, 0o644)
				apply := "puppet apply --color=false --modulepath " + rubyPath + " /srv/site.pp"
				if tool == "ralsh" {
					apply = "ralsh --modulepath " + rubyPath + " apply /srv/site.pp"
				}
				said := mustEnter(t, root, apply+" 2>&1 </dev/null || true")
				if matches := regexp.MustCompile(c.says).MatchString(said); !matches {
					t.Errorf("%s does not say %q:\n%s", tool, c.says, said)
				}
				left[tool] = mustEnter(t, root, "cd /srv; grep -rH '' --include='key.*' --include='package.*' . | sort; ls")
				if strings.Count(said, "spoken") > 1 {
					t.Errorf("%s shows the output more than once:\n%s", tool, said)
				}
				if again := mustEnter(t, root, apply+" 2>&1 </dev/null || true"); tool == "ralsh" && (c.says == "" || c.says == "spoken") && !strings.Contains(again, "in sync") {
					t.Errorf("a second run says\n%s", again)
				}
			}
			if left["ralsh"] != left["puppet"] {
				t.Errorf("ralsh left\n%sPuppet\n%s", left["ralsh"], left["puppet"])
			}
		})
	}
}
