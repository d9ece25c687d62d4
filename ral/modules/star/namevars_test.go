package star_test

import (
	"strings"
	"testing"

	"ralsh/providers/resources"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// records are files ZONE/NAME. A title is NAME, in the zone main, or NAME@ZONE.
const records = `
def _instances(self):
    found = []
    for zone in self.fs.list("/zones"):
        for name in self.fs.list("/zones/" + zone):
            found.append({INSTANCE, "text": self.fs.read("/zones/%s/%s" % (zone, name))})
    return found
def _flush(self):
    file = "/zones/%s/%s" % (self.res.zone, self.res.name)
    if self.pending.get("ensure") == absent:
        self.fs.remove(file)
    else:
        self.fs.write(file, self.pending["text"])
newtype("record", titles = [(re.compile("^(.+)@(.+)$"), ["name", "zone"]), (re.compile("^(.+)$"), ["name"])],
    attrs = [param("name", namevar = True), param("zone", namevar = True, default = "main"), ensurable(), prop("text")])
provider("p", type = "record", instances = _instances, flush = _flush)
`

// An instance is identified by its namevars, whatever the title.
func TestInstancesByNamevars(t *testing.T) {
	for _, instance := range []string{
		`"title": name + "@" + zone, "name": name, "zone": zone`,
		`"name": name + "@" + zone`,
		`"title": name + "@" + zone`,
	} {
		fake := fakehost.New(map[string]string{"/zones/main/a": "one", "/zones/other/a": "two"})
		env := environment(t, strings.ReplaceAll(records, "INSTANCE", instance), fake.Reader())
		for _, c := range []struct {
			title, zone, want string
		}{
			{"a", "", "one"}, {"a@main", "", "one"}, {"a@other", "", "two"}, {"a", "other", "two"}, {"b", "", "absent"},
		} {
			d := ral.Decl{Type: "record", Title: c.title}
			if c.zone != "" {
				d.Attrs = attrs("zone", c.zone)
			}
			r, diags := env.Build(t.Context(), d)
			inst, err := onhost.NewRun(env, fake.Reader()).Retrieve(t.Context(), r)
			if diags.Err() != nil || err != nil || inst.Get("text").Text() != c.want {
				t.Errorf("%s: %s in %q: %v %v, want %s", instance, c.title, c.zone, inst, err, c.want)
			}
		}
	}
}

// A resource that is declared by its namevars under another title is not purged
// and does not prevent other removals.
func TestPurgeByNamevars(t *testing.T) {
	fake := fakehost.New(map[string]string{"/zones/main/a": "one", "/zones/other/a": "two", "/zones/other/b": "three"})
	d := load(t, strings.ReplaceAll(records, "INSTANCE", `"title": name + "@" + zone, "name": name, "zone": zone`))
	reg := ral.NewRegistry()
	reg.Add(*d.Types[0], d.Providers[0].Build())
	reg.AddMeta("resources", resources.Type)
	env := onhost.NewEnv(reg, fake.Reader(), nil)
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{
		{Type: "resources", Title: "record", Attrs: attrs("purge", value.Bool(true))},
		{Type: "record", Title: "mine", Attrs: attrs("name", "a", "zone", "other", "ensure", "present")},
		{Type: "record", Title: "a", Attrs: attrs("ensure", "present")},
	}, fake.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if troubles := rep.Steps[0].Troubles; len(troubles) > 0 || len(rep.Steps) != 4 {
		t.Errorf("%d steps, and %v", len(rep.Steps), troubles)
	}
	if fake.Content("/zones/main/a") != "one" || fake.Content("/zones/other/a") != "two" || fake.Content("/zones/other/b") != "" {
		t.Errorf("%q %q %q", fake.Content("/zones/main/a"), fake.Content("/zones/other/a"), fake.Content("/zones/other/b"))
	}
}

// A title that does not resolve to its instance could not be looked up.
func TestTitleOfInstances(t *testing.T) {
	fake := fakehost.New(map[string]string{"/zones/other/a": "two"})
	env := environment(t, strings.ReplaceAll(records, "INSTANCE", `"name": name, "zone": zone`), fake.Reader())
	env.List(t.Context(), env.Registry.Type("record"), func(ev onhost.ListEvent) {
		want := `t.star:2:1: instances: the title "a" of an instance of record does not match its namevars: return the matching title as "title"`
		if ev.Done && (ev.Err == nil || ev.Err.Error() != want) {
			t.Errorf("got %v, want %s", ev.Err, want)
		}
	})
}
