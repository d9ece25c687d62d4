package transaction_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// A skipped resource names all its failed dependencies, each once.
func TestSkippedForSeveral(t *testing.T) {
	rep := applied(
		t, newWorld(t), thing("a", "color", "refused", "size", "2"), thing("b", "color", "refused", "size", "2"),
		thing("c", "ensure", "present", "require", "Thing[a]"), thing("d", "ensure", "present", "require", "Thing[b]"),
		thing("e", "ensure", "present", "require", "Thing[a]"),
		ral.Decl{Type: "thing", Title: "f", Attrs: []ral.Attr{{Name: "require", Value: value.Strs("Thing[c]", "Thing[d]", "Thing[e]", "Thing[a]")}}},
	)
	last := rep.Steps[len(rep.Steps)-1]
	if d := cmp.Diff([]string{"Thing[a]", "Thing[b]"}, last.Needs); d != "" || last.Skip != transaction.NeedsFailed {
		t.Errorf("%s of %s: %s", last.Skip, last.Ref(), d)
	}
}

// A value that changed since the plan stops its resource, unless an earlier
// command of the same run that it depends on may explain it. A write explains
// nothing.
func TestDriftOfTheRunItself(t *testing.T) {
	for _, c := range []struct{ color, relation, to, want string }{
		{"by-command", "require", "Thing[a]", "[a=changed b=changed]"},
		{"by-command", "tag", "x", "[a=changed b=stopped]"},
		{"blue", "require", "Thing[a]", "[a=changed b=stopped]"},
	} {
		relation, want := c.color+" "+c.relation, c.want
		w := newWorld(t)
		p := planOf(t, w, thing("a", "color", c.color), thing("b", "color", "blue", c.relation, c.to))
		rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{Emit: func(ev transaction.Event) {
			if done, ok := ev.(transaction.StepFinished); ok && done.Step.Decl.Title == "a" {
				w.Put("/things/b/color", "green", 0o644)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if got := statuses(rep); got != want {
			t.Errorf("with %s %s, want %s", relation, got, want)
		}
	}
}

// A change whose result cannot be read counts as done.
func TestUnreadAfterwards(t *testing.T) {
	done := false
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "lamp", EnsureOptional: true, Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "color", Kind: ral.Property},
	}}, ral.Provider{Name: "p", New: func() any {
		return ral.Ops{
			ModuleOps: ral.ModuleOps{
				Get: func(context.Context, host.Reader, *ral.Resource, string) (value.Value, error) {
					if done {
						return value.Unread("permission denied"), nil
					}
					return value.Str("red"), nil
				},
			},
			Set: func(context.Context, host.Writer, *ral.Resource, string, value.Value) error {
				done = true
				return nil
			},
		}
	}})
	fake := fakehost.New(nil)
	env := onhost.NewEnv(reg, fake.Reader(), nil)
	p, err := transaction.NewPlan(t.Context(), env, []ral.Decl{{Type: "lamp", Title: "a", Attrs: []ral.Attr{{Name: "color", Value: value.Str("blue")}}}})
	if err != nil {
		t.Fatal(err)
	}
	done = false
	rep, err := p.Apply(t.Context(), fake.Writer(), transaction.Options{})
	if err != nil || statuses(rep) != "[a=changed]" {
		t.Errorf("%s, %v", statuses(rep), err)
	}
}

// A value that names a method of the provider is set by that method, and not by
// the setter (semantics.md L20).
func TestValueWithAMethod(t *testing.T) {
	var calls []string
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "lamp", EnsureOptional: true, Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true},
		{Name: "color", Kind: ral.Property, Values: []ral.Allowed{{Name: "blue", Call: "paint"}, {Name: "red"}}},
	}}, ral.Provider{Name: "p", New: func() any {
		return ral.Ops{
			ModuleOps: ral.ModuleOps{
				Methods: []string{"paint"},
				Get: func(context.Context, host.Reader, *ral.Resource, string) (value.Value, error) {
					return value.Sym("none"), nil
				},
				Call: func(_ context.Context, _ host.Writer, _ *ral.Resource, method string) error {
					calls = append(calls, method)
					return nil
				},
			},
			Set: func(_ context.Context, _ host.Writer, _ *ral.Resource, attr string, should value.Value) error {
				calls = append(calls, attr+"="+should.Text())
				return nil
			},
		}
	}})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(nil)
	lamp := func(title, color string) ral.Decl {
		return ral.Decl{Type: "lamp", Title: title, Attrs: []ral.Attr{{Name: "color", Value: value.Str(color)}}}
	}
	_, err := transaction.Run(t.Context(), onhost.NewEnv(reg, fake.Reader(), nil), []ral.Decl{lamp("a", "blue"), lamp("b", "red")}, fake.Writer(), transaction.Options{})
	if err != nil || list(calls...) != "[paint color=red]" {
		t.Errorf("%q, %v", calls, err)
	}
}

// A comparison that fails is a failure, whatever it returns.
func TestComparisonThatFails(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "lamp", EnsureOptional: true, Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "color", Kind: ral.Property},
	}}, ral.Provider{Name: "p", New: func() any {
		return ral.Ops{
			ModuleOps: ral.ModuleOps{
				Get: func(context.Context, host.Reader, *ral.Resource, string) (value.Value, error) {
					return value.Str("red"), nil
				},
			},
			Set: func(context.Context, host.Writer, *ral.Resource, string, value.Value) error { return nil },
			InSync: func(context.Context, host.Reader, *ral.Resource, string, value.Value, value.Value) (bool, bool, error) {
				return true, true, errors.New("cannot compare")
			},
		}
	}})
	fake := fakehost.New(nil)
	rep, err := transaction.Run(t.Context(), onhost.NewEnv(reg, fake.Reader(), nil), []ral.Decl{
		{Type: "lamp", Title: "a", Attrs: []ral.Attr{{Name: "color", Value: value.Str("blue")}}},
	}, fake.Writer(), transaction.Options{})
	if err != nil || statuses(rep) != "[a=failed]" {
		t.Errorf("%s, %v", statuses(rep), err)
	}
}
