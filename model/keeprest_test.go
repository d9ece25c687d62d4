package model_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// rule is a provider that writes a file anew from what is declared.
type rule struct{ stubborn bool }

func (p rule) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	data, err := rd.ReadFile(ctx, r.Name())
	if err != nil {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	inst := ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Str("present"))
	for _, a := range r.Type.Properties() {
		if a.Name != "ensure" {
			inst.Set(a.Name, value.Absent())
		}
	}
	for word := range strings.FieldsSeq(string(data)) {
		name, v, _ := strings.Cut(word, "=")
		inst.Set(name, value.Str(v))
	}
	return inst, nil
}

func (p rule) InSync(_ context.Context, _ host.Reader, _ *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	return !p.stubborn, p.stubborn && attr == "port", nil
}

func (p rule) Create(context.Context, host.Writer, *ral.Resource) error { return nil }

func (p rule) Destroy(context.Context, host.Writer, *ral.Resource) error { return nil }

func (p rule) Set(context.Context, host.Writer, *ral.Resource, string, value.Value) error { return nil }

func (p rule) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if r.Get("ensure").Text() == "absent" {
		return nil
	}
	var words []string
	for _, a := range r.Type.Properties() {
		if a.Name != "ensure" && r.Has(a.Name) {
			words = append(words, a.Name+"="+r.Get(a.Name).Text())
		}
	}
	return wr.WriteFile(ctx, r.Name(), []byte(strings.Join(words, " ")), host.WriteOptions{})
}

// A change of one property keeps the others, also those with a default, as far as they
// can be declared, and only where the provider would lose them.
func TestKeepRest(t *testing.T) {
	const before = "action=accept port=22 proto=udp log=false"
	declare := func(attr, v string) ral.Decl {
		return ral.Decl{Type: "rule", Title: "/r", KeepRest: true, Attrs: []ral.Attr{{Name: attr, Value: value.Str(v)}}}
	}
	manifest := declare("action", "drop")
	manifest.KeepRest = false
	for name, c := range map[string]struct {
		decl     ral.Decl
		provider ral.Provider
		want     string
		changes  string
	}{
		"kept":                   {declare("action", "drop"), ral.Provider{Writes: ral.Writes{FromDeclared: true}}, "action=drop port=22 proto=udp", "action"},
		"not asked for":          {manifest, ral.Provider{Writes: ral.Writes{FromDeclared: true}}, "action=drop proto=tcp", "action proto"},
		"the provider keeps it":  {declare("action", "drop"), ral.Provider{}, "action=drop proto=tcp", "action proto"},
		"removed":                {declare("ensure", "absent"), ral.Provider{Writes: ral.Writes{FromDeclared: true}}, before, "ensure"},
		"no change":              {declare("action", "accept"), ral.Provider{Writes: ral.Writes{FromDeclared: true}}, before, ""},
		"a flag that is refused": {declare("log", "true"), ral.Provider{Writes: ral.Writes{FromDeclared: true}}, "action=accept port=22 proto=udp log=true", "log"},
		"it would be changed":    {declare("action", "drop"), ral.Provider{Writes: ral.Writes{FromDeclared: true}, New: func() any { return rule{stubborn: true} }}, "action=drop proto=tcp", "action proto"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.provider.New == nil {
				c.provider.New = func() any { return rule{} }
			}
			c.provider.Name = "rule"
			reg := ral.NewRegistry()
			reg.Add(ral.Type{Name: "rule", NotListable: "by path", Attributes: []*ral.Attribute{
				{Name: "path", Namevar: true, Kind: ral.Param},
				{Name: "ensure", Values: ral.Literals("present", "absent")},
				{Name: "action"},
				{Name: "port"},
				{Name: "proto", Default: value.Str("tcp")},
				{Name: "log"},
			}, Validate: func(r *ral.Resource) error {
				if r.Has("log") && r.Get("log").Text() == "false" {
					return errors.New("log needs another action")
				}
				return nil
			}}, c.provider)
			if err := reg.Err(); err != nil {
				t.Fatal(err)
			}
			fake := fakehost.New(map[string]string{"/r": before})
			s := model.NewSession(t.Context(), reg, fake.Host)
			plan, err := s.Plan(t.Context(), c.decl)
			if err != nil {
				t.Fatal(err)
			}
			var changes []string
			for _, change := range plan.Steps[0].Changes {
				changes = append(changes, change.Attr.Name)
			}
			if got := strings.Join(changes, " "); got != c.changes {
				t.Errorf("it changes %q, not %q: %v", got, c.changes, plan.Steps[0].Err)
			}
			if _, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{}); err != nil {
				t.Fatal(err)
			}
			if got := fake.Content("/r"); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

// A type that asks for one property along with another is content with what is there: in
// the editor, in a plan, and in an undo. It asks on where nothing is there.
func TestKeepRestCompletes(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "rule", NotListable: "by path", Attributes: []*ral.Attribute{
		{Name: "path", Namevar: true, Kind: ral.Param},
		{Name: "ensure", Values: ral.Literals("present", "absent")},
		{Name: "action"},
		{Name: "port"},
	}, Validate: func(r *ral.Resource) error {
		if r.Has("action") && !r.Has("port") {
			return errors.New("port is required")
		}
		return nil
	}}, ral.Provider{Name: "rule", Writes: ral.Writes{FromDeclared: true}, New: func() any { return rule{} }})
	fake := fakehost.New(map[string]string{"/r": "action=accept port=22"})
	s := model.NewSession(t.Context(), reg, fake.Host)
	s.KeepJournal(t.TempDir())
	typ := reg.Type("rule")
	for title, refused := range map[string]bool{"/r": false, "/new": true} {
		decl := ral.Decl{Type: "rule", Title: title, KeepRest: true, Attrs: []ral.Attr{{Name: "action", Value: value.Str("drop")}}}
		target, err := s.Resolve(t.Context(), typ, title, "")
		if err != nil {
			t.Fatal(err)
		}
		d := draft.New(typ, title, target.Provider, target.Found)
		d.Set("action", "drop")
		if check := s.Drafts.Check(t.Context(), d); check.Ready() == refused {
			t.Errorf("%s: the editor says %q", title, check.General)
		}
		if err := s.Refuses(t.Context(), typ, decl); err != nil {
			t.Errorf("%s is refused before it is looked for: %v", title, err)
		}
		plan, err := s.Plan(t.Context(), decl)
		if (err != nil) != refused {
			t.Fatalf("%s: %v", title, err)
		}
		if refused {
			continue
		}
		if rep, err := s.Apply(t.Context(), plan, transaction.Options{}); err != nil || !rep.OK() || fake.Content(title) != "action=drop port=22" {
			t.Fatalf("%v, %q", err, fake.Content(title))
		}
	}
	u, err := s.Undo(t.Context(), 0)
	if err != nil || len(u.NotUndoable) > 0 {
		t.Fatalf("%v, %v", err, u.NotUndoable)
	}
	if len(u.Plan.Steps) != 1 || u.Plan.Steps[0].Status != transaction.Planned {
		t.Errorf("the undo has %v", u.Plan.Steps)
	}
}

