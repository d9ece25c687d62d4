package modules_test

import (
	"fmt"
	"testing"
	"time"

	"ralsh/ral/modules"
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
	rd, base, took := hundred().fake().Reader(), builtin(t), time.Hour
	for range 10 {
		start := time.Now()
		e := modules.Load(t.Context(), rd, modules.Options{Path: []string{"/etc/modules"}, Base: base})
		took = min(took, time.Since(start))
		if len(e.Failures()) > 0 {
			t.Fatal(e.Failures())
		}
	}
	real.Within(t, "100 type files", took, 100*time.Millisecond)
}
