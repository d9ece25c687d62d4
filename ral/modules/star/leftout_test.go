package star_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
)

// A property that the reading of a resource leaves out is absent. A listing beside
// retrieve may leave out what only retrieve reads.
func TestLeftOut(t *testing.T) {
	for name, c := range map[string]struct {
		hooks       string
		one, listed bool // whether the size is known
	}{
		"retrieve":           {"retrieve = lambda self: {'text': 'x'}", true, false},
		"a listing":          {"instances = lambda self: [{'name': 'a', 'text': 'x'}]", true, true},
		"both":               {"retrieve = lambda self: {'text': 'x'}, instances = lambda self: [{'name': 'a'}]", true, false},
		"a getter that read": {"instances = lambda self: [{'name': 'a'}], getters = {'size': lambda self: None}", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			rd := fakehost.New(nil).Reader()
			env := environment(t, widget("prop('text'), prop('size')")+"provider('p', type = 'widget', set = lambda self, name, value: None, "+c.hooks+")", rd)
			r, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "a"})
			if err := diags.Err(); err != nil {
				t.Fatal(err)
			}
			inst, err := onhost.NewRun(env, rd).Retrieve(t.Context(), r)
			if err != nil || inst.Known("size") != c.one || !inst.Get("size").IsAbsent() {
				t.Errorf("read: %v, known: %t, want %t: %v", err, inst.Known("size"), c.one, inst.Get("size"))
			}
			if r.Provider.Ops().List == nil {
				return
			}
			env.List(t.Context(), r.Type, func(ev onhost.ListEvent) {
				for _, inst := range ev.Found {
					if inst.Known("size") != c.listed {
						t.Errorf("listed: known %t, want %t", inst.Known("size"), c.listed)
					}
				}
			})
		})
	}
}
