package providers_test

import (
	"os"
	"strings"
	"testing"

	"ralsh/providers/dns"
	"ralsh/ral/host/dnswire"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/dnstest"
	"ralsh/ral/transaction"
)

// block returns the code block of a page that begins with these words.
func block(t *testing.T, page, words string) string {
	t.Helper()
	_, text, ok := strings.Cut(page, "```"+words+"\n")
	text, _, ended := strings.Cut(text, "```")
	if !ok || !ended {
		t.Fatalf("the page has no block %s", words)
	}
	return text
}

// The example of docs/dns.md is applied with each of its accounts, and then
// nothing is left to do.
func TestDocsOfDNS(t *testing.T) {
	data, err := os.ReadFile("../docs/dns.md")
	if err != nil {
		t.Fatal(err)
	}
	in, err := manifest.Read("dns.pp", []byte(block(t, string(data), "puppet")))
	if err != nil {
		t.Fatal(err)
	}
	reg := registry(t)
	for _, provider := range []string{"rfc2136", "powerdns"} {
		key := dnswire.TSIG{Name: "ralsh", Algorithm: "hmac-sha256", Secret: "bWFkZSBmb3IgdGVzdHMgb25seSwgMzIgYnl0ZXMgbG9uZy4="}
		net := dnstest.NewNameserver("example.com.", key).Net()
		api := &dnstest.PowerDNS{Key: "made-for-tests-only"}
		api.Add("example.com.")
		net.HTTP = api.Net().HTTP
		fake := fakehost.New(nil)
		fake.Serve(net)
		fake.Put(dns.FileOf(provider), block(t, string(data), "ini "+provider), 0o600)
		env := onhost.NewEnv(reg, fake.Reader(), nil)
		rep, err := transaction.Run(t.Context(), env, in.Decls(reg), fake.Writer(), transaction.Options{})
		if err != nil || !rep.OK() || rep.Changes() < 6 {
			t.Fatalf("%s: %v, %s", provider, err, rep.Summary())
		}
		again, err := transaction.NewPlan(t.Context(), env, in.Decls(reg))
		if err != nil || again.ChangeCount() != 0 {
			t.Errorf("%s: a second plan has %d changes, %v", provider, again.ChangeCount(), err)
		}
	}
}
