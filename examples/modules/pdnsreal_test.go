package modules_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/dns"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

// The paths of the modules and of the empty database, inside the root.
const (
	modulesInside = "/opt/modules"
	databaseFile  = "/srv/dns/pdns.sqlite3"
	emptyDatabase = "/srv/dns/empty.sqlite3"
)

// TestPdnsutilReal runs the suites with the real pdnsutil, inside a root that has it.
func TestPdnsutilReal(t *testing.T) {
	real.Full(t)
	inside := real.InsideOf(t, real.PowerDNSRoot, func(root string) {
		err := os.CopyFS(root+modulesInside, os.DirFS("."))
		if failed := copyFile(root+emptyDatabase, root+databaseFile); err != nil || failed != nil {
			t.Fatal(err, failed)
		}
	})
	if !inside {
		return
	}
	reg := loaded(t, modulesInside).Registry
	for _, s := range []raltest.Suite{records(reg), zones(reg)} {
		t.Run(s.Type, func(t *testing.T) {
			s.Host = withZone
			s.Watch = []string{"/etc/powerdns", "/srv/dns"}
			s.Run(t)
		})
	}
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}

// withZone returns this machine with a new database that contains a zone.
func withZone(t *testing.T) host.Host {
	t.Helper()
	if err := copyFile(databaseFile, emptyDatabase); err != nil {
		t.Fatal(err)
	}
	for _, args := range exampleZone() {
		if out, err := exec.Command("pdnsutil", args...).CombinedOutput(); err != nil {
			t.Fatalf("pdnsutil %q: %v\n%s", args, err, out)
		}
	}
	return local.Machine()
}

func exampleZone() [][]string {
	set := func(words ...string) []string { return append([]string{"replace-rrset", "example.com"}, words...) }
	return [][]string{
		{"create-zone", "example.com", "ns1.example.com"},
		set("@", "MX", "3600", "10 mail.example.com."), set("@", "TXT", "3600", `"v=spf1" " -all"`),
		set("www", "A", "300", "192.0.2.1", "192.0.2.2"),
		set("ssh", "SSHFP", "300", "4 2 123456789abcdef67890123456789abcdef67890123456789abcdef123456789"),
	}
}

// pdnsutil and the built-in provider, which uses the server's API, agree: every
// record has the same form, and both list each zone.
func TestPdnsutilAgrees(t *testing.T) {
	server := real.PowerDNS(t)
	reg := examples(t).Registry
	tool := fakehost.New(map[string]string{"/etc/powerdns/pdns.conf": "launch=gsqlite3\n"})
	tool.Command("/usr/bin/pdnsutil")
	tool.Handle("pdnsutil", func(ctx context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
		return inRoot(server.Root, cmd)
	})
	byTool, byAPI := onhost.NewEnv(reg, tool.Reader(), nil), onhost.NewEnv(reg, api(t, server).Reader(), nil)
	more := [][]string{
		{"replace-rrset", "example.com", "*", "AAAA", "60", "2001:DB8:0:0::1", "::ffff:192.0.2.1"},
		{"replace-rrset", "example.com", "caa", "CAA", "60", `128 iodef "mailto:sec@example.com"`, `0 issue ";"`},
		{"replace-rrset", "example.com", "t", "TXT", "0", `"it's \"new\"; \\ \001 \195\169"`, `"semi;colon"`, `""`},
		{"replace-rrset", "example.com", `My\032Printer._ipp._tcp`, "SRV", "60", "0 0 631 P.Example.com."},
		{"replace-rrset", "example.com", "w", "CNAME", "2147483647", "Www.Example.COM."},
		{"replace-rrset", "example.com", "@", "SOA", "900", `NS2.example.com. dns\.admin.example.net. 4294967290 7200 600 86400 60`},
		{"create-zone", "0/25.2.0.192.in-addr.arpa"},
		{"create-zone", "primary.example.net"},
		{"set-kind", "primary.example.net", "primary"},
		{"create-secondary-zone", "second.example.net", "192.0.2.53", "192.0.2.54:5300", "2001:db8::53"},
		{"create-zone", "sub.example.com"},
		{"replace-rrset", "sub.example.com", "a", "A", "60", "192.0.2.1"},
	}
	for _, args := range append(exampleZone(), more...) {
		if r := inRoot(server.Root, host.Command{Args: args}); r.Exit != 0 {
			t.Fatalf("pdnsutil %q: %s", args, r.Stderr)
		}
	}
	compare := func(n int) {
		t.Helper()
		got, want := listing(t, byTool, "pdnsutil"), listing(t, byAPI, "powerdns")
		if diff := cmp.Diff(want, got); diff != "" || len(got) != n {
			t.Errorf("%d records:\n%s", len(got), diff)
		}
		for _, zone := range []string{"example.com", "0/25.2.0.192.in-addr.arpa", "primary.example.net", "second.example.net", "none.example.net"} {
			want := zoneText(t, byAPI, "powerdns", zone)
			if zone == "second.example.net" { // it was never transferred, so it has no serial; the API says 0
				want = slices.DeleteFunc(want, func(line string) bool { return line == `serial "0"` })
			}
			if diff := cmp.Diff(want, zoneText(t, byTool, "pdnsutil", zone)); diff != "" {
				t.Errorf("%s:\n%s", zone, diff)
			}
		}
	}
	compare(10)
	var decls []ral.Decl
	for _, d := range []ral.Decl{
		raltest.Decl("dnsrr", "www.example.com/A", "values", "192.0.2.9"), raltest.Decl("dnsrr", "new.example.com/TXT", "ensure", "present", "values", `é "q" \\ \000`),
		raltest.Decl("dnsrr", "example.com/MX", "ensure", "absent"), raltest.Decl("dnszone", "example.com", "contact", "a.b@example.org", "minimum", "61"),
	} {
		d.Provider = "pdnsutil"
		decls = append(decls, d)
	}
	rep, err := transaction.Run(t.Context(), byTool, decls, tool.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || rep.Changes() != 5 {
		t.Fatal(err, rep.Summary(), problems(rep))
	}
	compare(10)
}

// inRoot runs the real pdnsutil in the root.
func inRoot(root string, cmd host.Command) host.Result {
	var out, errs bytes.Buffer
	c := real.Enter(root, append([]string{"pdnsutil"}, cmd.Args...)...)
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	exit := c.ProcessState.ExitCode()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		exit = -1
	}
	return host.Result{Exit: exit, Stdout: out.Bytes(), Stderr: errs.Bytes()}
}

// api returns this machine below an empty root with an account at the server.
func api(t *testing.T, server real.DNS) host.Host {
	t.Helper()
	root := t.TempDir()
	file := filepath.Join(root, dns.FileOf("powerdns"))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, fmt.Appendf(nil, "[main]\nurl = %s\napi_key = %s\n", server.API, server.APIKey), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := local.Below(root)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// zoneText returns a zone as a provider reads it, one property per line.
func zoneText(t *testing.T, env *onhost.Env, provider, zone string) []string {
	t.Helper()
	d := raltest.Decl("dnszone", zone)
	d.Provider = provider
	r, diags := env.Build(t.Context(), d)
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	inst, err := onhost.NewRun(env, env.Reader()).Retrieve(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, a := range r.Type.Properties() {
		if !inst.Get(a.Name).IsAbsent() {
			lines = append(lines, a.Name+" "+inst.Get(a.Name).Inspect())
		}
	}
	return lines
}
