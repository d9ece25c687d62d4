package modules_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// A server that is busy is asked again, and a change is waited for; a bound ends both.
func TestRoute53Waits(t *testing.T) {
	for name, c := range map[string]struct {
		account       string
		busy, pending int
		want          string
		took          time.Duration
		acts          int
	}{
		"at once":      {acts: 1},
		"busy":         {busy: 3, took: 7 * time.Second, acts: 4},
		"pending":      {pending: 3, took: 7 * time.Second, acts: 1},
		"no wait":      {account: "wait = 0", pending: 3, acts: 1},
		"too busy":     {busy: 100, want: "/rrset: Route 53 is still busy, Throttling: Rate exceeded", took: time.Minute, acts: 8},
		"never insync": {account: "wait = 30", pending: 100, want: "the change succeeded, but not all name servers of Route 53 have it after 30 seconds", took: 30 * time.Second, acts: 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, a := route53()
				f.Put(awsFile, awsAccount(c.account), 0o600)
				env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
				plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{awsrr("www.example.com/A", "ttl", "60")})
				if err != nil {
					t.Fatal(err)
				}
				a.wrong = func(r *http.Request) bool {
					if r.Method == "POST" {
						a.busy, a.wrong = c.busy, func(*http.Request) bool { return false }
					}
					return false
				}
				a.answer, a.pending = func(http.ResponseWriter, *http.Request) {}, c.pending
				began := time.Now()
				rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := fmt.Sprint(problems(rep)); c.want == "" && !rep.OK() || !strings.Contains(got, c.want) {
					t.Errorf("%s, want %q", got, c.want)
				}
				took := time.Since(began).Round(time.Second)
				if n := len(rep.Steps[0].Acts()); n != c.acts || c.busy < 100 && took != c.took || took < c.took {
					t.Errorf("%d requests in %s, want %d in %s", n, took, c.acts, c.took)
				}
			})
		})
	}
}
