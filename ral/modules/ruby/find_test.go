package ruby

import (
	"slices"
	"testing"

	"ralsh/ral/host/fakehost"
)

// Find prefers the newest gem of the newest Ruby, by version and not by text.
func TestFind(t *testing.T) {
	const vendor, gems = "/opt/puppetlabs/puppet/lib/ruby/vendor_ruby/puppet.rb", "/var/lib/gems/"
	for name, c := range map[string]struct {
		files   []string
		program string
		want    string
		library string // directory of -I
	}{
		"Puppet's packages": {[]string{"/opt/puppetlabs/puppet/bin/ruby", vendor, "/usr/bin/ruby"}, "/opt/puppetlabs/puppet/bin/ruby", vendor, "/opt/puppetlabs/puppet/lib/ruby/vendor_ruby"},
		"gems by version": {
			[]string{
				"/usr/bin/ruby", gems + "3.9.0/gems/puppet-9.0.0/lib/puppet.rb", gems + "3.10.0/gems/puppet-8.9.0/lib/puppet.rb",
				gems + "3.10.0/gems/openvox-8.10.0/lib/puppet.rb", gems + "3.10.0/gems/puppet-strings-9.0.0/lib/strings.rb",
			},
			"/usr/bin/ruby", gems + "3.10.0/gems/openvox-8.10.0/lib/puppet.rb", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			for _, file := range c.files {
				files[file] = ""
			}
			in, err := Find(t.Context(), fakehost.New(files).Reader(), "")
			if err != nil || in.Program != c.program || in.Puppet != c.want {
				t.Fatalf("%+v, %v", in, err)
			}
			if at := slices.Index(in.options(), "-I"); (at >= 0) != (c.library != "") || at >= 0 && in.options()[at+1] != c.library {
				t.Errorf("options %q", in.options())
			}
		})
	}
}
