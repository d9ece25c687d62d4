package modules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules"
	"ralsh/ral/raltest"
)

const awsFile = "/etc/ralsh/route53.ini"

func awsAccount(more string) string {
	return "[main]\naws_access_key_id = " + awsID + "\naws_secret_access_key = " + awsSecret + "\n" + more
}

// withFile is examples with a module that has one file more.
func withFile(t *testing.T, path, text string) *modules.Environment {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "signing/lib/ral", path)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return loaded(t, dir)
}

// route53 returns a host with an account at a server that has the zone example.com.
func route53(more ...string) (*fakehost.Host, *aws) {
	a := newAWS()
	a.add("example.com.", append([]string{
		"@ 3600 MX 10 mail.example.com.", `@ 3600 TXT "v=spf1" " -all"`, "www 300 A 192.0.2.1|192.0.2.2", "spf 300 SPF \"v=spf1 -all\"",
	}, more...)...)
	return onAWS(a), a
}

func onAWS(a *aws) *fakehost.Host {
	at := time.Date(2026, 1, 31, 23, 59, 59, 0, time.UTC)
	a.now = func() time.Time { return at }
	f := fakehost.New(nil, fakehost.WithNow(at))
	f.Put(awsFile, awsAccount(""), 0o600)
	f.Serve(a.network())
	return f
}

func TestRoute53Suite(t *testing.T) {
	reg := examples(t).Registry
	a, l := raltest.A, raltest.L
	t.Run("dnsrr", func(t *testing.T) {
		s := records(reg)
		s.Provider = "route53"
		s.Several = &raltest.Several{
			Titles: []string{"a1.example.com/A", "a2.example.com/AAAA", "_x._tcp.example.com/SRV"}, Remove: "absent",
			Create: func(i int) []ral.Attr {
				return []ral.Attr{a("values", []string{"192.0.2.9", "2001:db8::9", "1 2 3 a1.example.com"}[i])}
			},
		}
		s.Host = func(*testing.T) host.Host { f, _ := route53(); return f.Host }
		s.Many = func(_ *testing.T, n int) host.Host {
			var many []string
			for i := range n {
				many = append(many, fmt.Sprintf("many%d 60 A 192.0.2.7", i))
			}
			f, server := route53(many...)
			server.page = 100
			return f.Host
		}
		s.Run(t)
	})
	t.Run("dnszone", func(t *testing.T) {
		s := zones(reg)
		s.Provider = "route53"
		s.Cases = []raltest.Case{
			{
				Title: "new.example.net", Create: []ral.Attr{a("minimum", "90")}, Remove: "absent", With: []ral.Attr{l("nameservers", "ns1.example.com", "ns2.example.com")},
				Changes: []ral.Attr{
					a("primary_ns", "NS2.example.com."), a("contact", "dns.admin@example.net"), a("refresh", "7300"), a("retry", "600"),
					a("expire", "86400"), a("minimum", "60"), a("ttl", "901"),
				},
			},
			{Title: "0/25.2.0.192.in-addr.arpa", Create: []ral.Attr{}, Remove: "absent"},
			{Title: "example.com", Changes: []ral.Attr{a("ttl", "60")}, Remove: "absent"},
		}
		s.Host = func(*testing.T) host.Host { f, _ := route53(); return f.Host }
		s.Many = func(_ *testing.T, n int) host.Host {
			server := newAWS()
			server.page = 100
			for i := range n {
				server.add(fmt.Sprintf("z%d.example.com.", i))
			}
			return onAWS(server).Host
		}
		s.Run(t)
	})
}
