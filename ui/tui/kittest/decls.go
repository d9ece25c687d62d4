package kittest

import (
	"testing"
	"time"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

// StageChange puts a draft into the basket as the editor does.
func StageChange(t *testing.T, sh *kit.Shared, typ, title string, attrs ...string) *draft.Draft {
	t.Helper()
	of, err := sh.Session.Type(typ)
	if err != nil {
		t.Fatal(err)
	}
	d := sh.Basket.Draft(of, title, nil, nil)
	for i := 0; i < len(attrs); i += 2 {
		d.Set(attrs[i], attrs[i+1])
	}
	return d
}

// MovingClock is a clock that a test moves.
type MovingClock struct{ At time.Time }

// Now returns the time of the clock.
func (c *MovingClock) Now() time.Time { return c.At }

// Pass moves the clock forward.
func (c *MovingClock) Pass(d time.Duration) { c.At = c.At.Add(d) }

// Decl declares a resource. attrs are pairs of an attribute and its value.
func Decl(typ, title string, attrs ...string) ral.Decl {
	d := ral.Decl{Type: typ, Title: title}
	for i := 0; i < len(attrs); i += 2 {
		d = d.With(attrs[i], value.Str(attrs[i+1]))
	}
	return d
}

// Decls returns the six resources of the drawing.
func Decls() []ral.Decl {
	return []ral.Decl{
		Decl("user", "deploy", "shell", "/bin/bash", "password_max_age", "90", "password", "$6$new", "loginclass", "staff"),
		Decl("file", "/etc/default/useradd", "content", "# Default values for useradd\n#\n# as possible\nSHELL=/bin/bash\n#\n# end\n"),
		Decl("package", "nginx", "ensure", "present"),
		Decl("service", "sshd", "ensure", "running", "require", "Package[nginx]"),
		Decl("service", "cron", "ensure", "running"),
		Decl("user", "carol", "ensure", "present", "shell", "/bin/bash", "comment", "Carol"),
	}
}

// Draft adds a draft of an existing user, unchanged, to the basket.
func Draft(t testing.TB, sh *kit.Shared, name string) *draft.Draft {
	t.Helper()
	typ, err := sh.Session.Type("user")
	if err != nil {
		t.Fatal(err)
	}
	p := typ.Provider("useradd")
	found, err := kit.ReadDraft(t.Context(), sh.Session, draft.New(typ, name, p, nil))
	if err != nil {
		t.Fatal(err)
	}
	return sh.Basket.Draft(typ, name, p, found)
}

// FixtureShared returns the shared state on the host of the fixture.
func FixtureShared(t testing.TB, opts ...fakehost.Option) (*kit.Shared, *fakehost.Host) {
	t.Helper()
	session, fake := Fixture(t, opts...)
	sh := kit.NewShared(t.Context(), session, keys.Default(), nil)
	sh.Now = FixtureNow
	return sh, fake
}

// Deploy adds the draft of the drawing, of the user deploy, to the basket.
func Deploy(t testing.TB, opts ...fakehost.Option) (*kit.Shared, *draft.Draft, *fakehost.Host) {
	t.Helper()
	sh, fake := Shared(t, opts...)
	d := Draft(t, sh, "deploy")
	for _, set := range [][2]string{
		{"comment", "Deploy account"},
		{"home", "/home/deploy"},
		{"shell", "/bin/bash"},
		{"password", "$y$new"},
		{"password_max_age", "90"},
		{"managehome", "yes"},
	} {
		d.Set(set[0], set[1])
	}
	return sh, d, fake
}

// Step returns a step of a resource with its changes.
func Step(t *testing.T, typ string, status transaction.Status, changes ...transaction.Change) *transaction.Step {
	t.Helper()
	sh, _ := Shared(t)
	ty, err := sh.Session.Type(typ)
	if err != nil {
		t.Fatal(err)
	}
	for i := range changes {
		changes[i].Attr = ty.Attr("ensure")
	}
	decl := Decl(typ, "slow", "ensure", "present")
	r, _ := sh.Session.Env.Build(t.Context(), decl)
	return &transaction.Step{
		N: 1, Decl: &decl, Resource: r, Status: status, Changes: changes,
		Now: ral.AbsentInstance(ty, "slow"),
	}
}

// Present returns an instance with a single property.
func Present(typ *ral.Type, name, attr, text string) *ral.Instance {
	return ral.NewInstance(typ, name).Set("ensure", Value("present")).Set(attr, Value(text))
}
