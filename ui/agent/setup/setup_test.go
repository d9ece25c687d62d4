package setup_test

import (
	"crypto/x509"
	"encoding/pem"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/raltest/real"
	"ralsh/ui/agent/settings"
	"ralsh/ui/agent/setup"
)

// contents returns the files of a site by their paths, and holds that they are its user's alone.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		if info.Mode().IsRegular() && d.Name() != ".lock" {
			name, _ := filepath.Rel(dir, path)
			all[name] = read(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	said := run(t, dir, setup.Options{
		Servers: []string{"broker.example.org", "192.0.2.1:4222", "[2001:db8::1]"}, Hosts: []string{"web[01-02],db1.example.org"},
		Operators: []string{"alice=" + written(t, "a.pub", key)},
	})
	all := contents(t, dir)
	want := []string{
		"README", "allowed_signers", "ca.key", "ca.pem",
		"hosts/db1.example.org/agent.nk", "hosts/db1.example.org/agent.yaml", "hosts/db1.example.org/allowed_signers", "hosts/db1.example.org/nats-ca.pem",
		"hosts/web01/agent.nk", "hosts/web01/agent.yaml", "hosts/web01/allowed_signers", "hosts/web01/nats-ca.pem",
		"hosts/web02/agent.nk", "hosts/web02/agent.yaml", "hosts/web02/allowed_signers", "hosts/web02/nats-ca.pem",
		"operators/alice/alice.nk", "operators/alice/nats-ca.pem", "operators/alice/nats.yaml",
		"server/accounts.conf", "server/nats-server.conf", "server/server.key", "server/server.pem", "setup.yaml",
	}
	if d := cmp.Diff(want, slices.Sorted(maps.Keys(all))); d != "" {
		t.Error(d)
	}
	for name, data := range all { // no secret is in a file of another name, or was said
		for _, secret := range []string{"PRIVATE KEY", "SU"} {
			isKey := strings.HasSuffix(name, ".key") && secret == "PRIVATE KEY" || strings.HasSuffix(name, ".nk") && secret == "SU"
			if strings.HasPrefix(data, secret) != isKey && strings.HasPrefix(data, "-----BEGIN "+secret) != isKey {
				t.Errorf("%s begins with %.20q", name, data)
			}
		}
		if strings.HasSuffix(name, ".nk") {
			for other, text := range all {
				if other != name && strings.Contains(text, strings.TrimSpace(data)) || strings.Contains(said, strings.TrimSpace(data)) {
					t.Errorf("the key %s is in %s, or was said", name, other)
				}
			}
		}
	}
	if got := all["allowed_signers"]; !strings.HasSuffix(got, "\nalice namespaces=\"ralsh@order\" "+strings.TrimSuffix(key, " alice@laptop\n")+"\n") {
		t.Errorf("the signers are\n%s", got)
	}
	a, err := settings.ReadAgent(filepath.Join(dir, "hosts/db1.example.org/agent.yaml"))
	servers := []string{"tls://broker.example.org:4222", "tls://192.0.2.1:4222", "tls://[2001:db8::1]:4222"}
	if d := cmp.Diff(settings.Agent{Connection: settings.Connection{
		Name: "db1.example.org", Servers: servers, CA: filepath.Join(dir, "hosts/db1.example.org/nats-ca.pem"), NKey: filepath.Join(dir, "hosts/db1.example.org/agent.nk"),
	}, Program: "/usr/bin/ralsh"}, a); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	cert := certificate(t, all["server/server.pem"])
	roots := x509.NewCertPool()
	roots.AddCert(certificate(t, all["ca.pem"]))
	for _, name := range []string{"broker.example.org", "192.0.2.1", "2001:db8::1"} {
		if _, err := cert.Verify(x509.VerifyOptions{DNSName: name, Roots: roots}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func certificate(t *testing.T, text string) *x509.Certificate {
	t.Helper()
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		t.Fatalf("%q is not in PEM", text)
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// TestAgain holds that a second run changes nothing, and that what is new leaves the rest.
func TestAgain(t *testing.T) {
	dir := site(t, setup.Options{})
	before := contents(t, dir)
	if text := run(t, dir, setup.Options{}); text != "" {
		t.Errorf("the second run said %q", text)
	}
	if d := cmp.Diff(before, contents(t, dir)); d != "" {
		t.Error(d)
	}
	// A bundle was moved to its host, with its key.
	if err := os.RemoveAll(filepath.Join(dir, "hosts/web1")); err != nil {
		t.Fatal(err)
	}
	text := run(t, dir, setup.Options{Hosts: []string{"web[1-3]"}, JetStream: true})
	if text != "host web3: added" {
		t.Errorf("it said %q", text)
	}
	after := contents(t, dir)
	for name, data := range before {
		isKey := strings.HasSuffix(name, ".nk") || strings.HasSuffix(name, ".key") || strings.HasSuffix(name, ".pem")
		if isKey && !strings.HasPrefix(name, "hosts/web1/") && after[name] != data {
			t.Errorf("%s is another one", name)
		}
	}
	if _, made := after["hosts/web1/agent.nk"]; made {
		t.Error("a key that was moved away was made again")
	}
	for line := range strings.Lines(before["server/accounts.conf"]) {
		if strings.Contains(line, "nkey:") && !strings.Contains(after["server/accounts.conf"], line) {
			t.Errorf("the server no longer knows %s", line)
		}
	}
}

// TestNewKey holds that who is removed and added has another key, and the old one is unknown.
func TestNewKey(t *testing.T) {
	dir := site(t, setup.Options{})
	before := contents(t, dir)
	run(t, dir, setup.Options{Remove: []string{"web1"}, Hosts: []string{"web1"}})
	after := contents(t, dir)
	if d := cmp.Diff(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after))); d != "" {
		t.Error(d)
	}
	for name, data := range before {
		changed := name == "hosts/web1/agent.nk" || name == "server/accounts.conf" || name == "setup.yaml"
		if (after[name] != data) != changed {
			t.Errorf("%s: another content is %v", name, !changed)
		}
	}
	if old, is := strings.Count(before["server/accounts.conf"], "nkey:"), strings.Count(after["server/accounts.conf"], "nkey:"); old != is {
		t.Errorf("the server knows %d keys, and knew %d", is, old)
	}
}

func TestRenewal(t *testing.T) {
	now := time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)
	dir := filepath.Join(t.TempDir(), "site")
	at := func(later time.Duration, opt setup.Options) (*x509.Certificate, error) {
		opt.Now = now.Add(later)
		err := setup.Run(dir, opt, func(string) {})
		return certificate(t, read(t, filepath.Join(dir, "server/server.pem"))), err
	}
	const day = 24 * time.Hour
	first, err := at(0, setup.Options{Servers: []string{"broker"}, Hosts: []string{"web1"}})
	if err != nil {
		t.Fatal(err)
	}
	ca := read(t, filepath.Join(dir, "ca.pem"))
	if err := os.Rename(filepath.Join(dir, "ca.key"), filepath.Join(dir, "kept")); err != nil {
		t.Fatal(err)
	}
	if same, err := at(600*day, setup.Options{}); err != nil || !same.Equal(first) {
		t.Errorf("before its time another one was made, or %v", err)
	}
	for _, opt := range []setup.Options{{}, {Servers: []string{"other"}}} {
		if _, err := at(700*day, opt); err == nil || !strings.Contains(err.Error(), "restore the key of its authority, ca.key") {
			t.Errorf("without the authority: %v", err)
		}
	}
	if err := os.Rename(filepath.Join(dir, "kept"), filepath.Join(dir, "ca.key")); err != nil {
		t.Fatal(err)
	}
	renewed, err := at(700*day, setup.Options{})
	if err != nil || renewed.Equal(first) || renewed.NotAfter.Sub(now) < 1400*day || read(t, filepath.Join(dir, "ca.pem")) != ca {
		t.Errorf("it was not renewed: until %v, %v", renewed.NotAfter, err)
	}
	other, err := at(700*day, setup.Options{Servers: []string{"broker2"}})
	if err != nil || other.VerifyHostname("broker2") != nil {
		t.Errorf("for another name: %v, %v", other.DNSNames, err)
	}
}

func TestBadOptions(t *testing.T) {
	public := written(t, "a.pub", key)
	long := strings.Repeat(key, 17)
	for _, c := range []struct {
		opt  setup.Options
		want string
	}{
		{setup.Options{}, "--server is required"},
		{setup.Options{Servers: []string{"bro ker"}}, `"bro ker" is not HOST or HOST:PORT`},
		{setup.Options{Servers: []string{"broker:0"}}, "is not HOST"},
		{setup.Options{Servers: []string{"tls://broker:1"}}, "is not HOST"},
		{setup.Options{Servers: []string{"broker:99999"}}, "is not HOST"},
		{setup.Options{Servers: []string{`b"ker`}}, "is not HOST"},
		{setup.Options{Servers: slices.Repeat([]string{"b"}, 17)}, "at most 16 names"},
		{setup.Options{ServerDir: "files"}, `--server-dir: "files" is not`},
		{setup.Options{ServerDir: "/x\n}"}, "is not an absolute path"},
		{setup.Options{Hosts: []string{"../web1"}}, `--host: "../web1" is not the name`},
		{setup.Options{Hosts: []string{".."}}, "is not the name"},
		{setup.Options{Hosts: []string{"web*"}}, "is not the name"},
		{setup.Options{Hosts: []string{"web1 web2"}}, "is not the name"},
		{setup.Options{Hosts: []string{""}}, "is not the name"},
		{setup.Options{Hosts: []string{"web[1-99999]"}}, "more than 10000 hosts"},
		{setup.Options{Hosts: []string{"alice"}, Operators: []string{"alice=" + public}}, "the name alice is already used"},
		{setup.Options{Operators: []string{"setup=" + public}}, "the name setup is already used"},
		{setup.Options{Operators: []string{"alice"}}, "is not NAME=FILE"},
		{setup.Options{Operators: []string{"a/b=" + public}}, "is not the name"},
		{setup.Options{Operators: []string{"alice=/none.pub"}}, "no such file"},
		{setup.Options{Operators: []string{"alice=" + written(t, "k", "-----BEGIN OPENSSH PRIVATE KEY-----\n")}}, "is a private key: use the public key"},
		{setup.Options{Operators: []string{"alice=" + written(t, "k", "ssh-dss AAAA\n")}}, "k:1: \"ssh-dss AAAA\" is not a public SSH key that can sign"},
		{setup.Options{Operators: []string{"alice=" + written(t, "k", "\n# mine\nssh-ed25519 AAAA\n")}}, "k:3: \"ssh-ed25519 AAAA\" is a malformed public key"},
		{setup.Options{Operators: []string{"alice=" + written(t, "k", strings.Replace(key, "ssh-ed25519", "ssh-rsa", 1))}}, "is a malformed public key"},
		{setup.Options{Operators: []string{"alice=" + written(t, "k", "command=\"x\" "+key)}}, "is not a public SSH key"},
		{setup.Options{Operators: []string{"alice=" + written(t, "k", "# nothing\n")}}, "has 0 public keys"},
		{setup.Options{Operators: []string{"alice=" + written(t, "k", long)}}, "has 17 public keys"},
		{setup.Options{CA: public}, "must contain certificates in PEM"},
		{setup.Options{Remove: []string{"web1"}}, `unknown host or operator "web1"`},
	} {
		dir := filepath.Join(t.TempDir(), "site")
		if c.opt.Servers == nil && c.want != "--server is required" {
			c.opt.Servers = []string{"broker"}
		}
		c.opt.Now = time.Now()
		if err := setup.Run(dir, c.opt, func(string) {}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v; want %q", c.opt, err, c.want)
		}
		if left := contents(t, dir); len(left) > 0 {
			t.Errorf("%+v: it wrote %v", c.opt, slices.Sorted(maps.Keys(left)))
		}
	}
}

// TestSigners holds that ssh-keygen takes what the generated file has: keys and authorities.
func TestSigners(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		real.Lacks(t, "orders are signed: needs the command ssh-keygen")
	}
	work := t.TempDir()
	keygen := func(args ...string) {
		t.Helper()
		cmd := exec.Command("ssh-keygen", args...)
		cmd.Dir = work
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
	}
	for _, kind := range []string{"ed25519", "ecdsa", "rsa"} {
		keygen("-q", "-t", kind, "-N", "", "-f", kind)
	}
	keygen("-q", "-t", "ed25519", "-N", "", "-f", "authority")
	keygen("-q", "-t", "ed25519", "-N", "", "-f", "certified")
	keygen("-q", "-s", "authority", "-I", "carol", "-n", "carol", "-V", "-1h:+1h", "certified.pub")
	authority := written(t, "ca.pub", "cert-authority "+read(t, filepath.Join(work, "authority.pub")))
	dir := filepath.Join(t.TempDir(), "site")
	run(t, dir, setup.Options{
		Servers: []string{"broker"},
		Operators: []string{
			"alice=" + written(t, "keys", read(t, filepath.Join(work, "ed25519.pub"))+read(t, filepath.Join(work, "ecdsa.pub"))),
			"bob=" + filepath.Join(work, "rsa.pub"), "carol=" + authority,
			"dave=" + written(t, "sk.pub", "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIIxcXe1lzJyUxGcwLiXtOmnVnI4GqBGGQNFrwJWsJmr2AAAABHNzaDo= dave\n"),
		},
	})
	for _, c := range []struct {
		principal, key, namespace string
		good                      bool
	}{
		{"alice", "ed25519", "ralsh@order", true},
		{"alice", "ecdsa", "ralsh@order", true},
		{"bob", "rsa", "ralsh@order", true},
		{"carol", "certified-cert.pub", "ralsh@order", true},
		{"alice", "ed25519", "file", false},
		{"alice", "rsa", "ralsh@order", false},
		{"alice", "certified-cert.pub", "ralsh@order", false},
		{"carol", "certified", "ralsh@order", false},
		{"carol", "authority", "ralsh@order", false},
	} {
		order := written(t, "order", "{}")
		keygen("-q", "-Y", "sign", "-n", c.namespace, "-f", c.key, order)
		verify := exec.Command("ssh-keygen", "-Y", "verify", "-f", filepath.Join(dir, "allowed_signers"), "-I", c.principal, "-n", "ralsh@order", "-s", order+".sig")
		verify.Stdin = strings.NewReader("{}")
		if out, err := verify.CombinedOutput(); (err == nil) != c.good {
			t.Errorf("%s with %s for %s: %v\n%s", c.principal, c.key, c.namespace, err, out)
		}
	}
	for name, want := range map[string]string{"alice": "id_ed25519.pub", "bob": "id_rsa.pub", "carol": "id_ed25519-cert.pub", "dave": "id_ed25519_sk.pub"} {
		if o := operatorOf(t, dir, name); o.Key != "/home/"+name+"/.ssh/"+want {
			t.Errorf("%s signs with %s", name, o.Key)
		}
	}
}

