package dnsrr

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/dnstest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

func listed(t *testing.T, h host.Host) (int, error) {
	t.Helper()
	env := envOf(t, h)
	var errs []error
	count := 0
	env.List(t.Context(), env.Registry.Type("dnsrr"), func(ev onhost.ListEvent) {
		count += len(ev.Found)
		errs = append(errs, ev.Err)
	})
	return count, errors.Join(errs...)
}

// A real server's error about an account is one line, without the secret.
func TestRealServersRefuse(t *testing.T) {
	for name, d := range map[string]real.DNS{"bind": real.Bind(t, "example.com"), "knot": real.Knot(t, "example.com")} {
		for _, c := range []struct{ from, to, want string }{
			{"", "", ""},
			{d.Secret, "YW5vdGhlciBzZWNyZXQ=", "the secret of key ralsh differs from the secret on the server (BADSIG)"},
			{"key = ralsh", "key = other", "the server does not know key other with the algorithm hmac-sha256 (BADKEY)"},
			{"hmac-sha256", "hmac-sha512", "the server does not know key ralsh with the algorithm hmac-sha512 (BADKEY)"},
			{"key = ralsh\nalgorithm = hmac-sha256\nsecret = " + d.Secret, "", ""},
			{"zones = example.com", "zones = example.net", "(NOTAUTH)"},
		} {
			count, err := listed(t, dnstest.Account(t, "rfc2136", strings.Replace(dnstest.Signed(d), c.from, c.to, 1)))
			unsigned := strings.HasPrefix(c.from, "key = ralsh\n")
			switch {
			case unsigned && (err == nil || !strings.Contains(err.Error(), "REFUSED") && !strings.Contains(err.Error(), "NOTAUTH")),
				!unsigned && c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%s, %q: %d, %v; want %q", name, c.to, count, err, c.want)
			}
			if err != nil && (strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), d.Secret)) {
				t.Errorf("%s: %q", name, err)
			}
		}
	}
}

// BIND ignores a CNAME next to other records silently: the verification reports
// that it had no effect.
func TestRealDidNotTake(t *testing.T) {
	h := dnstest.Account(t, "rfc2136", dnstest.Signed(real.Bind(t, "example.com", zoneLines()...)))
	decls := []ral.Decl{decl("www.example.com/CNAME", "ensure", "present", "values", "web.example.net")}
	plan, err := transaction.NewPlan(t.Context(), envOf(t, h), decls)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := plan.Apply(t.Context(), h.Writer(), transaction.Options{})
	if err != nil || rep.Steps[0].Status != transaction.DidNotTake {
		t.Errorf("%v, %s", err, rep.Steps[0].Status)
	}
}

// A real transfer of 50,000 records is listed completely, one record is
// changed, and reading does not change the serial.
func TestRealHugeZone(t *testing.T) {
	var lines []string
	for i := range 50000 {
		lines = append(lines, fmt.Sprintf("many%d A 10.%d.%d.%d", i, i>>16, i>>8&255, i&255))
	}
	d := real.Bind(t, "example.com", lines...)
	h := dnstest.Account(t, "rfc2136", dnstest.Signed(d))
	serial := func() string {
		q := dnswire.Question{At: dnswire.Nameserver{Address: d.Address}, Name: "example.com", Type: "SOA"}
		answer, err := h.Reader().Ask(t.Context(), q)
		if err != nil || len(answer) != 1 {
			t.Fatal(answer, err)
		}
		return answer[0].Data
	}
	before, start := serial(), time.Now()
	count, err := listed(t, h)
	t.Logf("%d records are listed in %s", count, time.Since(start).Round(time.Millisecond))
	if err != nil || count != 50002 {
		t.Errorf("%d, %v", count, err)
	}
	decls := []ral.Decl{decl("many40000.example.com/A", "ttl", "60")}
	plan, err := transaction.NewPlan(t.Context(), envOf(t, h), decls)
	if err != nil || plan.ChangeCount() != 1 || serial() != before {
		t.Fatalf("%v, %d changes, %s and %s", err, plan.ChangeCount(), before, serial())
	}
	rep, err := plan.Apply(t.Context(), h.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || serial() == before {
		t.Errorf("%v, %s", err, rep.Summary())
	}
}
