package journal

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
)

// What went along when a resource was removed is made again with it, and only then.
func TestTakenAlongComesBack(t *testing.T) {
	sym := func(s string) Val { return Val{Sym: &s} }
	for name, c := range map[string]struct {
		now  string
		want []string
	}{
		"removed": {"absent", []string{"User[alice]", "Group[alice]"}},
		"changed": {"present", []string{"User[alice]"}},
	} {
		rec := &Record{
			Planned: []Planned{{Type: "user", Title: "alice", Takes: []AlsoRemoved{
				{Type: "group", Title: "alice", Attrs: []Prop{{"ensure", sym("present")}, {"gid", Val{Int: "1000"}}}},
			}}},
			Steps: []Step{{
				N: 1, Type: "user", Title: "alice", Done: true, Status: "changed",
				Was: []Prop{{"ensure", sym("present")}, {"shell", sym("a")}}, Now: []Prop{{"ensure", sym(c.now)}, {"shell", sym("b")}},
				Changes: []Change{{Property: "ensure", Status: "changed"}, {Property: "shell", Status: "changed"}},
			}},
		}
		list, notUndoable := Split(Inverses(host.PeekState(t.TempDir()), rec))
		var got []string
		for _, inv := range list {
			got = append(got, inv.Decl.Ref())
			if v, there := inv.Decl.Get("gid"); inv.Decl.Type == "group" && (!there || v.Text() != "1000") {
				t.Errorf("%s: it comes back as %v", name, inv.Decl)
			}
		}
		if d := cmp.Diff(c.want, got); d != "" || len(notUndoable) > 0 {
			t.Errorf("%s: %s\n%v", name, d, notUndoable)
		}
	}
}

// What a plan says that an undo will not take back is said again by the undo, of a
// resource that was changed only.
func TestLastingIsSaidAgain(t *testing.T) {
	sym := func(s string) Val { return Val{Sym: &s} }
	for status, want := range map[string][]NotUndoable{
		"changed": {{Ref: "User[bob]", Reason: "the home directory stays", Partial: true}},
		"failed":  nil,
	} {
		rec := &Record{
			Planned: []Planned{{Type: "user", Title: "bob", Lasting: []string{"the home directory stays"}}},
			Steps: []Step{{
				N: 1, Type: "user", Title: "bob", Done: true, Status: status,
				Was: []Prop{{"ensure", sym("absent")}}, Now: []Prop{{"ensure", sym("present")}},
				Changes: []Change{{Property: "ensure", Status: status}},
			}},
		}
		_, got := Split(Inverses(host.PeekState(t.TempDir()), rec))
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", status, d)
		}
	}
}

// A property that the provider did not report before the run, and the run set, is
// named: what it was is not known.
func TestUnreportedIsNamed(t *testing.T) {
	blue := "blue"
	rec := &Record{Steps: []Step{{
		N: 1, Type: "lamp", Title: "desk", Done: true, Status: "changed",
		Was: []Prop{{"color", Val{Unknown: "the provider does not report it"}}}, Now: []Prop{{"color", Val{Str: &blue}}},
		Changes: []Change{{Property: "color", Status: "changed"}},
	}}}
	declared, got := Split(Inverses(host.PeekState(t.TempDir()), rec))
	want := []NotUndoable{{Ref: "Lamp[desk]", Property: "color", Reason: "it could not be read: the provider does not report it"}}
	if d := cmp.Diff(want, got); d != "" || len(declared) > 0 {
		t.Errorf("%v\n%s", declared, d)
	}
}
