package ruby_test

import (
	"os"
	"strings"
	"testing"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// appears is a module whose providers need features that an earlier resource makes true.
var appears = map[string]string{
	"puppet/feature/appears_file.rb": `Puppet.features.add(:appears_file) { File.exist?('/srv/tool') ? true : nil }`,
	"puppet/feature/appears_gem.rb":  `Puppet.features.add(:appears_gem, libs: 'appears_gem')`,
	"puppet/type/appears_tool.rb": `
Puppet::Type.newtype(:appears_tool) do
  ensurable
  newparam(:name, namevar: true)
end`,
	"puppet/provider/appears_tool/ruby.rb": `
Puppet::Type.type(:appears_tool).provide(:ruby) do
  def exists?; File.exist?(resource[:name]); end
  def create; File.write(resource[:name], ''); end
end`,
	"puppet/type/appears_db.rb": `
Puppet::Type.newtype(:appears_db) do
  ensurable
  newparam(:name, namevar: true)
end`,
	"puppet/provider/appears_db/file.rb": `
Puppet::Type.type(:appears_db).provide(:file) do
  confine feature: :appears_file
  def exists?; File.exist?("/srv/db.#{resource[:name]}"); end
  def create; File.write("/srv/db.#{resource[:name]}", ''); end
end`,
	"puppet/provider/appears_db/gem.rb": `
Puppet::Type.type(:appears_db).provide(:gem, parent: :file) do
  confine feature: :appears_gem
end`,
}

// TestFeatureAppears applies resources whose providers become suitable because an earlier
// resource makes their feature true. Without it, the reason names the feature.
func TestFeatureAppears(t *testing.T) {
	if !inside(t) {
		return
	}
	for file, text := range appears {
		writeFile(t, "/srv/appears/lib/"+file, text)
	}
	f := facts.New(local.Machine().Reader())
	b := open(t, []ruby.Module{{Name: "appears", Path: "/srv/appears"}}, f)
	reg := ral.NewRegistry()
	for _, name := range []string{"appears_tool", "appears_db"} {
		d, err := b.Describe(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		typ, providers := b.Type(d, ral.Origin{File: d.File})
		reg.Add(typ, providers...)
	}
	env := onhost.NewEnv(reg, local.Machine().Reader(), f)
	plan := func(decls ...ral.Decl) *transaction.Plan {
		p, err := transaction.NewPlan(t.Context(), env, decls)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, c := range []struct{ provider, feature, makes string }{
		{"file", "appears_file", "/srv/tool"}, {"gem", "appears_gem", "/srv/appears/lib/appears_gem.rb"},
	} {
		db := reading("appears_db", c.provider, "ensure", "present", "provider", c.provider)
		if err := plan(db).Steps[0].Err; err == nil || !strings.Contains(err.Error(), "feature "+c.feature+" is missing") {
			t.Errorf("%s: without its feature: %v", c.provider, err)
		}
		p := plan(reading("appears_tool", c.makes, "ensure", "present"), db)
		if s := p.Steps[1]; s.Status != transaction.Planned {
			t.Fatalf("%s: planned %v, %v", c.provider, s.Status, s.Err)
		}
		rep, err := p.Apply(t.Context(), local.Machine().Writer(), transaction.Options{})
		if err != nil || rep.Steps[1].Err != nil || rep.Steps[1].Status != transaction.Changed {
			t.Errorf("%s: %v, %v, %v", c.provider, err, rep.Steps[1].Status, rep.Steps[1].Err)
		}
		if _, err := os.Stat("/srv/db." + c.provider); err != nil {
			t.Error(err)
		}
	}
}
