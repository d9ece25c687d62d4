package journal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal/stored"
	"ralsh/ral/value"
)

// What was removed along with a resource is recreated with it, and only then.
func TestTakenAlongComesBack(t *testing.T) {
	sym := func(s string) stored.Value { return stored.Value{Sym: &s} }
	for name, c := range map[string]struct {
		now  string
		want []string
	}{
		"removed": {"absent", []string{"User[alice]", "Group[alice]"}},
		"changed": {"present", []string{"User[alice]"}},
	} {
		rec := &Record{
			Planned: []Planned{{Type: "user", Title: "alice", Takes: []Along{
				{Type: "group", Title: "alice", Attrs: []Prop{{"ensure", sym("present")}, {"gid", stored.Value{Int: "1000"}}}},
			}}},
			Steps: []Step{{
				N: 1, Type: "user", Title: "alice", Done: true, Status: "changed",
				Was: []Prop{{"ensure", sym("present")}, {"shell", sym("a")}}, Now: []Prop{{"ensure", sym(c.now)}, {"shell", sym("b")}},
				Changes: []Change{{Property: "ensure", Status: "changed"}, {Property: "shell", Status: "changed"}},
			}},
		}
		list, notUndoable := Split(Inverses(ownfiles.Peek(t.TempDir()), rec, false))
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

// The undo of a changed resource repeats what the plan said that an undo does
// not restore.
func TestLastingIsSaidAgain(t *testing.T) {
	sym := func(s string) stored.Value { return stored.Value{Sym: &s} }
	for status, want := range map[string][]NotUndoable{
		"changed": {{Ref: "User[bob]", Reason: "the home directory stays", Partial: true, Final: true, Known: true}},
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
		_, got := Split(Inverses(ownfiles.Peek(t.TempDir()), rec, false))
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", status, d)
		}
	}
}

// A property that the run set and the provider did not report before is listed,
// because its previous value is unknown.
func TestUnreportedIsNamed(t *testing.T) {
	blue := "blue"
	rec := &Record{Steps: []Step{{
		N: 1, Type: "lamp", Title: "desk", Done: true, Status: "changed",
		Was: []Prop{{"color", stored.Value{Unknown: "the provider does not report it"}}}, Now: []Prop{{"color", stored.Value{Str: &blue}}},
		Changes: []Change{{Property: "color", Status: "changed"}},
	}}}
	declared, got := Split(Inverses(ownfiles.Peek(t.TempDir()), rec, false))
	want := []NotUndoable{{Ref: "Lamp[desk]", Property: "color", Reason: "it could not be read: the provider does not report it", Final: true}}
	if d := cmp.Diff(want, got); d != "" || len(declared) > 0 {
		t.Errorf("%v\n%s", declared, d)
	}
}

// The declaration that undoes a step, and what cannot be undone.
func TestInverseOfAStep(t *testing.T) {
	sym := func(s string) stored.Value { return stored.Value{Sym: &s} }
	str := func(s string) stored.Value { return stored.Value{Str: &s} }
	content := func(sum string) stored.Value { return stored.Value{Content: &stored.String{Sum: sum, Size: 4}} }
	state := ownfiles.Peek(t.TempDir())
	kept, forged := stored.Checksum([]byte("kept")), stored.Checksum([]byte("forged"))
	for sum, text := range map[string]string{kept: "kept", forged: "not it"} {
		if err := os.MkdirAll(filepath.Dir(state.Path(keptName(sum))), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(state.Path(keptName(sum)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	changes := func(names ...string) (list []Change) {
		for _, n := range names {
			list = append(list, Change{Property: n, Status: "changed"})
		}
		return list
	}
	for _, c := range []struct {
		name string
		step Step
		want string // the declaration
		not  string // what is not declared, and why
	}{
		{
			"a change",
			Step{Was: []Prop{{"shell", str("a")}, {"uid", str("1")}}, Now: []Prop{{"shell", str("b")}, {"uid", str("1")}}, Changes: changes("shell")},
			"shell=a", "",
		},
		{
			"what a change took along",
			Step{Was: []Prop{{"special", sym("absent")}, {"hour", str("3")}}, Now: []Prop{{"special", str("daily")}, {"hour", sym("absent")}}, Changes: changes("special")},
			"special=absent hour=3", "",
		},
		{
			"removed with a secret",
			Step{
				Was: []Prop{{"ensure", sym("present")}, {"password", stored.Value{Secret: "x"}}, {"shell", str("a")}}, Now: []Prop{{"ensure", sym("absent")}}, Changes: changes("ensure"),
			},
			"ensure=present shell=a", "password: " + stored.ErrSecret.Error(),
		},
		{
			"removed with what is not kept any more",
			Step{
				Was: []Prop{{"ensure", sym("present")}, {"content", content("gone")}}, Now: []Prop{{"ensure", sym("absent")}}, Changes: changes("ensure"),
			},
			"", "content: the saved content was removed from the journal",
		},
		{
			"content that is kept",
			Step{Was: []Prop{{"content", content(kept)}}, Now: []Prop{{"content", str("new")}}, Changes: changes("content")},
			"content=kept", "",
		},
		{
			"content that somebody changed in the store",
			Step{Was: []Prop{{"content", content(forged)}}, Now: []Prop{{"content", str("new")}}, Changes: changes("content")},
			"", "content: the saved content was modified",
		},
		{
			"cut off",
			Step{Status: CutOff, Was: []Prop{{"shell", str("a")}}, Now: []Prop{{"shell", str("b")}}, Changes: changes("shell")},
			"", "the run was interrupted in this step: result unknown",
		},
		{
			"never read again",
			Step{Was: []Prop{{"shell", str("a")}}, Changes: changes("shell")},
			"", "ralsh did not read it before and after the change",
		},
		{
			"a command only",
			Step{Was: []Prop{}, Acts: []Act{{Kind: "run", Text: "$ /bin/x", Done: true}}},
			"", "the effect of `/bin/x` is unknown",
		},
		{
			"a command that did not do what was asked",
			Step{
				Status: "did_not_take", Was: []Prop{{"returns", str("a")}}, Now: []Prop{{"returns", str("a")}},
				Changes: []Change{{Property: "returns", Status: "did_not_take"}}, Acts: []Act{{Kind: "run", Text: "$ /bin/x", Done: true}},
			},
			"", "the effect of `/bin/x` is unknown: it succeeded, but all readable values are unchanged",
		},
		{
			"what it was at the end of the run",
			Step{
				Was: []Prop{{"members", str("a")}}, Now: []Prop{{"members", str("b")}}, AtEnd: []Prop{{"members", str("a")}}, Changes: changes("members"),
			},
			"", "",
		},
		{
			"what it was before the run",
			Step{
				Was: []Prop{{"members", str("b")}}, Initial: []Prop{{"members", str("a")}}, Now: []Prop{{"members", str("c")}}, Changes: changes("members"),
			},
			"members=a", "",
		},
	} {
		s := c.step
		s.N, s.Type, s.Title, s.Done = 1, "thing", "x", c.name != "cut off"
		list := Inverses(state, &Record{Steps: []Step{s}}, false)
		if len(list) != 1 {
			t.Fatalf("%s: %d inverses", c.name, len(list))
		}
		var declared, not []string
		for _, a := range list[0].Decl.Attrs {
			declared = append(declared, a.Name+"="+a.Value.Text())
		}
		for _, n := range list[0].NotUndoable {
			not = append(not, strings.TrimPrefix(n.Property+": "+n.Reason, ": "))
		}
		if got := strings.Join(declared, " "); got != c.want {
			t.Errorf("%s: %q is declared, want %q", c.name, got, c.want)
		}
		if got := strings.Join(not, ", "); got != c.not {
			t.Errorf("%s: %q cannot be undone, want %q", c.name, got, c.not)
		}
	}
}

// The last step is undone first.
func TestInversesGoBackwards(t *testing.T) {
	a, b := "a", "b"
	var rec Record
	for i, title := range []string{"first", "second"} {
		rec.Steps = append(rec.Steps, Step{
			N: i + 1, Type: "thing", Title: title, Done: true, Was: []Prop{{"size", stored.Value{Str: &a}}}, Now: []Prop{{"size", stored.Value{Str: &b}}},
			Changes: []Change{{Property: "size", Status: "changed"}},
		})
	}
	var got []string
	for _, inv := range Inverses(ownfiles.Peek(t.TempDir()), &rec, false) {
		got = append(got, inv.Decl.Title)
	}
	if d := cmp.Diff([]string{"second", "first"}, got); d != "" {
		t.Error(d)
	}
}

// Changes since the run are reported; a resource in its state before the run is
// done.
func TestDriftSinceARun(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "thing", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "size", Kind: ral.Property}, {Name: "color", Kind: ral.Property},
	}})
	before, left := "before", "left"
	rec := &Record{Opening: Opening{Salt: []byte("salt")}, Steps: []Step{{
		N: 1, Type: "thing", Title: "x", Done: true, Was: []Prop{{"size", stored.Value{Str: &before}}}, Now: []Prop{{"size", stored.Value{Str: &left}}},
		Changes: []Change{{Property: "size", Status: "changed"}},
	}}}
	inv := Inverses(ownfiles.Peek(t.TempDir()), rec, false)[0]
	for now, want := range map[string]struct {
		moved string
		done  bool
	}{
		"left":   {},
		"before": {"size: the run left 'left', now it is 'before'", true},
		"other":  {"size: the run left 'left', now it is 'other'", false},
	} {
		inst := ral.NewInstance(reg.Type("thing"), "x").Set("size", value.Str(now)).Set("color", value.Str("any"))
		if moved, done := inv.Drift(rec, inst); moved != want.moved || done != want.done {
			t.Errorf("%s: %q, %t", now, moved, done)
		}
	}
}
