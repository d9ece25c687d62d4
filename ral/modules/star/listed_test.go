package star_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// A listed resource exists for a single read too, if the provider cannot read
// one resource completely: a plan does not create what exists.
func TestListedIsFound(t *testing.T) {
	const text = `
def _instances(self):
    return [{"name": n, "text": self.fs.read("/notes/" + n), "size": "3"} for n in self.fs.list("/notes")]
newtype("note", attrs = [param("name", namevar = True), ensurable(), prop("text"), prop("size")])
provider("p", type = "note", instances = _instances, create = lambda self: self.fs.write("/notes/" + self.name, "new"),
    setters = {"text": lambda self, value: self.fs.write("/notes/" + self.name, value)}, HOOKS)
`
	for _, c := range []struct{ hooks, want string }{
		{"", "present old 3"},
		{"prefetch = lambda self, resources: None", "present old 3"},
		{"exists = lambda self: True", "present old 3"},
		{"exists = lambda self: False", "absent absent absent"},
		{"getters = {'size': lambda self: '4'}", "present old 4"},
		{"retrieve = lambda self: {'text': 'read'}", "present read absent"},
		{"get = lambda self, name: {'text': 'got'}.get(name, 'x')", "x got x"},
	} {
		fake := fakehost.New(map[string]string{"/notes/a": "old"})
		env := environment(t, strings.ReplaceAll(text, "HOOKS", c.hooks), fake.Reader())
		r, _ := env.Build(t.Context(), ral.Decl{Type: "note", Title: "a"})
		inst, err := onhost.NewRun(env, fake.Reader()).Retrieve(t.Context(), r)
		if err != nil {
			t.Errorf("%s: %v", c.hooks, err)
			continue
		}
		if got := inst.Get("ensure").Text() + " " + inst.Get("text").Text() + " " + inst.Get("size").Text(); got != c.want {
			t.Errorf("%s: read %s, want %s", c.hooks, got, c.want)
		}
	}
	fake := fakehost.New(map[string]string{"/notes/a": "old"})
	env := environment(t, strings.ReplaceAll(text, "HOOKS", ""), fake.Reader())
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{{Type: "note", Title: "a", Attrs: attrs("ensure", "present", "text", "two")}}, fake.Writer(), transaction.Options{})
	if err != nil || len(rep.Steps[0].Changes) != 1 || fake.Content("/notes/a") != "two" {
		t.Errorf("%v: changes %v, the file is %q", err, rep.Steps[0].Changes, fake.Content("/notes/a"))
	}
}