// TestOwnKey holds that a key of the operator's own ~/.ssh signs, whatever its name.
func TestOwnKey(t *testing.T) {
	home, dir := t.TempDir(), filepath.Join(t.TempDir(), "site")
	if err := os.Mkdir(filepath.Join(home, ".ssh"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, ".ssh/work.pub"), []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, dir, setup.Options{Servers: []string{"broker"}, Home: home, Operators: []string{"alice=~/.ssh/work.pub", "bob=" + home + "/.ssh/work.pub"}})
	for _, name := range []string{"alice", "bob"} {
		if o := operatorOf(t, dir, name); o.Key != "/home/"+name+"/.ssh/work.pub" {
			t.Errorf("%s signs with %s", name, o.Key)
		}
	}
}

// TestEdited holds that a setup.yaml that no run wrote leads nowhere.
func TestEdited(t *testing.T) {
	for _, c := range []struct{ old, with, want string }{
		{"  web1:", "  ../../web1:", `"../../web1" is not the name`},
		{"  web1: U", "  web1: A", "is not the public key of \"web1\""},
		{"jetstream: false", "jetstreem: false", "unknown field"},
		{"hosts:\n", "hosts:\nothers:\n", "setup.yaml"},
		{"servers:", "servers: [", "setup.yaml"},
	} {
		dir := site(t, setup.Options{})
		file := filepath.Join(dir, "setup.yaml")
		text := strings.Replace(read(t, file), c.old, c.with, 1)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		before := contents(t, dir)
		if err := setup.Run(dir, setup.Options{Hosts: []string{"web3"}, Now: time.Now()}, func(string) {}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %q", c.with, err, c.want)
		}
		if d := cmp.Diff(before, contents(t, dir)); d != "" {
			t.Errorf("%q: %s", c.with, d)
		}
	}
}

