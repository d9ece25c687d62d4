package modules_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ralsh/ral/modules"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/real"
)

// hundred returns 100 type files as in real modules.
func hundred() tree {
	files := tree{}
	for i := range 100 {
		files[fmt.Sprintf("m/lib/ral/type/thing%d.star", i)] = fmt.Sprintf(`
def _path(value):
    if not value.startswith("/"):
        fail("%%s must be a fully qualified path" %% value)

def _check(res):
    if res.ensure == present and not res.owner:
        fail("owner is needed")

newtype("thing%d", doc = "One of many types.", validate = _check,
    features = [feature("owners", "Can set the owner.")],
    attrs = [
        param("name", doc = "The path.", namevar = True, validate = _path),
        ensurable("Whether it is there."),
        prop("owner", doc = "Who owns it.", features = ["owners"], munge = lambda v: v.lower()),
        prop("mode", doc = "Its mode.", values = ["open", "shut", re.compile("^[0-7]{4}$")], default = "open"),
        prop("members", doc = "Its members.", array_matching = "all", insync = lambda i, s: sorted(i) == sorted(s)),
        param("force", doc = "Without asking.", boolean = True),
    ], autorequire = {"user": "owner"})
provider("tool", type = "thing%d", commands = {"tool": command("tool", looks = [["get"]])}, features = ["owners"],
    confine = {"fact.kernel": "Linux"}, defaultfor = {"os.family": ["debian", "redhat"]},
    retrieve = lambda self: {"owner": self.cmd.tool("get", self.name).out}, set = lambda self, name, value: None)
`, i, i)
	}
	return files
}

// TestLimitLoad limits loading 100 type files to 100 ms.
func TestLimitLoad(t *testing.T) {
	real.Limits(t)
	rd, base := hundred().fake().Reader(), builtin(t)
	real.WithinBest(t, "100 type files", 100*time.Millisecond, func() {
		e := modules.Load(t.Context(), rd, modules.Options{Path: []string{"/etc/modules"}, Base: base})
		if len(e.Failures()) > 0 {
			t.Fatal(e.Failures())
		}
	})
}

// TestLimitListing limits the listing of 10,000 instances of a JSON file to 0.2 s.
func TestLimitListing(t *testing.T) {
	real.Limits(t)
	const n = 10_000
	var file strings.Builder
	for i := range n {
		fmt.Fprintf(&file, "%s{\"name\": \"thing-%d\", \"owner\": \"alice\", \"size\": %d, \"tags\": [\"a\", \"b\"]}", map[bool]string{true: "[", false: ","}[i == 0], i, i)
	}
	files := tree{"/etc/things.json": file.String() + "]", "m/lib/ral/type/thing.star": `
newtype("thing", doc = "d", attrs = [param("name", namevar = True), ensurable(), prop("owner"), prop("size"), prop("tags", array_matching = "all")])
provider("json", type = "thing", instances = lambda self: json.decode(self.fs.read("/etc/things.json")), flush = lambda self: None)
`}
	rd := files.fake().Reader()
	e := modules.Load(t.Context(), rd, modules.Options{Path: []string{"/etc/modules"}})
	env := onhost.NewEnv(e.Registry, rd, nil)
	real.WithinLeast(t, "a listing of 10,000 instances", 200*time.Millisecond, func() time.Duration {
		found, start := 0, real.CPU()
		env.ListBy(t.Context(), e.Registry.Type("thing").Provider("json"), func(ev onhost.ListEvent) {
			if found += len(ev.Found); ev.Err != nil {
				t.Fatal(ev.Err)
			}
		})
		if found != n {
			t.Fatalf("%d instances", found)
		}
		return real.CPU() - start
	})
}

// TestLimitCheck limits the check of ten types with all that it tries to two seconds.
func TestLimitCheck(t *testing.T) {
	real.Limits(t)
	files := tree{"m/metadata.json": goodMetadata}
	for i := range 10 {
		attrs := ""
		for j := range 20 {
			attrs += fmt.Sprintf("    prop('p%d', doc = 'd', values = ['a', 'b', 'c'], munge = lambda value: value, insync = lambda is_, should: is_ == should),\n", j)
		}
		files[fmt.Sprintf("m/lib/ral/type/t%d.star", i)] = fmt.Sprintf("newtype('t%d', doc = 'd', attrs = [param('name', doc = 'd', namevar = True), ensurable('d'),\n%s])\n", i, attrs)
		files[fmt.Sprintf("m/lib/ral/provider/t%d/p.star", i)] = fmt.Sprintf("provider('p', type = 't%d', doc = 'd', instances = lambda self: [], flush = lambda self: None)\n", i)
	}
	start := time.Now()
	_, findings := modules.Check(t.Context(), files.fake().Reader(), "/etc/modules/m", modules.Options{Base: builtin(t)})
	took := time.Since(start)
	if len(findings) > 0 {
		t.Error(findings)
	}
	real.Within(t, "the check of ten types of 20 properties", took, 2*time.Second)
}
