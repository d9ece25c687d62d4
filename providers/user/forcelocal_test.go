package user_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
)

// With forcelocal only the files determine which accounts exist.
func TestForcelocal(t *testing.T) {
	a, l := raltest.A, raltest.L
	for _, test := range []struct {
		name, title string
		attrs       []ral.Attr
		without     string // missing tool
		want        []string
		err         string
	}{
		{"known to a directory", "ldapuser", []ral.Attr{a("ensure", "present")}, "", []string{"luseradd -M ldapuser"}, ""},
		{
			"with everything", "ldapuser",
			[]ral.Attr{
				a("uid", "0"), a("allowdupe", "true"), a("gid", "users"), a("comment", "x"), a("home", "/srv"), a("shell", "/bin/sh"),
				l("groups", "sudo", "adm"), a("expiry", "2027-01-31"), a("managehome", "true"), a("system", "true"),
				a("password", "*"), a("password_max_age", "60"),
			},
			"",
			[]string{
				"luseradd -c x -g users -d /srv -s /bin/sh -u 0 -r ldapuser",
				"usermod -G adm,sudo ldapuser", "usermod -e 2027-01-31 ldapuser", "chage -M 60 ldapuser", "chpasswd -e < ldapuser:*\n",
			},
			"",
		},
		{"known to nobody", "bob", []ral.Attr{a("ensure", "present")}, "luseradd", []string{"useradd -M bob"}, ""},
		{"in the files", "deploy", []ral.Attr{a("comment", "x")}, "luseradd", []string{"usermod -c x deploy"}, ""},
		{"removed, and only a directory has it", "ldapuser", []ral.Attr{a("ensure", "absent")}, "", nil, ""},
		{"a number that is taken", "ldapuser", []ral.Attr{a("uid", "1000")}, "", nil, "UID 1000 already exists, use allowdupe to force user creation"},
		{"no libuser", "ldapuser", []ral.Attr{a("ensure", "present")}, "luseradd", nil, "the command luseradd is not installed (package libuser)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := accountstest.New(accountstest.Files())
			accountstest.LDAP(f, directory)
			if test.without != "" {
				if err := f.Writer().Remove(t.Context(), "/usr/sbin/"+test.without, false); err != nil {
					t.Fatal(err)
				}
			}
			got, step := apply(t, f, test.title, append(test.attrs, a("forcelocal", "true"))...)
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("commands (-want +got):\n%s", d)
			}
			failed := ""
			if len(step.Changes) > 0 && step.Changes[0].Err != nil {
				failed = step.Changes[0].Err.Error()
			}
			if !strings.Contains(failed, test.err) || (failed == "") != (test.err == "") {
				t.Errorf("%s: %q, want %q", step.Status, failed, test.err)
			}
		})
	}
}