// asking is a rule that can be listed.
type asking struct{ rule }

func (a asking) List(ctx context.Context, in *ral.Listing) error {
	inst, err := a.Retrieve(ctx, in.Reader, &ral.Resource{Type: in.Type, Title: "/r"})
	if err == nil {
		in.Yield(inst)
	}
	return err
}

// A type that asks for more than a name is looked for among all, and its undo says what it
// cannot take back.
func TestAskedForMoreThanAName(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "rule", Attributes: []*ral.Attribute{
		{Name: "path", Namevar: true, Kind: ral.Param},
		{Name: "ensure", Values: ral.Literals("present", "absent")},
		{Name: "action", InSyncFn: func(_ ral.Hook, is, should value.Value) bool { return strings.Contains(is.Text(), should.Text()) }},
		{Name: "port"},
		{Name: "token", Sensitive: true},
	}, Validate: func(r *ral.Resource) error {
		if !r.Has("port") {
			return errors.New("port is required")
		}
		return nil
	}}, ral.Provider{Name: "rule", Writes: ral.Writes{FromDeclared: true}, New: func() any { return asking{} }})
	fake := fakehost.New(map[string]string{"/r": "action=a port=22 token=hush"})
	s := model.NewSession(t.Context(), reg, fake.Host)
	s.KeepJournal(t.TempDir())
	typ := reg.Type("rule")
	for title, present := range map[string]bool{"/r": true, "/none": false} {
		found := s.Env.Find(t.Context(), typ, title)
		if len(found) != 1 || found[0].Err != nil || found[0].Found.Present() != present {
			t.Errorf("%s: %+v", title, found)
		}
	}
	plan, err := s.Plan(t.Context(), ral.Decl{Type: "rule", Title: "/r", KeepRest: true, Attrs: []ral.Attr{{Name: "action", Value: value.Str("ab")}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(plan.Steps[0].Messages); got != "[warning: token is a secret and is not declared: the provider may reset it]" {
		t.Errorf("the plan says %s", got)
	}
	if rep, err := s.Apply(t.Context(), plan, transaction.Options{}); err != nil || !rep.OK() || fake.Content("/r") != "action=ab port=22" {
		t.Fatalf("%v, %q", err, fake.Content("/r"))
	}
	// The type takes ab for a: an undo has nothing to do, and is not done.
	u, err := s.Undo(t.Context(), 0)
	if err != nil || u.Plan.ChangeCount() > 0 || len(u.NotUndoable) != 2 || u.NotUndoable[0].Property != "token" || u.NotUndoable[1].Property != "action" {
		t.Errorf("%v, %v", err, u.NotUndoable)
	}
}
