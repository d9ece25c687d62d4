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
		list, notUndoable := Inverses(host.PeekState(t.TempDir()), rec)
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
