package file

import (
	"context"
	"errors"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// users is a minimal type user that creates users with a command.
type users struct{}

func (users) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	a := &owners{kind: "user", file: "/etc/passwd"}
	if _, err := a.id(ctx, rd, r.Title); err != nil {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present()), nil
}

func (users) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: "useradd", Args: []string{r.Title}})
}

func (users) Destroy(context.Context, host.Writer, *ral.Resource) error { return nil }

func TestAnOwnerWhoIsYetToBeMade(t *testing.T) {
	fake := fakeHost()
	fake.Command("/usr/sbin/useradd")
	fake.Handle("useradd", func(_ context.Context, f *fakehost.Host, _ host.Command) host.Result {
		f.Put("/etc/passwd", f.Content("/etc/passwd")+"deploy:x:1500:1500::/:/bin/sh\n", 0o644)
		return host.Result{}
	})
	reg := ral.NewRegistry()
	Register(reg)
	reg.Add(ral.Type{
		Name:       "user",
		Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}, standard.Ensure("")},
	}, ral.Provider{Name: "useradd", New: func() any { return users{} }})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	env := onhost.NewEnv(reg, fake.Reader(), nil)
	user := ral.Decl{Type: "user", Title: "deploy", Attrs: decl("", "ensure", "present").Attrs}
	files := []ral.Decl{
		decl("/srv/new", "content", "x", "owner", "deploy"),
		decl("/srv/old", "owner", "deploy"),
	}

	alone, err := transaction.NewPlan(t.Context(), env, files)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range alone.Steps {
		var missing *ral.DependencyError
		if s.Status != transaction.Blocked || !errors.As(s.Changes[0].Err, &missing) || missing.Name != "deploy" {
			t.Errorf("%s alone is %s: %+v", s.Ref(), s.Status, s.Changes)
		}
	}

	plan, err := transaction.NewPlan(t.Context(), env, append(files, user))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range plan.Steps[1:] {
		c := s.Changes[0]
		if s.Status != transaction.Planned || c.Certainty != ral.UnknownUntil || c.Until != plan.Steps[0].N || c.Note != "Could not find user deploy yet" {
			t.Errorf("%s is %s: %+v", s.Ref(), s.Status, c)
		}
	}
	rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatalf("%+v, %v", rep, err)
	}
	for _, name := range []string{"/srv/new", "/srv/old"} {
		if info, err := fake.Reader().Stat(t.Context(), name); err != nil || info.UID != 1500 {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
	}
}
