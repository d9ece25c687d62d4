package user_test

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Marks that no password matches are no secret. Of a hash, only its method is
// shown and whether it is locked.
func TestPasswordShown(t *testing.T) {
	const left = "# password is a secret and is omitted: "
	for password, want := range map[string]string{
		"": "", "*": "password => '*',", "!": "password => '!',", "!!": "password => '!!',", "!*": "password => '!*',",
		"$6$salt$hash": left + "SHA-512 hash", "!$6$salt$hash": left + "SHA-512 hash, locked", "$y$j9T$ab$hash": left + "yescrypt hash",
		"*$2b$12$hash": left + "bcrypt hash, locked", "ab01FAX.bQhas": left + "DES hash", "$zz$a$hash": left + "hash of an unknown method",
		"hash5": left + "not a hash of crypt(5)", "!hash5": left + "not a hash of crypt(5), locked",
	} {
		files := accountstest.Files()
		files["/etc/shadow"] = "deploy:" + password + ":19000:0:99999:7:::\n"
		env := newEnv(t, accountstest.New(files))
		found := env.Find(t.Context(), env.Registry.Type("user"), "deploy")
		if len(found) != 1 || found[0].Found == nil {
			t.Fatalf("%q: found %v", password, found)
		}
		text := strings.Join(strings.Fields(manifest.Puppet(manifest.FromInstance(found[0].Found, false))), " ")
		if !strings.Contains(text, want) || strings.Contains(text, "password ") != (want != "") || strings.Contains(strings.ReplaceAll(text, want, ""), "hash") {
			t.Errorf("%q is shown as %s", password, text)
		}
	}
}

// A plan shows a mark that it sets or finds, except where it was declared to be
// a secret, and never a hash.
func TestPasswordPlanned(t *testing.T) {
	for _, c := range []struct {
		title  string
		should value.Value
		want   string
	}{
		{"alice", value.Str("*"), "'!' '*'"},
		{"alice", value.Str("$6$salt$new"), "'!' [redacted]"},
		{"deploy", value.Str("!"), "[redacted] '!'"},
		{"alice", value.Secret(value.Str("*")), "[redacted] [redacted]"},
		{"deploy", value.Secret(value.Str("!")), "[redacted] [redacted]"},
	} {
		plan, err := transaction.NewPlan(t.Context(), newEnv(t, accountstest.New(accountstest.Files())), []ral.Decl{{
			Type: "user", Title: c.title, Attrs: []ral.Attr{raltest.A("ensure", "present"), {Name: "password", Value: c.should}},
		}})
		if err != nil || len(plan.Steps[0].Changes) != 1 {
			t.Fatal(err, plan)
		}
		change := plan.Steps[0].Changes[0]
		if got := fmt.Sprint(change.IsText, " ", change.Attr.TextOfShould(plan.Steps[0].Resource, change.Should)); got != c.want {
			t.Errorf("%s to %s is shown as %s, want %s", c.title, c.should.Reveal().Inspect(), got, c.want)
		}
		if strings.Contains(fmt.Sprint(change.Text, change.Note, change.Is, change.Should), "$6$") {
			t.Errorf("%s: a hash is shown", c.title)
		}
	}
}
