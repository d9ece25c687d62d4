package modules_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/modules"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// A type whose properties read and set themselves is its own provider: it is listed,
// planned, applied and refreshed like any other.
func TestTypeWithoutProvider(t *testing.T) {
	files := tree{"m/lib/ral/type/level.star": `
newtype("level", doc = "d", attrs = [param("name", doc = "d", namevar = True), ensurable("d", retrieve = lambda self: present if self.fs.exists("/etc/level/" + self.name) else absent,
        sync = lambda self, value: self.fs.write("/etc/level/" + self.name, self.res.high or "") if value == present else self.fs.remove("/etc/level/" + self.name)),
    prop("high", doc = "d", retrieve = lambda self: self.fs.read("/etc/level/" + self.name, missing = "") or absent, sync = lambda self, value: self.fs.write("/etc/level/" + self.name, value)),
    prop("also", doc = "d", read_only = True, retrieve = lambda self: "x")],
    instances = lambda self: [{"name": n} for n in self.fs.list("/etc/level")],
    flush = lambda self: self.fs.write("/etc/flushed", self.name))
`, "/etc/level/a": "1"}
	fake := files.fake()
	e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}})
	if err := e.Failures(); len(err) > 0 {
		t.Fatal(err)
	}
	env := onhost.NewEnv(e.Registry, fake.Reader(), nil)
	if w := env.Elect(t.Context(), e.Registry.Type("level")).Winner; w == nil || w.Name != "type" {
		t.Fatalf("elected %v", w)
	}
	for _, c := range []struct{ title, ensure, high, file, want string }{
		{"a", "present", "2", "2", "high changed '1' to '2'"},
		{"b", "present", "3", "3", "created high defined"},
		{"a", "absent", "", "", "removed"},
	} {
		d := decl("level", c.title, "ensure", c.ensure)
		if c.high != "" {
			d = decl("level", c.title, "ensure", c.ensure, "high", c.high)
		}
		rep, err := transaction.Run(t.Context(), env, []ral.Decl{d}, fake.Writer(), transaction.Options{})
		if err != nil || !rep.OK() {
			t.Fatalf("%s: %v %v", c.title, err, rep.Summary())
		}
		var texts []string
		for _, change := range rep.Steps[0].Changes {
			texts = append(texts, change.Text)
		}
		if got := strings.Join(texts, " "); !strings.HasPrefix(got, strings.Fields(c.want)[0]) || fake.Content("/etc/flushed") != c.title {
			t.Errorf("%s: %s, want %s", c.title, got, c.want)
		}
		if there, err := fake.Reader().Exists(t.Context(), "/etc/level/"+c.title); err != nil || there != (c.ensure == "present") || there && fake.Content("/etc/level/"+c.title) != c.file {
			t.Errorf("%s: there %v", c.title, there)
		}
	}
	if got, _ := check(t, files, "m"); !strings.Contains(got, "metadata.json") || strings.Count(got, "\n") != 1 {
		t.Errorf("check: %s", got)
	}
	const head = "newtype('x', doc = 'd', "
	for code, want := range map[string]string{
		"attrs = [param('name', doc = 'd', namevar = True, retrieve = lambda self: 1)])":                                                         "newtype x: name is not a property, so it cannot have retrieve or sync",
		"attrs = [param('name', doc = 'd', namevar = True), prop('a', doc = 'd')], flush = lambda self: None)":                                   "newtype x: instances, flush, refresh and commands require properties with retrieve and sync",
		"attrs = [param('name', doc = 'd', namevar = True), prop('a', doc = 'd', sync = lambda self, value, x: None)])":                          "sync of a has 3 parameters, but ralsh passes at most 2: self, value",
		"attrs = [param('name', doc = 'd', namevar = True), prop('a', doc = 'd', sync = lambda self: None)], commands = 3)":                      "commands must be a dict of name to binary, not a number",
		"attrs = [param('name', doc = 'd', namevar = True), prop('a', doc = 'd', sync = lambda s: None)])\nprovider('type', type = 'x', " + able: "provider type of x is defined twice",
	} {
		if got, _ := check(t, tree{"m/metadata.json": goodMetadata, "m/lib/ral/type/x.star": head + code}, "m"); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s\nwant %s", code, got, want)
		}
	}
}
