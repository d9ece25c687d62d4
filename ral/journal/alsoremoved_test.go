package journal_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/journal/stored"
	"ralsh/ral/value"
)

// A resource that was removed along with another is only recreated if none of its
// name exists. A resource that was created since is not changed.
func TestAlsoRemovedIsNotAnother(t *testing.T) {
	sym := func(s string) stored.Value { return stored.Value{Sym: &s} }
	red := "red"
	rec := &journal.Record{
		Planned: []journal.Planned{{Type: "thing", Title: "a", Takes: []journal.Along{
			{Type: "thing", Title: "b", Attrs: []journal.Prop{{Name: "ensure", Value: sym("present")}, {Name: "color", Value: stored.Value{Str: &red}}}},
		}}},
		Steps: []journal.Step{{
			N: 1, Type: "thing", Title: "a", Done: true, Status: "changed",
			Was: []journal.Prop{{Name: "ensure", Value: sym("present")}}, Now: []journal.Prop{{Name: "ensure", Value: sym("absent")}},
			Changes: []journal.Change{{Property: "ensure", Status: "changed"}},
		}},
	}
	list, _ := journal.Split(journal.Inverses(ownfiles.Peek(t.TempDir()), rec, false))
	if len(list) != 2 || list[1].Decl.Ref() != "Thing[b]" {
		t.Fatalf("%+v", list)
	}
	typ := registry().Type("thing")
	there := func(color string) *ral.Instance {
		return ral.NewInstance(typ, "b").Set("ensure", value.Present()).Set("color", value.Str(color))
	}
	for name, c := range map[string]struct {
		now         *ral.Instance
		moved, done bool
	}{
		"gone":                 {ral.AbsentInstance(typ, "b"), false, false},
		"there as it was":      {there("red"), true, true},
		"another of that name": {there("green"), true, false},
	} {
		moved, done := list[1].Drift(rec, c.now)
		if (moved != "") != c.moved || done != c.done {
			t.Errorf("%s: %q, %v", name, moved, done)
		}
	}
}

// A value of a resource that was removed along with another and is not in the
// store any more is reported; the resource is recreated without it.
func TestAlsoRemovedReportsLostValues(t *testing.T) {
	present, absent := "present", "absent"
	rec := &journal.Record{
		Planned: []journal.Planned{{Type: "thing", Title: "a", Takes: []journal.Along{{Type: "thing", Title: "b", Attrs: []journal.Prop{
			{Name: "ensure", Value: stored.Value{Sym: &present}},
			{Name: "color", Value: stored.Value{Content: &stored.String{Sum: "0abc", Size: 9000}}},
		}}}}},
		Steps: []journal.Step{{
			N: 1, Type: "thing", Title: "a", Done: true, Status: "changed",
			Was: []journal.Prop{{Name: "ensure", Value: stored.Value{Sym: &present}}}, Now: []journal.Prop{{Name: "ensure", Value: stored.Value{Sym: &absent}}},
			Changes: []journal.Change{{Property: "ensure", Status: "changed"}},
		}},
	}
	list := journal.Inverses(ownfiles.Peek(t.TempDir()), rec, false)
	if len(list) != 2 || len(list[1].NotUndoable) != 1 || list[1].NotUndoable[0].Property != "color" {
		t.Errorf("%+v", list)
	}
}

// A resource that a step changed and a later step removed along with another has one
// inverse, of its own step.
func TestAlsoRemovedAfterItsOwnStep(t *testing.T) {
	sym := func(s string) stored.Value { return stored.Value{Sym: &s} }
	red, blue := "red", "blue"
	prop := func(ensure, color string) []journal.Prop {
		return []journal.Prop{{Name: "ensure", Value: sym(ensure)}, {Name: "color", Value: stored.Value{Str: &color}}}
	}
	rec := &journal.Record{
		Planned: []journal.Planned{{Type: "thing", Title: "a", Takes: []journal.Along{{Type: "thing", Title: "b", Attrs: prop("present", blue)}}}},
		Steps: []journal.Step{{
			N: 1, Type: "thing", Title: "b", Done: true, Status: "changed",
			Was: prop("present", red), Now: prop("present", blue), AtEnd: []journal.Prop{{Name: "ensure", Value: sym("absent")}, {Name: "color", Value: sym("absent")}},
			Changes: []journal.Change{{Property: "color", Status: "changed"}},
		}, {
			N: 2, Type: "thing", Title: "a", Done: true, Status: "changed", Was: prop("present", red), Now: prop("absent", red),
			Changes: []journal.Change{{Property: "ensure", Status: "changed"}},
		}},
	}
	list := journal.Inverses(ownfiles.Peek(t.TempDir()), rec, false)
	if len(list) != 2 || list[0].Decl.Ref() != "Thing[a]" || list[1].Decl.Ref() != "Thing[b]" {
		t.Fatalf("%+v", list)
	}
	ensure, _ := list[1].Decl.Get("ensure")
	if color, _ := list[1].Decl.Get("color"); ensure.Text() != "present" || color.Text() != red {
		t.Errorf("%v", list[1].Decl)
	}
	// A step that comes after the removal creates another of that name.
	rec.Planned[0].Takes[0].Attrs = prop("present", red)
	rec.Steps[0], rec.Steps[1] = rec.Steps[1], journal.Step{
		N: 2, Type: "thing", Title: "b", Done: true, Status: "changed", Was: []journal.Prop{{Name: "ensure", Value: sym("absent")}}, Now: prop("present", blue),
		Changes: []journal.Change{{Property: "ensure", Status: "changed"}},
	}
	list = journal.Inverses(ownfiles.Peek(t.TempDir()), rec, false)
	if len(list) != 2 || list[0].Decl.Ref() != "Thing[b]" {
		t.Fatalf("%+v", list)
	}
	ensure, _ = list[0].Decl.Get("ensure")
	if color, _ := list[0].Decl.Get("color"); ensure.Text() != "present" || color.Text() != red {
		t.Errorf("%v", list[0].Decl)
	}
}
