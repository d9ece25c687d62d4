package dns_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"ralsh/providers/dns"
	"ralsh/providers/dnsrr"
	"ralsh/providers/file"
	"ralsh/ral"
	"ralsh/ral/host/dnswire"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/dnstest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

const hush = "aHVzaCBodXNo"

// The error about a credentials file names file, line and setting, but never contains
// its content.
func TestBadCredentials(t *testing.T) {
	good := "[main]\nserver = 127.0.0.1:5353\nzones = example.com\nkey = ralsh\nsecret = " + hush + "\n"
	for _, c := range []struct {
		provider, text string
		mode           fs.FileMode
		want           string
	}{
		{"rfc2136", good, 0o640, ""},
		{"rfc2136", good, 0o604, "/etc/ralsh/rfc2136.ini contains secrets, but every user can access it (mode 0604): run chmod 600"},
		{"rfc2136", "", 0o600, "/etc/ralsh/rfc2136.ini contains no account"},
		{"rfc2136", good + hush + "\n", 0o600, ":6: expected a section or a setting"},
		{"rfc2136", good + "\x00", 0o600, "NUL byte"},
		{"rfc2136", good + hush + " = 1\n", 0o600, ":6: unknown setting of rfc2136 (expected one of server"},
		{"rfc2136", good + "[main]\n", 0o600, ":6: the account [main] is declared twice"},
		{"rfc2136", strings.Replace(good, "server", "; server", 1), 0o600, "[main]: server is missing"},
		{"rfc2136", strings.Replace(good, "zones", "; zones", 1), 0o600, "[main]: zones is missing"},
		{"rfc2136", strings.Replace(good, "key", "; key", 1), 0o600, "[main]: key and secret must be set together"},
		{"rfc2136", strings.Replace(good, hush, hush+"!", 1), 0o600, "[main]: secret must be base64"},
		{"rfc2136", strings.Replace(good, "ralsh", hush+" x", 1), 0o600, "[main]: key must be the name of a TSIG key"},
		{"rfc2136", good + "algorithm = hmac-md5\n", 0o600, "[main]: unknown algorithm (expected hmac-sha256"},
		{"rfc2136", good + "timeout = 0\n", 0o600, "[main]: timeout must be a number"},
		{"powerdns", "[main]\nurl = ftp://" + hush + "/\napi_key = " + hush + "\n", 0o600, "[main]: url must be the URL of the API"},
		{"powerdns", "[main]\nurl = http://x:" + hush + "@localhost:1/\napi_key = a\n", 0o600, "[main]: url must be the URL of the API"},
		{"powerdns", "[main]\nurl = http://localhost:8081\n", 0o600, "[main]: api_key is missing"},
		{"powerdns", "[main]\nurl = http://localhost:8081\napi_key = " + hush + "\n", 0o600, "zones: the server rejects the API key (401)"},
	} {
		f := fakehost.New(nil)
		f.Put(dns.FileOf(c.provider), c.text, c.mode)
		net := dnstest.NewNameserver("example.com.", dnswire.TSIG{Name: "ralsh", Algorithm: "hmac-sha256", Secret: hush}).Net()
		net.HTTP = (&dnstest.PowerDNS{Key: "other"}).Net().HTTP
		f.Serve(net)
		err := listError(t, dnsrr.Register, f)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
		if err != nil && (strings.Contains(err.Error(), hush) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%v shows what is in the file, or has several lines", err)
		}
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	var seen dns.Account
	s := dns.Service{Name: "spy", Settings: []string{"secret"}, Open: func(_ dns.Conn, a dns.Account) (dns.Client, error) {
		seen = a
		return nil, a.Fault("stop")
	}}
	f := fakehost.New(nil)
	f.Put("/etc/ralsh/spy.ini", "[main]\nsecret = "+hush+"\nzones = example.com\n", 0o600)
	_ = listError(t, dnsrr.With(s), f)
	if seen.Get("secret") != hush {
		t.Fatal("the account was not read")
	}
	for _, form := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if text := fmt.Sprintf(form, seen); strings.Contains(text, hush) {
			t.Errorf("%s prints %s", form, text)
		}
	}
}

// The credentials file is required automatically, and a provider without one is
// elected once it exists.
func TestCredentialsComeFirst(t *testing.T) {
	f := fakehost.New(map[string]string{"/etc/ralsh/": ""})
	n := dnstest.NewNameserver("example.com.", dnswire.TSIG{Name: "ralsh", Algorithm: "hmac-sha256", Secret: hush})
	f.Serve(n.Net())
	env := envWith(t, func(reg *ral.Registry) { dnsrr.Register(reg); file.Register(reg) }, f)
	str := func(name, text string) ral.Attr { return ral.Attr{Name: name, Value: value.Str(text)} }
	decls := []ral.Decl{
		{Type: "dnsrr", Title: "www.example.com/A", Attrs: []ral.Attr{str("ensure", "present"), str("values", "192.0.2.1")}},
		{Type: "file", Title: "/etc/ralsh/rfc2136.ini", Attrs: []ral.Attr{
			str("ensure", "file"), str("mode", "0600"), str("show_diff", "false"),
			str("content", "[main]\nserver = 127.0.0.1:5353\nzones = example.com\nkey = ralsh\nsecret = "+hush+"\n"),
		}},
	}
	rep, err := transaction.Run(t.Context(), env, decls, f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatalf("%v, %s", err, rep.Summary())
	}
	var order []string
	for _, s := range rep.Steps {
		order = append(order, s.Ref())
	}
	if want := []string{"File[/etc/ralsh/rfc2136.ini]", "Dnsrr[www.example.com/A]"}; !slices.Equal(order, want) {
		t.Errorf("%q", order)
	}
	if n.Updates() != 1 {
		t.Errorf("%d updates", n.Updates())
	}
}

func envWith(t *testing.T, register func(*ral.Registry), f *fakehost.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, register, f.Reader(), nil)
}

func listError(t *testing.T, register func(*ral.Registry), f *fakehost.Host) error {
	t.Helper()
	env := envWith(t, register, f)
	var errs []error
	env.List(t.Context(), env.Registry.Type("dnsrr"), func(ev onhost.ListEvent) { errs = append(errs, ev.Err) })
	return errors.Join(errs...)
}
