package user_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

// A plain-text password is accepted, as by Puppet, with a warning in the plan, also
// for a new account. No output shows it.
func TestPasswordInClear(t *testing.T) {
	for password, doubt := range map[string]string{
		"hunter2": "not a hash of crypt(5)", "correct horse": "not a hash", "": "empty: a login needs no password",
		"*": "", "!": "", "!!": "", "!$6$salt$hash": "", "x": "", "$6$salt$other": "", "$y$j9T$abc$def": "", "$2b$12$abcdef": "",
		"_J9..abcdefghijklmno": "", "ab01FAX.bQRSU": "",
	} {
		for _, title := range []string{"deploy", "new"} {
			f := accountstest.New(accountstest.Files())
			plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{{
				Type: "user", Title: title, Attrs: []ral.Attr{raltest.A("ensure", "present"), raltest.A("password", password)},
			}})
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, c := range plan.Steps[0].Changes {
				if c.Attr.Name != "password" {
					continue
				}
				found = true
				if !strings.HasPrefix(c.Note, doubt) || (c.Note == "") != (doubt == "") || len(password) > 2 && strings.Contains(c.Note, password) {
					t.Errorf("%s with %q: %q", title, password, c.Note)
				}
			}
			if !found || plan.Ready() != 1 {
				t.Errorf("%s with %q: %s", title, password, plan.Steps[0].Status)
			}
		}
	}
}
