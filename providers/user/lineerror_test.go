package user_test

import (
	"slices"
	"testing"

	"ralsh/providers/file"
	"ralsh/providers/group"
	"ralsh/providers/user"
	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// A malformed line still has a name: otherwise useradd would be run for an existing
// account.
func TestBrokenLine(t *testing.T) {
	files := accountstest.Files()
	files["/etc/passwd"] = "big:x:99999999999:1::/:/bin/sh\n" + files["/etc/passwd"]
	files["/etc/group"] = "bad:x:no:\n" + files["/etc/group"]
	a := raltest.A
	for name, test := range map[string]struct {
		decl ral.Decl
		want string
	}{
		"the account": {
			ral.Decl{Type: "user", Title: "big", Attrs: []ral.Attr{a("ensure", "present")}},
			"/etc/passwd:1: the UID 99999999999 is out of range",
		},
		"its group": {
			ral.Decl{Type: "user", Title: "deploy", Attrs: []ral.Attr{a("gid", "bad")}},
			`/etc/group:1: the GID "no" is not a number`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			plan, err := transaction.NewPlan(t.Context(), newEnv(t, accountstest.New(files)), []ral.Decl{test.decl})
			if err != nil {
				t.Fatal(err)
			}
			s := plan.Steps[0]
			err = s.Err
			if err == nil && len(s.Changes) > 0 {
				err = s.Changes[0].Err
			}
			if s.Status != transaction.Blocked || err == nil || err.Error() != test.want || len(s.Results) > 0 {
				t.Errorf("%s, %v, %v", s.Status, err, s.Results)
			}
		})
	}
}

func TestBrokenShadowLine(t *testing.T) {
	files := accountstest.Files()
	files["/etc/shadow"] = "deploy:!:bad:bad:bad::::\n"
	v := retrieve(t, accountstest.New(files), "deploy").Get("password")
	if want := "/etc/shadow:1: a field with days is not a number"; !v.IsUnknown() || v.Reason() != want {
		t.Errorf("the password is %v", v)
	}
}

func TestLookAtAnyName(t *testing.T) {
	files := accountstest.Files()
	files["/etc/passwd"] += "esc\x1b[1m:x:77:77::/:/bin/sh\n"
	for name, there := range map[string]bool{"esc\x1b[1m": true, "a:b": false, "-r": false} {
		if found := retrieve(t, accountstest.New(files), name); found.Present() != there {
			t.Errorf("%q: %v", name, found)
		}
	}
}

// A missing shell is rejected, unless an earlier step may create it. A group cannot.
func TestShellThatIsMissing(t *testing.T) {
	a := raltest.A
	reg := ral.NewRegistry()
	user.Register(reg)
	group.Register(reg)
	file.Register(reg)
	installs(reg)
	users := []ral.Decl{
		{Type: "user", Title: "deploy", Attrs: []ral.Attr{a("shell", "/bin/zsh")}},
		{Type: "user", Title: "bob", Attrs: []ral.Attr{a("ensure", "present"), a("shell", "/bin/zsh")}},
	}
	for _, alone := range users {
		plan, err := transaction.NewPlan(t.Context(), onhost.NewEnv(reg, accountstest.New(accountstest.Files()).Reader(), nil), []ral.Decl{alone})
		if err != nil {
			t.Fatal(err)
		}
		s := plan.Steps[0]
		c := s.Changes[0]
		if s.Status != transaction.Blocked || c.Err == nil || c.Err.Error() != "Shell /bin/zsh must exist" || c.Until != 0 || len(s.Results) > 0 {
			t.Errorf("%s alone: %s, %+v", s.Ref(), s.Status, c)
		}

		for typ, until := range map[string]int{"group": 0, "package": 1} {
			later := alone
			later.Attrs = append(slices.Clone(later.Attrs), ral.Attr{Name: "require", Value: value.Ref(typ, "zsh")})
			f := accountstest.New(accountstest.Files())
			f.Command("/bin/true")
			first := ral.Decl{Type: typ, Title: "zsh", Attrs: []ral.Attr{a("ensure", "present")}}
			plan, err := transaction.NewPlan(t.Context(), onhost.NewEnv(reg, f.Reader(), nil), []ral.Decl{first, later})
			if err != nil {
				t.Fatal(err)
			}
			if c := plan.Steps[1].Changes[0]; (c.Status == transaction.Planned) != (until > 0) || until > 0 && (c.Certainty != ral.UnknownUntil || c.Until != until) {
				t.Errorf("%s after a %s: %+v", alone.Ref(), typ, c)
			}
		}
	}
}
