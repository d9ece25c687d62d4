package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ui/agent/settings"
)

// written writes a file and returns its path.
func written(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestReadAgent(t *testing.T) {
	file := written(t, "agent.yaml", "name: web1.example.org\nservers: [tls://broker:4222, 'tls://[2001:db8::1]:4222']\nca: nats-ca.pem\nnkey: /etc/ralsh/agent.nk\njetstream: true\n")
	got, err := settings.ReadAgent(file)
	want := settings.Agent{
		Connection: settings.Connection{
			Name: "web1.example.org", Servers: []string{"tls://broker:4222", "tls://[2001:db8::1]:4222"},
			CA: filepath.Join(filepath.Dir(file), "nats-ca.pem"), NKey: "/etc/ralsh/agent.nk", JetStream: true,
		},
		Program: "/usr/bin/ralsh",
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
}

func TestReadOperator(t *testing.T) {
	for _, c := range []struct{ more, principal, key string }{
		{"", "alice", "/home/alice/.ssh/id_ed25519.pub"},
		{"principal: alice@example.org\nkey: ~/.ssh/id_ed25519_sk.pub\n", "alice@example.org", "/home/alice/.ssh/id_ed25519_sk.pub"},
		{"key: /srv/alice.pub\n", "alice", "/srv/alice.pub"},
	} {
		file := written(t, "nats.yaml", "name: alice\nservers: [tls://broker]\nnkey: ~/nats/alice.nk\n"+c.more)
		o, err := settings.ReadOperator(file, "/home/alice")
		if err != nil || o.Principal != c.principal || o.Key != c.key || o.NKey != "/home/alice/nats/alice.nk" || o.CA != "" {
			t.Errorf("%q: %+v, %v", c.more, o, err)
		}
	}
}

func TestBadSettings(t *testing.T) {
	const good = "name: web1\nservers: [tls://broker:4222]\nnkey: agent.nk\n"
	for _, c := range []struct{ text, want string }{
		{"", "agent.yaml: name: "},
		{good + "port: 4222\n", `agent.yaml:4:1: unknown field "port"`},
		{good + "name: web2\n", "agent.yaml:4:1: mapping key \"name\" already defined at"},
		{good + "jetstream: perhaps\n", "agent.yaml:4:12: "},
		{"name: [web1\n", "agent.yaml:1:"},
		{"- web1\n", "agent.yaml:1:"},
		{good + "---\n" + good, "several YAML documents"},
		{strings.Replace(good, "web1", "../web1", 1), `agent.yaml: name: "../web1" is not the name`},
		{strings.Replace(good, "web1", "web1 web2", 1), "is not the name"},
		{strings.Replace(good, "tls:", "nats:", 1), `servers: "nats://broker:4222" is not the address of a server`},
		{strings.Replace(good, "broker", "me:secret@broker", 1), "is not the address of a server"},
		{strings.Replace(good, "[tls://broker:4222]", "[]", 1), "expected 1 to 16"},
		{strings.Replace(good, "nkey: agent.nk", "", 1), "nkey: the path of the private key is missing"},
		{good + "program: ralsh\n", `program: "ralsh" is not an absolute path`},
		{good + "#" + strings.Repeat(" ", 64<<10), "at most 65536)"},
		{"name: &a [" + strings.Repeat("[", 30_000) + "\n", "agent.yaml"},
	} {
		file := written(t, "agent.yaml", c.text)
		if got, err := settings.ReadAgent(file); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%.60q: %v, %v; want %q", c.text, got, err, c.want)
		}
	}
}

func TestKeyAndCertificates(t *testing.T) {
	file := written(t, "agent.yaml", "name: web1\nservers: [tls://broker:4222]\nnkey: agent.nk\nca: ca.pem\n")
	a, err := settings.ReadAgent(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Seed(); err == nil {
		t.Error("there is no key, and it was read")
	}
	for name, mode := range map[string]os.FileMode{a.NKey: 0o644, a.CA: 0o644} {
		if err := os.WriteFile(name, []byte("text"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if seed, err := a.Seed(); err == nil || !strings.Contains(err.Error(), "(mode 0644): run chmod 600") {
		t.Errorf("%q, %v", seed, err)
	}
	if err := os.Chmod(a.NKey, 0o600); err != nil {
		t.Fatal(err)
	}
	if seed, err := a.Seed(); string(seed) != "text" || err != nil {
		t.Errorf("%q, %v", seed, err)
	}
	if pem, err := a.Certificates(); string(pem) != "text" || err != nil {
		t.Errorf("%q, %v", pem, err)
	}
	if err := os.Truncate(a.CA, 0); err != nil {
		t.Fatal(err)
	}
	if pem, err := a.Certificates(); err == nil {
		t.Errorf("%q of an empty file", pem)
	}
}

func FuzzSettings(f *testing.F) {
	f.Add([]byte("name: web1\nservers: [tls://broker:4222]\nnkey: agent.nk\n"))
	f.Add([]byte("name: &a web1\nservers: [*a]\n<<: {nkey: x}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := written(t, "agent.yaml", string(text))
		a, err := settings.ReadAgent(file)
		if err == nil && (a.Name == "" || len(a.Servers) == 0 || !filepath.IsAbs(a.NKey) || !filepath.IsAbs(a.Program)) {
			t.Errorf("%q was taken as %+v", text, a)
		}
	})
}
