package user_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/user"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

func newEnv(t *testing.T, f *fakehost.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, user.Register, f.Reader(), nil)
}

// apply applies a user. It returns the commands that change something and the step of
// the report, or the step of the plan if the plan is blocked.
func apply(t *testing.T, f *fakehost.Host, title string, attrs ...ral.Attr) ([]string, *transaction.Step) {
	t.Helper()
	plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{{Type: "user", Title: title, Attrs: attrs}})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, c := range f.Ran() {
		if c.Name == "getent" {
			continue
		}
		line := c.String()
		if c.Stdin != nil {
			line += " < " + string(c.Stdin)
		}
		lines = append(lines, line)
	}
	if len(rep.Steps) == 0 {
		return lines, plan.Steps[0]
	}
	return lines, rep.Steps[0]
}

func TestCommands(t *testing.T) {
	a, l := raltest.A, raltest.L
	for _, test := range []struct {
		name, title string
		attrs       []ral.Attr
		want        []string
	}{
		{"create", "bob", []ral.Attr{a("ensure", "present")}, []string{"useradd -M bob"}},
		{"create a system user", "bob", []ral.Attr{a("ensure", "present"), a("system", "yes")}, []string{"useradd -M -r bob"}},
		{
			"create a system user that expires", "bob",
			[]ral.Attr{a("ensure", "present"), a("system", "yes"), a("expiry", "2031-05-06")},
			[]string{"useradd -M -r bob", "usermod -e 2031-05-06 bob"},
		},
		{"create with its group there", "sudo", []ral.Attr{a("ensure", "present")}, []string{"useradd -g sudo -M sudo"}},
		{
			"create with everything", "bob",
			[]ral.Attr{
				a("uid", "0"), a("allowdupe", "true"), a("gid", "users"), a("comment", "-o; rm -rf /"), a("home", "/srv/a b"),
				a("shell", "/bin/sh"), a("password", "$6$a$b"), a("password_min_age", "2"), a("password_max_age", "60"),
				a("password_warn_days", "5"), l("groups", "sudo", "adm"), a("expiry", "2027-01-31"), a("managehome", "true"),
			},
			[]string{
				"useradd -c '-o; rm -rf /' -e 2027-01-31 -g users -G adm,sudo -d '/srv/a b' -s /bin/sh -u 0 -o -m bob",
				"chage -m 2 -M 60 -W 5 bob", "chpasswd -e < bob:$6$a$b\n",
			},
		},
		{"never expires", "bob", []ral.Attr{a("expiry", "absent")}, []string{"useradd -e '' -M bob"}},
		{"shell", "deploy", []ral.Attr{a("shell", "/bin/bash")}, []string{"usermod -s /bin/bash deploy"}},
		{"home", "deploy", []ral.Attr{a("home", "/srv")}, []string{"usermod -d /srv deploy"}},
		{"home moved", "deploy", []ral.Attr{a("home", "/srv"), a("managehome", "yes")}, []string{"usermod -d /srv -m deploy"}},
		{"uid", "deploy", []ral.Attr{a("uid", "5")}, []string{"usermod -u 5 deploy"}},
		{"uid of another", "deploy", []ral.Attr{a("uid", "0"), a("allowdupe", "true")}, []string{"usermod -u 0 -o deploy"}},
		{"gid by name", "deploy", []ral.Attr{a("gid", "users")}, []string{"usermod -g users deploy"}},
		{"gid by the name it has", "deploy", []ral.Attr{a("gid", "deploy")}, nil},
		{"comment", "deploy", []ral.Attr{a("comment", "De Ploy")}, []string{"usermod -c 'De Ploy' deploy"}},
		{"no comment", "alice", []ral.Attr{a("comment", "")}, []string{"usermod -c '' alice"}},
		{"password", "deploy", []ral.Attr{a("password", "*")}, []string{"chpasswd -e < deploy:*\n"}},
		{
			"ages, in the order of the type", "deploy",
			[]ral.Attr{a("password_warn_days", "1"), a("password_max_age", "90"), a("password_min_age", "3")},
			[]string{"chage -m 3 deploy", "chage -M 90 deploy", "chage -W 1 deploy"},
		},
		{"age as it is", "deploy", []ral.Attr{a("password_max_age", "99999")}, nil},
		{"expiry", "deploy", []ral.Attr{a("expiry", "2027-01-31")}, []string{"usermod -e 2027-01-31 deploy"}},
		{"no expiry", "alice", []ral.Attr{a("expiry", "absent")}, []string{"usermod -e '' alice"}},
		{"one more group", "deploy", []ral.Attr{l("groups", "sudo")}, []string{"usermod -a -G sudo deploy"}},
		{"groups it is in", "deploy", []ral.Attr{l("groups", "adm")}, nil},
		{"all groups", "deploy", []ral.Attr{l("groups", "sudo"), a("membership", "inclusive")}, []string{"usermod -G sudo deploy"}},
		{"no groups", "deploy", []ral.Attr{l("groups"), a("membership", "inclusive")}, []string{"usermod -G '' deploy"}},
		{"no groups at least", "deploy", []ral.Attr{l("groups")}, nil},
		{"remove", "deploy", []ral.Attr{a("ensure", "absent")}, []string{"userdel deploy"}},
		{"remove with the home", "deploy", []ral.Attr{a("ensure", "absent"), a("managehome", "true")}, []string{"userdel -r deploy"}},
		{"remove nobody", "bob", []ral.Attr{a("ensure", "absent")}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, step := apply(t, accountstest.New(accountstest.Files()), test.title, test.attrs...)
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("commands (-want +got):\n%s", d)
			}
			if !step.Status.OK() {
				t.Errorf("%s: %v", step.Status, step.Err)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	a := raltest.A
	for _, test := range []struct {
		name, title string
		attr        ral.Attr
		ran         []string
		want        string
	}{
		{"shell that is not there", "deploy", a("shell", "/bin/zsh"), nil, "Shell /bin/zsh must exist"},
		{"shell that is a folder", "deploy", a("shell", "/etc"), nil, "Shell /etc must be executable"},
		{"new user, shell not there", "bob", a("shell", "/bin/zsh"), nil, "Shell /bin/zsh must exist"},
		{"group that is not there", "deploy", a("gid", "nogroups"), nil, "Could not find group nogroups"},
		{"uid that is taken", "deploy", a("uid", "0"), nil, "UID 0 already exists, use allowdupe to force it: it belongs to root (/etc/passwd:1)"},
		{"user of a directory", "ldapuser", a("comment", "x"), nil, "cannot change ldapuser: it is not in /etc/passwd"},
		{"remove user of a directory", "ldapuser", a("ensure", "absent"), nil, "cannot change ldapuser: it is not in /etc/passwd"},
		{"password of a directory", "ldapuser", a("password", "*"), nil, "getent does not return it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := accountstest.New(accountstest.Files())
			accountstest.LDAP(f, directory)
			got, step := apply(t, f, test.title, test.attr)
			if d := cmp.Diff(test.ran, got); d != "" {
				t.Errorf("commands (-want +got):\n%s", d)
			}
			if step.Status.OK() || len(step.Changes) == 0 || step.Changes[0].Err == nil ||
				!strings.Contains(step.Changes[0].Err.Error(), test.want) {
				t.Errorf("%s: %+v, want an error with %q", step.Status, step.Changes, test.want)
			}
		})
	}
}
