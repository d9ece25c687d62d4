package ruby_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// reads is a module whose code does more than to read while it reads.
var reads = map[string]string{
	"puppet/util/reads_chance.rb": `module ReadsChance; def self.number; rand; end; end`,
	"facter/reads_none.rb":        `Facter.add(:reads_none) { setcode { nil } }`,
	"puppet/type/reads_file.rb": `
Puppet::Type.newtype(:reads_file) do
  ensurable
  newparam(:name, namevar: true)
  newproperty(:text)
  newproperty(:size)
  newproperty(:odd)
  newproperty(:loops)
end`,
	"puppet/provider/reads_file/ruby.rb": `
require 'puppet/util/reads_chance'
Puppet::Type.type(:reads_file).provide(:ruby) do
  def exists?
    resource[:ensure] = :absent if resource[:text] == 'DEFAULT'
    resource[:text] = text if resource[:text] == 'SAME'
    File.exist?(resource[:name])
  end
  def create
    ReadsChance.number
    File.write(resource[:name], resource[:text])
  end
  def destroy
    Puppet.debug('not this')
    Puppet.notice("noticed\e[2J")
    warning("deleting #{resource[:name]}")
    File.delete(resource[:name])
  end
  def text; File.read(resource[:name]); end
  def text=(value); File.write(resource[:name], value); end
  def size; text.length.to_s; end
  def odd; raise 'it cannot be read'; end
  def loops; 'no'; end
  def loops=(value)
    loop do
      system('/bin/rm', '-f', '/srv/waited-for')
      break unless File.exist?('/srv/waited-for')
    end
  end
end`,
	"puppet/type/reads_pair.rb": `
Puppet::Type.newtype(:reads_pair) do
  ensurable
  newparam(:name, namevar: true)
  newparam(:peer)
  newproperty(:size)
  newproperty(:password)
end`,
	"puppet/provider/reads_pair/ruby.rb": `
Puppet::Type.type(:reads_pair).provide(:ruby) do
  mk_resource_methods
  def self.instances
    %w[one two].map { |name| new(name: name, ensure: :present, size: name.length.to_s, password: 'hushhush') }
  end
  def self.prefetch(resources)
    resources.each_value { |r| r.parameter(:peer).value && r.provider = instances.first }
  end
  def exists?; @property_hash[:ensure] == :present; end
  def size=(value); warning("it was #{@property_hash[:password]}"); end
end`,
	"puppet/type/reads_api.rb": `
require 'puppet/resource_api'
Puppet::ResourceApi.register_type(name: 'reads_api', docs: 'One that needs a size.', attributes: {
  ensure: { type: 'Enum[present, absent]', desc: 'Whether.', default: 'present' },
  name: { type: 'String', desc: 'The name.', behaviour: :namevar },
  size: { type: 'Integer', desc: 'A size.' },
})`,
	"puppet/provider/reads_api/reads_api.rb": `
class Puppet::Provider::ReadsApi::ReadsApi
  def get(_context); [{ name: 'two', ensure: 'present', size: 3 }]; end
  def set(_context, _changes); end
end`,
	"puppet/type/reads_other.rb": `
Puppet::Type.newtype(:reads_other) do
  ensurable
  newparam(:name, namevar: true)
end`,
	"puppet/provider/reads_other/ruby.rb": `
Puppet::Type.type(:reads_other).provide(:ruby) do
  def exists?
    Puppet::Type::Reads_file.new(title: resource[:name], text: 'x')
    Facter.fact(:reads_none).value.nil? && Facter.fact(:reads_never).nil?
  end
  def create; end
end`,
}

