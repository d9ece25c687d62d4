package transaction_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/deferred"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// readers is a function that reads a file.
type readers struct{}

func (readers) Has(name string) bool { return name == "read" || name == "panics" }

func (readers) Call(ctx context.Context, rd host.Reader, name string, args []value.Value) (value.Value, error) {
	if name == "panics" {
		panic("oh")
	}
	data, err := rd.ReadFile(ctx, args[0].Reveal().Text())
	return value.Str(string(data)), err
}

// computed returns a thing whose color is what a file holds.
func computed(title, file string, pairs ...string) ral.Decl {
	d := thing(title, pairs...)
	d.Deferred = &[]ral.Attr{{Name: "color", Value: deferred.Call("read", value.Str(file))}}
	return d
}

func TestDeferred(t *testing.T) {
	secret := computed("a", "/things/b/color")
	secret.Deferred = &[]ral.Attr{{Name: "color", Value: value.Secret(deferred.Call("read", value.Str("/things/new/color")))}}
	panics := computed("a", "")
	panics.Deferred = &[]ral.Attr{{Name: "color", Value: deferred.Call("panics")}}
	for name, c := range map[string]struct {
		decls  []ral.Decl
		before func(w world) // between the plan and the apply
		want   []string      // of the plan
		done   []string
	}{
		"what is missing": {
			decls: []ral.Decl{computed("a", "/things/b/size", "size", "2"), thing("b", "size", "7")},
			want:  []string{"Thing[a] blocked", "Thing[b] planned size=7"},
			done:  []string{"Thing[b] changed"},
		},
		"in sync": {
			decls: []ral.Decl{computed("a", "/things/b/color")},
			want:  []string{"Thing[a] in_sync"},
			done:  []string{"Thing[a] in_sync"},
		},
		"what an earlier resource will write": {
			decls: []ral.Decl{thing("b", "size", "7"), computed("a", "/things/b/size", "require", "Thing[b]")},
			want:  []string{"Thing[b] planned size=7", "Thing[a] planned color=7"},
			done:  []string{"Thing[b] changed", "Thing[a] changed"},
		},
		"what a command makes": {
			decls: []ral.Decl{thing("b", "size", "by-command"), computed("a", "/things/b/size", "require", "Thing[b]")},
			want:  []string{"Thing[b] planned size=by-command", "Thing[a] planned ensure= until 1"},
			done:  []string{"Thing[b] changed", "Thing[a] changed"},
		},
		"a dependency that cannot be planned": {
			decls: []ral.Decl{thing("unreadable", "color", "x"), computed("a", "/none", "require", "Thing[unreadable]")},
			want:  []string{"Thing[unreadable] blocked", "Thing[a] skipped"},
			done:  nil,
		},
		"another value at the apply": {
			decls:  []ral.Decl{computed("a", "/things/new/color"), thing("c", "ensure", "present")},
			before: func(w world) { w.Put("/things/new/color", "other", 0o644) },
			want:   []string{"Thing[a] planned color=green", "Thing[c] planned ensure=present"},
			done:   []string{"Thing[a] stopped: color is computed: 'green' was planned, and now it is 'other'", "Thing[c] changed"},
		},
		"another secret at the apply": {
			decls:  []ral.Decl{secret},
			before: func(w world) { w.Put("/things/new/color", "other", 0o644) },
			want:   []string{"Thing[a] planned color=[redacted]"},
			done:   []string{"Thing[a] stopped: color is computed, and differs from the planned value"},
		},
		"gone at the apply": {
			decls:  []ral.Decl{computed("a", "/things/new/color")},
			before: func(w world) { _ = w.Writer().Remove(context.Background(), "/things/new/color", false) },
			want:   []string{"Thing[a] planned color=green"},
			done:   []string{"Thing[a] failed"},
		},
		"a function that panics": {
			decls: []ral.Decl{panics, thing("b", "size", "7")},
			want:  []string{"Thing[a] blocked", "Thing[b] planned size=7"},
			done:  []string{"Thing[b] changed"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.env.Functions = readers{}
			w.Put("/things/new/color", "green", 0o644)
			p := planOf(t, w, c.decls...)
			var got []string
			for _, s := range p.Steps {
				line := s.Ref() + " " + s.Status.String()
				for _, ch := range s.Changes {
					line += " " + ch.Attr.Name + "=" + ch.Should.Text()
					if ch.Certainty == ral.UnknownUntil {
						line += " until 1"
					}
				}
				got = append(got, line)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("plan: %s", d)
			}
			if c.before != nil {
				c.before(w)
			}
			rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got = nil
			for _, s := range rep.Steps {
				line := s.Ref() + " " + s.Status.String()
				if s.Drift != "" {
					line += ": " + s.Drift
				}
				got = append(got, line)
			}
			if d := cmp.Diff(c.done, got); d != "" {
				t.Errorf("apply: %s", d)
			}
		})
	}
}

// A function that nothing defines is a mistake before anything runs.
func TestDeferredUnknown(t *testing.T) {
	w := newWorld(t)
	for _, fns := range []deferred.Functions{nil, readers{}} {
		w.env.Functions = fns
		d := computed("a", "/x")
		d.Deferred = &[]ral.Attr{{Name: "color", Value: value.ListOf(deferred.Call("read", deferred.Call("lookup")))}}
		_, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{d})
		if err == nil || !strings.Contains(err.Error(), "no function is called lookup") {
			t.Errorf("%v: %v", fns, err)
		}
	}
}
