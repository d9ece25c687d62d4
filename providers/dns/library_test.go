package dns_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"ralsh/providers/dns"
	"ralsh/providers/dns/testdata/acme"
	"ralsh/providers/dnsrr"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// withACME is the code in docs/dns.md: one import and one line.
var withACME = dnsrr.With(
	dns.Library[acme.Provider]("acme", "ACME's API."),
)

var regions atomic.Int32

// atACME returns a host with an account in its own region.
func atACME(settings string) (*host.Fake, *acme.World) {
	n := int(regions.Add(1))
	f := host.NewFake(nil)
	f.Put("/etc/ralsh/acme.ini", fmt.Sprintf("[main]\nregion = %d\n%s", n, settings), 0o600)
	return f, acme.Region(n)
}

const account = "api_token = letmein\nzones = example.com\n"

func TestLibrary(t *testing.T) {
	a, l := raltest.A, raltest.L
	raltest.Suite{
		Register: withACME, Type: "dnsrr", Provider: "acme", Watch: []string{"/etc"},
		Host: func(*testing.T) host.Host { f, _ := atACME(account); return f.Host },
		Several: &raltest.Several{
			Titles: []string{"a.example.com/A", "b.example.com/A"}, Remove: "absent",
			Create: func(int) []ral.Attr { return []ral.Attr{a("values", "192.0.2.1")} },
		},
		Cases: []raltest.Case{
			{Title: "www.example.com/A", Create: []ral.Attr{l("values", "192.0.2.1", "192.0.2.2")}, Changes: []ral.Attr{a("values", "192.0.2.3"), a("ttl", "60")}, Remove: "absent"},
			{Title: "example.com/MX", Create: []ral.Attr{a("values", "10 mail.example.com")}, Remove: "absent"},
			{Title: "_sip._tcp.example.com/SRV", Create: []ral.Attr{a("values", "10 5 5060 sip.example.com")}, Remove: "absent"},
			{Title: "example.com/CAA", Create: []ral.Attr{a("values", `0 issue "ca.example.net"`)}, Remove: "absent"},
			{Title: "example.com/TXT", Changes: []ral.Attr{a("values", `v=spf1 -all "q" \\`)}, Remove: "absent"},
		},
	}.Run(t)
}

// A plan makes no changing call of a library.
func TestLibraryIsNotToldByAPlan(t *testing.T) {
	f, world := atACME(account)
	env := envWith(t, withACME, f)
	decls := []ral.Decl{{Type: "dnsrr", Title: "www.example.com/A", Attrs: []ral.Attr{raltest.A("ensure", "present"), raltest.A("values", "192.0.2.1")}}}
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil || plan.ChangeCount() == 0 || world.Told != 0 {
		t.Fatalf("%v, told %d times", err, world.Told)
	}
	acts := plan.Steps[0].Acts()
	if len(acts) != 1 || acts[0].String() != "acme SetRecords example.com.: set www.example.com A 3600 192.0.2.1" {
		t.Errorf("%v", acts)
	}
	if rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{}); err != nil || !rep.OK() || world.Told != 1 {
		t.Errorf("%v, told %d times", err, world.Told)
	}
}

func envWith(t *testing.T, register func(*ral.Registry), f *host.Fake) *ral.Env {
	t.Helper()
	return raltest.Env(t, register, f.Reader(), nil)
}

func listError(t *testing.T, register func(*ral.Registry), f *host.Fake) error {
	t.Helper()
	env := envWith(t, register, f)
	var errs []error
	env.List(t.Context(), env.Registry.Type("dnsrr"), func(ev ral.ListEvent) { errs = append(errs, ev.Err) })
	return errors.Join(errs...)
}

func TestLibrarySettings(t *testing.T) {
	for settings, want := range map[string]string{
		account:                               "",
		account + "insecure = true\n":         "acme GetRecords example.com.: acme: 403 forbidden",
		account + "insecure = perhaps\n":      "[main]: insecure is no setting of libdns's acme, or cannot have this value",
		account + "tokn = x\n":                "tokn is no setting of libdns's acme",
		"api_token = s3cr3t\nzones = a.b\n":   "403 forbidden",
		"api_token = letmein\n":               "cannot list zones: name them in the setting zones",
		account + "timeout = long\n":          "timeout is a number of seconds",
		"api_token = letmein\nzones = a..b\n": "zones: \"a..b\" is no domain name",
	} {
		f, _ := atACME(settings)
		err := listError(t, withACME, f)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", settings, err, want)
		}
		if err != nil && (strings.Contains(err.Error(), "s3cr3t") || strings.Contains(err.Error(), "letmein")) {
			t.Errorf("%v shows a secret", err)
		}
	}
}
