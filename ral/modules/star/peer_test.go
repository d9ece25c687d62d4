package star_test

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

const recordTypes = `
newtype("zone", attrs = [param("name", namevar = True), prop("kind"), param("key", sensitive = True)])
newtype("record", attrs = [param("name", namevar = True), prop("text")])
provider("p", type = "zone", set = lambda self, name, value: None, retrieve = lambda self: {"kind": "x"})

def _zone(self):
    for i in range(len(self.name.split("."))):
        zone = self.peer("zone", ".".join(self.name.split(".")[i:]))
        if zone:
            return zone
    fail("no zone of %s is declared" % self.name)

def _retrieve(self):
    return {"text": self.fs.read("/records/" + _zone(self).key.reveal() + "/" + self.name, missing = "")}

def _set(self, name, value):
    self.fs.write("/records/" + _zone(self).key.reveal() + "/" + self.name, value)

provider("p", type = "record", retrieve = _retrieve, set = _set)
`

// A provider's hooks find another resource of the run, by title or name, with its
// secrets as secrets. They find none outside of a run, nor what it lacks; their own
// resource is one of them.
func TestPeers(t *testing.T) {
	fake := fakehost.New(map[string]string{"/records/geheim/": ""})
	env := environment(t, recordTypes, fake.Reader())
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{
		{Type: "record", Title: "www.example.com", Attrs: attrs("text", "192.0.2.1")},
		{Type: "record", Title: "www.example.org", Attrs: attrs("text", "192.0.2.1")},
		{Type: "zone", Title: "mine", Attrs: attrs("name", "example.com", "key", "geheim")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if s := plan.Steps[0]; s.Status != transaction.Planned || strings.Contains(fmt.Sprint(s.Results), "geheim") {
		t.Errorf("%s: %s, %v", s.Status, s.LeftOut(), s.Results)
	}
	if s := plan.Steps[1]; s.Status != transaction.Blocked || !strings.Contains(s.LeftOut(), "no zone of www.example.org is declared") {
		t.Errorf("%s: %s", s.Status, s.LeftOut())
	}
	if _, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := fake.Content("/records/geheim/www.example.com"); got != "192.0.2.1" {
		t.Errorf("wrote %q", got)
	}
	r, _ := env.Build(t.Context(), ral.Decl{Type: "record", Title: "www.example.com"})
	if _, err := onhost.NewRun(env, fake.Reader()).Retrieve(t.Context(), r); err == nil || !strings.Contains(err.Error(), "no zone of www.example.com is declared") {
		t.Errorf("outside of a run: %v", err)
	}

	own := environment(t, widget(`prop("a")`)+`provider("p", type = "widget", set = lambda self, name, value: None,
    retrieve = lambda self: {"a": self.peer("widget", self.title).title + str(self.peer("wodget", "x")) + str(self.peer("widget", "none"))})`, fake.Reader())
	plan, err = transaction.NewPlan(t.Context(), own, []ral.Decl{{Type: "widget", Title: "w", Attrs: attrs("a", "wNoneNone")}})
	if err != nil || plan.Steps[0].Status != transaction.InSync {
		t.Errorf("its own: %v, %s", err, plan.Steps[0].LeftOut())
	}
}
