package user_test

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

// No plan shows the old or the new hash, also when a password is set with a new
// account.
func TestSecret(t *testing.T) {
	for _, title := range []string{"deploy", "bob"} {
		f := accountstest.New(accountstest.Files())
		plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{{
			Type: "user", Title: title, Attrs: []ral.Attr{raltest.A("password", "$y$new$hush")},
		}})
		if err != nil {
			t.Fatal(err)
		}
		step := plan.Steps[0]
		var shown strings.Builder
		for _, c := range step.Changes {
			fmt.Fprintln(&shown, c.IsText, c.Text, c.Note, c.Also, c.Should, c.Is)
		}
		var secret bool
		for _, act := range step.Acts() {
			fmt.Fprintln(&shown, act)
			secret = secret || act.Secret
		}
		if !secret || strings.Contains(shown.String(), "hush") || strings.Contains(shown.String(), "$6$salt") {
			t.Errorf("%s: a secret act is %v, and the plan shows:\n%s", title, secret, &shown)
		}
	}
}