// TestTwice holds that two runs in one directory do not mix.
func TestTwice(t *testing.T) {
	dir := site(t, setup.Options{})
	before := contents(t, dir)
	var again error
	run(t, dir, setup.Options{Hosts: []string{"web3"}}, func(string) {
		again = setup.Run(dir, setup.Options{Hosts: []string{"web4"}, Now: time.Now()}, func(string) {})
	})
	if again == nil || !strings.Contains(again.Error(), "is held by ralsh-agent setup") {
		t.Errorf("the other run: %v", again)
	}
	if len(contents(t, dir)) != len(before)+4 {
		t.Error("another host was added")
	}
}

// TestGivenAuthority holds that the authority of another is taken over, and no key is made for it.
func TestGivenAuthority(t *testing.T) {
	other, dir := site(t, setup.Options{}), filepath.Join(t.TempDir(), "site")
	ca := filepath.Join(other, "ca.pem")
	run(t, dir, setup.Options{Servers: []string{"broker"}, Hosts: []string{"web1"}, CA: ca})
	run(t, dir, setup.Options{})
	all := contents(t, dir)
	if all["hosts/web1/nats-ca.pem"] != read(t, ca) {
		t.Error("the host has other certificates")
	}
	for _, name := range []string{"ca.key", "server/server.pem", "server/server.key"} {
		if _, made := all[name]; made {
			t.Errorf("%s was made", name)
		}
	}
}

func FuzzPublicKey(f *testing.F) {
	f.Add([]byte(key))
	f.Add([]byte("cert-authority " + key))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir, file := filepath.Join(t.TempDir(), "site"), written(t, "k", string(text))
		if setup.Run(dir, setup.Options{Servers: []string{"broker"}, Operators: []string{"alice=" + file}, Now: time.Now()}, func(string) {}) != nil {
			return
		}
		for line := range strings.Lines(read(t, filepath.Join(dir, "allowed_signers"))) {
			if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, `alice namespaces="ralsh@order" `) && !strings.HasPrefix(line, `alice cert-authority,namespaces="ralsh@order" `) {
				t.Errorf("%q makes the line %q", text, line)
			}
		}
	})
}
