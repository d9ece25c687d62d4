package user_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

// Below another root, root changes the root with -R. An ordinary user uses -P, as far
// as the tools have it.
func TestBelow(t *testing.T) {
	a := raltest.A
	files := accountstest.Files()
	files["/home/alice/notes"] = ""
	for _, test := range []struct {
		name, title string
		attrs       []ral.Attr
		root, user  []string
		refused     string // error for an ordinary user
	}{
		{
			"shell", "alice",
			[]ral.Attr{a("shell", "/bin/sh")},
			[]string{"usermod -R /srv/demo -s /bin/sh alice"},
			[]string{"usermod -P /srv/demo -s /bin/sh alice"},
			"",
		},
		{
			"create", "bob",
			[]ral.Attr{a("ensure", "present")},
			[]string{"useradd -R /srv/demo -M bob"},
			[]string{"useradd -P /srv/demo -M bob"},
			"",
		},
		{"remove", "alice", []ral.Attr{a("ensure", "absent")}, []string{"userdel -R /srv/demo alice"}, []string{"userdel -P /srv/demo alice"}, ""},
		{
			"age", "alice",
			[]ral.Attr{a("password_max_age", "60")},
			[]string{"chage -R /srv/demo -M 60 alice"},
			nil,
			"chage cannot work below /srv/demo: only root can chroot (run as root)",
		},
		{
			"password", "alice",
			[]ral.Attr{a("password", "$6$a$b")},
			[]string{"chpasswd -R /srv/demo -e < alice:$6$a$b\n"},
			nil,
			"chpasswd cannot work below /srv/demo: only root can chroot (run as root)",
		},
		{
			"create with a password", "bob",
			[]ral.Attr{a("ensure", "present"), a("password", "$6$a$b")},
			[]string{"useradd -R /srv/demo -M bob", "chpasswd -R /srv/demo -e < bob:$6$a$b\n"},
			nil,
			"chpasswd cannot work below /srv/demo: only root can chroot (run as root)",
		},
		{
			"create with an age", "bob",
			[]ral.Attr{a("ensure", "present"), a("password_min_age", "1")},
			[]string{"useradd -R /srv/demo -M bob", "chage -R /srv/demo -m 1 bob"},
			nil,
			"chage cannot work below /srv/demo: only root can chroot (run as root)",
		},
		{
			"create with a home", "bob",
			[]ral.Attr{a("ensure", "present"), a("managehome", "true")},
			[]string{"useradd -R /srv/demo -m bob"},
			nil,
			"only root can change the owner of the home below /srv/demo (run as root)",
		},
		{
			"uid", "alice",
			[]ral.Attr{a("uid", "1777")},
			[]string{"usermod -R /srv/demo -u 1777 alice"},
			nil,
			"only root can change the owner of the home below /srv/demo (run as root)",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _ := apply(t, accountstest.New(files, fakehost.WithRoot("/srv/demo")), test.title, test.attrs...)
			if d := cmp.Diff(test.root, got); d != "" {
				t.Errorf("root: %s", d)
			}
			f := accountstest.New(files, fakehost.WithRoot("/srv/demo"), fakehost.WithUID(1000))
			if refused := refusal(t, f, test.title, test.attrs...); refused != test.refused {
				t.Errorf("refused: %q, want %q", refused, test.refused)
			}
			if test.refused != "" {
				return
			}
			if got, _ = apply(t, f, test.title, test.attrs...); !cmp.Equal(test.user, got) {
				t.Errorf("user: %s", cmp.Diff(test.user, got))
			}
		})
	}
}

func refusal(t *testing.T, f *fakehost.Host, title string, attrs ...ral.Attr) string {
	t.Helper()
	plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{{Type: "user", Title: title, Attrs: attrs}})
	if err != nil || len(plan.Steps) != 1 || len(plan.Steps[0].Changes) == 0 {
		t.Fatalf("%+v, %v", plan, err)
	}
	return plan.Steps[0].Changes[0].Refused
}

// With -P a tool would follow a link out of the root.
func TestBelowNoLinks(t *testing.T) {
	files := accountstest.Files()
	files["/elsewhere"] = files["/etc/shadow"]
	delete(files, "/etc/shadow")
	for uid, want := range map[int]string{
		0:    "",
		1000: "/etc/shadow is a link, which the tools would follow out of /srv/demo (run as root)",
	} {
		f := accountstest.New(files, fakehost.WithRoot("/srv/demo"), fakehost.WithUID(uid))
		f.Link("/etc/shadow", "/elsewhere")
		ran, step := apply(t, f, "alice", raltest.A("shell", "/bin/sh"))
		got := ""
		for _, c := range step.Changes {
			if c.Err != nil {
				got = c.Err.Error()
			}
		}
		if !strings.Contains(got, want) || (want == "") != (got == "") || (len(ran) == 0) != (want != "") {
			t.Errorf("uid %d: %q after %v, want %q", uid, got, ran, want)
		}
	}
}
