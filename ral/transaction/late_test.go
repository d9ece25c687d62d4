package transaction_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// lateWorld returns a world with a type late, whose provider needs a file that
// things create.
func lateWorld(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return things{} }})
	late := thingType()
	late.Name, late.Relations = "late", nil
	reg.Add(late, ral.Provider{
		Name: "files", New: func() any { return things{} }, Confines: []condition.Confine{condition.FileExists("/things/tool/color")},
	})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	w.env = onhost.NewEnv(reg, w.Reader(), nil)
	return w
}

func lately(title string, pairs ...string) ral.Decl {
	d := thing(title, pairs...)
	d.Type = "late"
	return d
}

func TestLateProviders(t *testing.T) {
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  []string
		done  string
	}{
		"what a provider lacks is made by a later resource": {
			[]ral.Decl{lately("a", "color", "blue"), thing("tool", "color", "x"), thing("b", "color", "red")},
			[]string{"Thing[tool] planned", "Thing[b] in_sync", "Late[a] planned"},
			"[tool=changed b=in_sync a=changed]",
		},
		"whoever waits for it waits too": {
			[]ral.Decl{lately("a", "color", "blue"), thing("b", "color", "blue", "require", "Late[a]"), thing("tool", "color", "x")},
			[]string{"Thing[tool] planned", "Late[a] planned", "Thing[b] planned"},
			"[tool=changed a=changed b=changed]",
		},
		"a command that it depends on may bring it": {
			[]ral.Decl{lately("a", "color", "blue", "require", "Thing[half]"), thing("half", "size", "by-command")},
			[]string{"Thing[half] planned", "Late[a] planned until 1"},
			"[half=changed a=failed]",
		},
		"a command that it depends on brings it": {
			[]ral.Decl{lately("a", "color", "blue", "size", "3", "require", "Thing[tool]"), thing("tool", "color", "by-command")},
			[]string{"Thing[tool] planned", "Late[a] planned until 1"},
			"[tool=changed a=changed]",
		},
		"nothing brings it": {
			[]ral.Decl{lately("a", "color", "blue"), thing("b", "color", "blue", "require", "Late[a]")},
			[]string{"Late[a] blocked", "Thing[b] skipped"},
			"[]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := lateWorld(t)
			p := planOf(t, w, c.decls...)
			var got []string
			for i, s := range p.Steps {
				line := s.Ref() + " " + s.Status.String()
				if s.N != i+1 {
					t.Errorf("%s is step %d in place %d", s.Ref(), s.N, i+1)
				}
				if s.Certainty() == ral.UnknownUntil {
					line += " until " + string(rune('0'+s.Changes[0].Until))
				}
				got = append(got, line)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
			rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := statuses(rep); got != c.done {
				t.Errorf("applied %s, want %s", got, c.done)
			}
		})
	}
}

// parentType returns a type whose resources generate parts during the run.
func parentType() ral.Type {
	ty := thingType()
	ty.Name = "parent"
	ty.EvalGenerate = func(_ context.Context, _ host.Reader, r *ral.Resource) ([]ral.Decl, error) {
		return []ral.Decl{thing(r.Title+"1", "color", "blue"), thing(r.Title+"2", "color", "blue")}, nil
	}
	return ty
}

func TestGeneratedInAPlanAreGeneratedAgain(t *testing.T) {
	w := newWorld(t)
	reg := ral.NewRegistry()
	files := ral.Provider{Name: "files", New: func() any { return things{} }}
	reg.Add(thingType(), files)
	reg.Add(parentType(), files)
	w.env = onhost.NewEnv(reg, w.Reader(), nil)
	p := planOf(t, w, func() ral.Decl { d := thing("a"); d.Type = "parent"; return d }(), thing("b", "color", "blue", "require", "Parent[a]"))
	want := []string{"Parent[a] in_sync:", "Thing[a1] planned:", "Thing[a2] planned:", "Thing[b] planned:"}
	var got []string
	for _, s := range p.Steps {
		got = append(got, s.Ref()+" "+s.Status.String()+":")
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := statuses(rep), "[a=in_sync a1=changed a2=changed b=changed]"; got != want {
		t.Errorf("applied %s, want %s", got, want)
	}
}
