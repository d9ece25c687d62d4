package modules_test

import (
	"os"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// block returns the code block of docs/dns.md that begins with these words.
func block(t *testing.T, words string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/dns.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(page), "```"+words+"\n")
	text, _, ended := strings.Cut(text, "```")
	if !ok || !ended {
		t.Fatalf("the page has no block %s", words)
	}
	return text
}

// The example of docs/dns.md is applied with the account that is there, and then
// nothing is left to do. The page shows the plan that is made.
func TestRoute53Docs(t *testing.T) {
	in, err := manifest.Read("dns.pp", []byte(block(t, "puppet")))
	if err != nil {
		t.Fatal(err)
	}
	a := newAWS()
	a.add("example.com.")
	f := onAWS(a)
	f.Put(awsFile, block(t, "ini route53"), 0o600)
	reg := examples(t).Registry
	env := onhost.NewEnv(reg, f.Reader(), nil)

	shown := block(t, "console route53")
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{raltest.Decl("dnsrr", "www.example.com/A", "ensure", "present", "values", "192.0.2.1")})
	if err != nil || len(plan.Steps[0].Acts()) != 1 || plan.Steps[0].Resource.Provider.Name != "route53" {
		t.Fatal(err, plan.Steps)
	}
	if act := plan.Steps[0].Acts()[0].String(); !strings.HasSuffix(shown, "\n  "+act+"\n") {
		t.Errorf("the page does not show %q", act)
	}
	rep, err := transaction.Run(t.Context(), env, in.Decls(reg), f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || rep.Changes() < 6 {
		t.Fatalf("%v, %s %v", err, rep.Summary(), problems(rep))
	}
	again, err := transaction.NewPlan(t.Context(), env, in.Decls(reg))
	if err != nil || again.ChangeCount() != 0 {
		t.Errorf("a second plan has %d changes, %v", again.ChangeCount(), err)
	}
}