// TestReading plans what code wants after it has read: values that it sets itself,
// types that it names, and facts that have no value.
func TestReading(t *testing.T) {
	if !inside(t) {
		return
	}
	for file, text := range reads {
		writeFile(t, "/srv/kept/lib/"+file, text)
	}
	if err := os.Symlink("/srv/kept", "/srv/reads"); err != nil {
		t.Fatal(err)
	}
	writeFile(t, "/srv/file", "abc")
	writeFile(t, "/srv/waited-for", "")
	f := facts.New(local.Machine().Reader())
	b := open(t, []ruby.Module{{Name: "reads", Path: "/srv/reads"}}, f)
	reg := ral.NewRegistry()
	for _, name := range []string{"reads_file", "reads_other", "reads_pair", "reads_api"} {
		d, err := b.Describe(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		typ, providers := b.Type(d, ral.Origin{File: d.File})
		reg.Add(typ, providers...)
	}
	env := onhost.NewEnv(reg, local.Machine().Reader(), f)
	for name, c := range map[string]struct {
		decl      ral.Decl
		change    string // "" for none
		certainty ral.Certainty
	}{
		"removed by its code":     {reading("reads_file", "/srv/file", "text", "DEFAULT"), "ensure absent", ral.Exact},
		"removed":                 {reading("reads_file", "/srv/file", "ensure", "absent"), "ensure absent", ral.Exact},
		"kept by its code":        {reading("reads_file", "/srv/file", "text", "SAME"), "", ral.Exact},
		"chance in a linked file": {reading("reads_file", "/srv/new", "ensure", "present", "text", "x"), "ensure present", ral.Computed},
		"a loop of a command":     {reading("reads_file", "/srv/file", "loops", "x"), "loops x", ral.UnknownUntil},
		"a type and a fact":       {reading("reads_other", "/srv/other", "ensure", "present"), "", ral.Exact},
	} {
		plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{c.decl})
		if err != nil {
			t.Fatal(err)
		}
		s, got, certainty := plan.Steps[0], "", ral.Exact
		for _, change := range s.Changes {
			if change.Attr.Name == "ensure" || got == "" {
				got, certainty = change.Attr.Name+" "+change.Should.Text(), change.Certainty
			}
		}
		if s.Err != nil || got != c.change || certainty != c.certainty {
			t.Errorf("%s: %q, %v, %v; not %q, %v", name, got, certainty, s.Err, c.change, c.certainty)
		}
		if got, want := fmt.Sprint(s.Messages), "[noticed\x1b[2J warning: deleting /srv/file]"; (got == want) != (c.change == "ensure absent") {
			t.Errorf("%s: %q was said", name, got)
		}
		if c.change == "ensure absent" && (s.Found.Get("size").Text() != "3" || s.Found.Get("text").Text() != "abc" || !s.Found.Get("odd").IsUnknown()) {
			t.Errorf("%s: an undo has text %v, size %v, odd %v", name, s.Found.Get("text"), s.Found.Get("size"), s.Found.Get("odd"))
		}
	}
	for _, typ := range []string{"reads_pair", "reads_api"} {
		for title, size := range map[string]string{"two": "3", "none": "absent"} {
			found := env.Find(t.Context(), reg.Type(typ), title)
			if len(found) != 1 || found[0].Err != nil || found[0].Found.Get("size").Text() != size && (size != "absent" || found[0].Found.Present()) {
				t.Errorf("by its name alone, %s[%s] is %+v", typ, title, found[0])
			}
		}
	}
	// What the code says has no secret that it read.
	text, err := transaction.NewPlan(t.Context(), env, []ral.Decl{reading("reads_pair", "one", "peer", "x", "size", "9")})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(text.Steps[0].Messages); got != "[warning: it was [redacted]]" {
		t.Errorf("said %s, %v", got, text.Steps[0].Err)
	}
	// A declaration lacks what a look does without.
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{reading("reads_api", "two")})
	if err != nil {
		t.Fatal(err)
	}
	if err, want := plan.Steps[0].Err, "The following mandatory attributes were not provided: *  size ("; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("declared: %v, want %s", err, want)
	}
}

func reading(typ, title string, attrs ...string) ral.Decl {
	d := ral.Decl{Type: typ, Title: title}
	for i := 0; i < len(attrs); i += 2 {
		d.Attrs = append(d.Attrs, ral.Attr{Name: attrs[i], Value: value.Str(attrs[i+1])})
	}
	return d
}
