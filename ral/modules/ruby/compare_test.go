package ruby_test

import (
	"maps"
	"slices"
	"testing"

	"ralsh/ral/lazyre"
	"ralsh/ral/raltest/real"
)

// system is a root with Puppet and Debian's packages of modules.
type system struct {
	name string
	root func(testing.TB) string
}

var (
	bookworm = system{"Debian 12", real.Ruby}
	trixie   = system{"Debian 13", real.Trixie}
)

// onBoth runs a comparison inside the roots of both systems.
func onBoth(t *testing.T, compare func(t *testing.T, name string)) {
	t.Helper()
	for _, s := range []system{bookworm, trixie} {
		t.Run(s.name, func(t *testing.T) {
			if real.InsideOf(t, s.root, addMaterial(t)) {
				compare(t, s.name)
			}
		})
	}
}

// difference is what differs from Puppet on purpose.
type difference struct {
	at     *lazyre.Regexp // of the name of what is compared
	reason string
	on     string // the name of the only system; "" for both
}

// differencesOn returns the differences on a system.
func differencesOn(list []difference, name string) []difference {
	return slices.DeleteFunc(slices.Clone(list), func(d difference) bool { return d.on != "" && d.on != name })
}

// comparison compares texts by name, and collects what differs.
type comparison struct {
	differences []difference
	met         map[int]bool
	compared    int
	found       []string
}

func (c *comparison) same(at, puppet, own string) {
	c.compared++
	if puppet == own {
		return
	}
	for i, d := range c.differences {
		if d.at.MatchString(at) {
			if c.met == nil {
				c.met = map[int]bool{}
			}
			c.met[i] = true
			return
		}
	}
	c.found = append(c.found, at+"\n  Puppet: "+puppet+"\n  ralsh:  "+own)
}

// all compares two tables; a name that one has not is a difference.
func (c *comparison) all(at string, puppet, own map[string]string) {
	names := maps.Clone(puppet)
	maps.Copy(names, own)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		p, has := puppet[name]
		if !has {
			p = "(nothing)"
		}
		o, has := own[name]
		if !has {
			o = "(nothing)"
		}
		c.same(at+": "+name, p, o)
	}
}

// report fails the test for what differs, and for a difference that is no more.
func (c *comparison) report(t *testing.T) {
	t.Helper()
	const most = 100
	for i, text := range c.found {
		if i == most {
			t.Errorf("and %d more", len(c.found)-most)
			break
		}
		t.Error(text)
	}
	for i, d := range c.differences {
		if !c.met[i] {
			t.Errorf("%s: nothing differs there any more (%s)", d.at, d.reason)
		}
	}
	t.Logf("%d values compared, %d differ", c.compared, len(c.found))
}

// typeDifferences are those of types. What a type of the Resource API allows is said by its
// data type.
var typeDifferences = []difference{
	{lazyre.New(`^(anchor|api_\w+|concat_file): (providers|default|provider .*)$`), "what has no provider in Puppet is listed, set and refreshed by one in ralsh", ""},
	{lazyre.New(`^api_\w+: attribute \w+ patterns$`), "the data type says more than the patterns of the Resource API", ""},
	{lazyre.New(`^api_simple: attribute id (kind|matching)$`), "what can only be read is a property", ""},
	{lazyre.New(`^broken_confine: default$`), "a provider that raises is unsuitable, and spoils no other one", ""},
	{lazyre.New(`^firewall: attribute (clusterip_clustermac|mac_source) patterns$`), "options of a pattern stand in it", "Debian 12"},
	{lazyre.New(`^(cs_colocation|cs_primitive|firewall): attribute \w+ matching$`), "where code of the type makes one value of all, they are one", ""},
	{lazyre.New(`^(firewall|firewallchain|mysql_login_path): (providers|default|provider .*|attribute \w+ (kind|doc|patterns))$`), "a type of the Resource API here, as api_simple", "Debian 13"},
	{lazyre.New(`^(augeas|cron|mount): .*doc$`), "Puppet brings an older copy of the module than the package", "Debian 13"},
	{lazyre.New(`^(firewall|vs_port): feature`), "a feature that an attribute needs is one of the type, though it declares none", ""},
}

// valueDifferences are those of values.
var valueDifferences = []difference{
	{lazyre.New(`\.provider = ([^"]|"x\\n)`), "the name of a provider is a text; Ruby stumbles over anything else", ""},
	{lazyre.New(`= {"b64":`), "bytes that are no UTF-8 stop a regular expression of Ruby, and no other one", ""},
	{lazyre.New(`^api_\w+\.(high|low|size|ratio|flag|force|secret) = "`), "a text is read as what the data type asks for: an editor has nothing else", ""},
	{lazyre.New(`^(firewall|firewallchain|mysql_login_path)\.`), "a type of the Resource API here, as api_simple", "Debian 13"},
	{lazyre.New(`^api_simple\.flag = (true|false)$`), "a boolean is one, and no symbol", ""},
	{lazyre.New(`^api_simple\.id = `), "what can only be read is left out, and told", ""},
	{lazyre.New(`^api_canon\.words = `), "the data type is asked before the provider brings the value into its form", ""},
	{lazyre.New(`^keystone_identity_provider\.description = ""`), "a literal nil is an empty text for ralsh", ""},
	{lazyre.New(`^vcsrepo\.ensure = `), "a refusal names the values that the provider can have", ""},
	{lazyre.New(`^(archive\.(filename|proxy_type)|mongodb_user\.roles) = `), "the type sets it when it checks the whole resource; ralsh shows what is declared", ""},
	{lazyre.New(`^firewall\.(source|destination|ct\w+) = `), "what checks a value has no network", "Debian 12"},
	{lazyre.New(`^mount\.(blockdevice|fstype|options) = `), "Puppet brings an older copy of the module than the package", "Debian 13"},
}

// listDifferences are those of listings.
var listDifferences = []difference{
	{lazyre.New(`^broken_(confine|instances): `), "a provider that raises spoils no other one", ""},
	{lazyre.New(`^broken_values: (circular|circular_hash|class|deep|infinity|keys|nan|object|proc|range|rational|regexp|time|undef) state$`), "what is no value is shown as text, or why it is not", ""},
	{lazyre.New(`^firewallchain: `), "the first look at the tables of iptables makes them", "Debian 13"},
	{lazyre.New(`^mount: .* target$`), "a default is not what is there", ""},
}
