package facts

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host/fakehost"
)

// Each unknown name in a configuration gives one diagnostic.
func TestConfigurationOfNothing(t *testing.T) {
	fake := fakehost.New(map[string]string{
		conf: `facts : {
	blocklist : [ "memroy", "file system", "EC2", "mine", "legacy", "os.selinux", "osfamily", "a.txt", "site" ]
	ttls : [ { "procesor" : 1 day }, { "mine" : 1 day }, { "rack.sh" : 1 day } ]
	blocklst : []
}
globl : {}
cli : { debug : true, color : false }
fact-groups : { mine : [ "kernelrelease" ] }
global : { external-dir : [ "/missing", "/etc/facter/facts.d" ], no-ruby : true, sequential : true }`,
		factsD + "a.txt": "a=1\n", factsD + "b.txt": "site=1\n",
	})
	printing(fake, factsD+"rack.sh", says("rack=1\n"))
	f := With(fake.Reader(), Options{})
	f.All(t.Context())
	var got []string
	for _, s := range f.Trouble(t.Context()) {
		got = append(got, s.Error())
	}
	slices.Sort(got)
	want := []string{
		conf + `: facts.blocklist: unknown fact, group or file of facts "memroy" (did you mean "memory"?)`,
		conf + `: facts.ttls: unknown fact, group or file of facts "procesor" (did you mean "processor"?)`,
		conf + `: setting ignored: cli: unknown setting "color"`,
		conf + `: setting ignored: facts: unknown setting "blocklst" (did you mean "blocklist"?)`,
		conf + `: setting ignored: unknown setting "globl" (did you mean "global"?)`,
		"cannot read /missing: no such file or directory",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A dangling link instead of facter.conf is reported; the next path is read.
func TestConfigurationIsALinkToNothing(t *testing.T) {
	fake := fakehost.New(map[string]string{factsD + "a.txt": "", "/etc/puppetlabs/facter/facter.conf": "facts.blocklist : [ kernel ]\n"})
	if err := fake.Writer().Symlink(t.Context(), "/nowhere", conf); err != nil {
		t.Fatal(err)
	}
	f := With(fake.Reader(), Options{})
	trouble := f.Trouble(t.Context())
	if len(trouble) != 1 || trouble[0].Error() != conf+": no setting is used: the target of the link does not exist" {
		t.Errorf("trouble: %v", trouble)
	}
	if _, err := f.Fact(t.Context(), "kernel"); err == nil {
		t.Error("the second place is not read")
	}
}
