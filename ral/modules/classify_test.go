package modules

import (
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
)

// layout are the files of modules as Puppet and the PDK lay them out, with their
// kind and name; "" is what is not listed.
const layout = `
lib/ral/type/thing.star                              type thing
lib/ral/type/sub/thing.star
lib/ral/provider/thing/one.star                      provider thing/one
lib/ral/provider/one.star
lib/ral/fact/a.star                                  fact a
lib/ral/feature/a.star                               feature a
lib/ral/function/m/a.star                            function m::a
lib/ral/words.star                                   library words
lib/puppet/type/thing.rb                             Ruby type thing
lib/puppet/type/thing/base.rb                        Ruby code type/thing/base
lib/puppet/provider/thing/one.rb                     Ruby provider thing/one
lib/puppet/provider/base.rb                          Ruby code provider/base
lib/puppet/provider/thing/one/parts.rb               Ruby code provider/thing/one/parts
lib/puppet/feature/a.rb                              Ruby feature a
lib/puppet/functions/a.rb                            Ruby function a
lib/puppet/functions/m/a.rb                          Ruby function m::a
lib/puppet/parser/functions/old.rb                   Ruby function old
lib/puppet/parser/ast/x.rb                           Ruby code parser/ast/x
lib/puppet/face/node.rb                              Ruby face node
lib/puppet/face/node/clean.rb                        Ruby face node/clean
lib/puppet/application/node.rb                       Ruby application node
lib/puppet/reports/http.rb                           Ruby report http
lib/puppet/indirector/facts/puppetdb.rb              Ruby terminus facts/puppetdb
lib/puppet/datatypes/error.rb                        Ruby data type error
lib/puppet/util/firewall.rb                          Ruby code util/firewall
lib/puppet/transport/schema/device.rb                Ruby code transport/schema/device
lib/puppet/property/list.rb                          Ruby code property/list
lib/puppet_x/ann/helper.rb                           Ruby code ann/helper
lib/facter/size.rb                                   Ruby fact size
lib/facter/util/size.rb                              Ruby code facter/util/size
lib/hiera/backend/eyaml_backend.rb                   Hiera backend eyaml_backend
lib/hiera/scope.rb                                   Ruby code hiera/scope
lib/ann.rb                                           Ruby code ann
lib/augeas/lenses/a.aug                              Augeas lens a
lib/augeas/lenses/tests/test_a.aug
lib/puppet/type/README.md
functions/a.pp                                       Puppet function a
functions/sub/a.pp                                   Puppet function sub/a
facts.d/site.yaml                                    external fact site.yaml
facts.d/site.sh                                      external fact site.sh
facts.d/sub/site.yaml
manifests/init.pp                                    manifest init
manifests/server/config.pp                           manifest server/config
manifests/README.md
templates/a.conf.epp                                 template a.conf.epp
templates/sub/a.erb                                  template sub/a.erb
types/port.pp                                        Puppet data type port
types/net/port.pp                                    Puppet data type net::port
plans/init.pp                                        plan init
plans/update/all.yaml                                plan update::all
tasks/init.sh                                        task init
tasks/restart                                        task restart
tasks/restart.json
tasks/README.md
tasks/sub/a.sh
data/common.yaml                                     Hiera data common.yaml
data/os/Debian-12.json                               Hiera data Debian-12.json
hiera.yaml                                           Hiera data hiera.yaml
hiera.yaml.orig
locales/m.pot                                        translation m
locales/ja/m.po                                      translation ja/m
locales/config.yaml
files/a.conf
files/lib/puppet/type/a.rb
spec/classes/init_spec.rb
spec/fixtures/modules/x/lib/puppet/type/x.rb
spec/spec_helper.rb
examples/init.pp
tests/init.pp
docs/a.md
pdk.yaml
metadata.json
README.md
REFERENCE.md
CHANGELOG.md
LICENSE
Gemfile
Rakefile
`

func TestClassify(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(layout)) {
		rel, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		kind, name := classify(rel)
		if got := strings.TrimSpace(string(kind) + " " + name); got != strings.TrimSpace(want) {
			t.Errorf("%s is %q, want %q", rel, got, strings.TrimSpace(want))
		}
	}
}

// A module as a whole: what is many files of one kind is one entry.
func TestOthers(t *testing.T) {
	files := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(layout)) {
		rel, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		files["/modules/m/"+rel] = ""
	}
	fake := fakehost.New(files)
	m := &Module{Name: "m", Path: "/modules/m"}
	var b strings.Builder
	for _, p := range m.Others(t.Context(), fake.Reader()) {
		b.WriteString(string(p.Kind) + " " + p.Name + " " + strings.TrimPrefix(p.File, m.Path+"/") + ": " + p.Because() + "\n")
		if p.Module != m || p.State != NotRun && p.State != NotUsed {
			t.Errorf("%+v", p)
		}
	}
	want := `manifest 2 files manifests: ralsh does not run manifests
Puppet data type net::port types/net/port.pp: ralsh does not use Puppet data types
Puppet data type port types/port.pp: ralsh does not use Puppet data types
plan init plans/init.pp: ralsh does not run plans
plan update::all plans/update/all.yaml: ralsh does not run plans
task init tasks/init.sh: ralsh does not run tasks
task restart tasks/restart: ralsh does not run tasks
template 2 files templates: ralsh does not use templates
Hiera data 2 files data: ralsh does not use Hiera data
translation 2 files locales: ralsh does not use translations
Hiera data hiera.yaml hiera.yaml: ralsh does not use Hiera data
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := (&Module{Path: "/modules/m"}).Others(t.Context(), fake.Reader()); len(got) > 0 {
		t.Errorf("what was synchronised has %d others", len(got))
	}
	if got := (&Module{Name: "x", Path: "/modules/x"}).Others(t.Context(), fake.Reader()); len(got) > 0 {
		t.Errorf("what is not there has %d others", len(got))
	}
}
