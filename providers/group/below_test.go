package group_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

// On a root, an ordinary user creates groups with -P; gpasswd has no such
// option.
func TestBelow(t *testing.T) {
	a, l := raltest.A, raltest.L
	for _, test := range []struct {
		title      string
		attrs      []ral.Attr
		root, user string
		refused    string
	}{
		{"web", []ral.Attr{a("ensure", "present")}, "groupadd -R /srv/demo web", "groupadd -P /srv/demo web", ""},
		{"users", []ral.Attr{a("gid", "7")}, "groupmod -R /srv/demo -g 7 users", "groupmod -P /srv/demo -g 7 users", ""},
		{"users", []ral.Attr{a("ensure", "absent")}, "groupdel -R /srv/demo users", "groupdel -P /srv/demo users", ""},
		{
			"sudo",
			[]ral.Attr{l("members", "alice", "deploy")},
			"gpasswd -Q /srv/demo -a deploy sudo", "gpasswd -Q /srv/demo -a deploy sudo",
			"gpasswd cannot work below /srv/demo: only root can chroot (run as root)",
		},
	} {
		for uid, want := range map[int]string{0: test.root, 1000: test.user} {
			f := accountstest.New(accountstest.Files(), fakehost.WithRoot("/srv/demo"), fakehost.WithUID(uid))
			plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{{Type: "group", Title: test.title, Attrs: test.attrs}})
			if err != nil || len(plan.Steps) != 1 || len(plan.Steps[0].Changes) != 1 {
				t.Fatalf("%s: %+v, %v", want, plan, err)
			}
			refused := test.refused
			if uid == 0 {
				refused = ""
			}
			if got := plan.Steps[0].Changes[0].Refused; got != refused {
				t.Errorf("uid %d, %s: refused %q, want %q", uid, want, got, refused)
			}
			if _, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{}); err != nil {
				t.Fatal(err)
			}
			if ran := f.Ran(); len(ran) == 0 || ran[len(ran)-1].String() != want {
				t.Errorf("uid %d ran %v, want %s", uid, ran, want)
			}
		}
	}
}
