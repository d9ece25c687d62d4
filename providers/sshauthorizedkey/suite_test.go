package sshauthorizedkey

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

const (
	passwd = "root:x:0:0:root:/root:/bin/bash\nalice:x:1000:1000::/home/alice:/bin/bash\nbob:x:1001:1001::/home/bob:/bin/sh\n" +
		"svc:x:900:900::/nonexistent:/usr/sbin/nologin\nsame:x:901:901::/home/alice:/bin/sh\n"
	aliceKeys = "# mine\nssh-ed25519 AAAAC3 alice@laptop\nno-pty,command=\"a \\\"b\\\", c\" ssh-rsa AAAAB3 old\nssh-rsa UNNAMED\n" +
		"1024 35 12345 v1\n\xff odd\nssh-rsa LAST last"
)

func suite() raltest.Suite {
	user := []ral.Attr{raltest.A("user", "alice")}
	return raltest.Suite{
		Register: Register, Type: "ssh_authorized_key", Provider: "parsed",
		Needed: []string{"/etc/passwd"}, // it has the home directories
		NotCovered: map[string]string{
			"user":   "a key is looked for in the file of its user: of another user it is another key; rights_test.go has both",
			"target": "a key in another file is not listed; rights_test.go makes one",
		},
		Several: &raltest.Several{
			Titles: []string{"k1", "k2", "k3"}, Remove: "absent",
			Create: func(i int) []ral.Attr {
				return append([]ral.Attr{raltest.A("type", "rsa"), raltest.A("key", fmt.Sprint("AAAA", i))}, user...)
			},
		},
		Cases: []raltest.Case{
			{
				Title: "new key", Remove: "absent", With: user,
				Create: []ral.Attr{raltest.A("type", "ed25519"), raltest.A("key", "AAAAC3New"), raltest.L("options", "no-pty", `from="a,b c"`)},
				Changes: []ral.Attr{
					raltest.A("key", "AAAAC3Newer"), raltest.A("type", "sk-ssh-ed25519@openssh.com"),
					raltest.L("options", `command="x \"y\""`), raltest.A("options", "absent"),
				},
			},
			{Name: "in a new folder", Title: "bob@desk", Remove: "absent", With: []ral.Attr{raltest.A("user", "bob")}, Create: []ral.Attr{
				raltest.A("type", "ssh-rsa"), raltest.A("key", "AAAAB3"),
			}},
			{Title: "old", With: user, Changes: []ral.Attr{raltest.A("key", "CCCC"), raltest.L("options", "no-pty")}, Remove: "absent"},
			{Name: "by name alone", Title: "alice@laptop", Changes: []ral.Attr{raltest.L("options", "restrict")}, Remove: "absent"},
			{Title: "/home/alice/.ssh/authorized_keys:unnamed-1", With: user, Changes: []ral.Attr{raltest.A("key", "DDDD")}, Remove: "absent"},
		},
	}
}

func homesHost(text string) *fakehost.Host {
	fake := fakehost.New(map[string]string{"/etc/passwd": passwd, "/home/alice/.ssh/authorized_keys": text, "/home/bob/": ""})
	return fake
}

func TestSuite(t *testing.T) {
	s := suite()
	s.Host = func(*testing.T) host.Host { return homesHost(aliceKeys).Host }
	s.Many = func(_ *testing.T, n int) host.Host {
		text := aliceKeys + "\n"
		for i := range n {
			text += fmt.Sprintf("ssh-rsa AAAA many%d\n", i)
		}
		return homesHost(text).Host
	}
	s.Run(t)
}

// The same on files, with the privileges of their users.
func TestSuiteReal(t *testing.T) {
	s := suite()
	s.Watch = []string{"/home"}
	s.Host = func(t *testing.T) host.Host {
		root := real.Chroot(t)
		furnish(t, root)
		return raltest.Below(t, root)
	}
	s.Run(t)
}

func TestSuiteInside(t *testing.T) {
	if !real.Inside(t, nil) {
		return
	}
	s := suite()
	s.Watch = []string{"/home"}
	s.Host = func(t *testing.T) host.Host {
		furnish(t, "/")
		return local.Machine()
	}
	s.Run(t)
}

// furnish creates the homes below a root, owned by their users. It only writes
// to a root of a test.
func furnish(t *testing.T, root string) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.RemoveAll(filepath.Join(root, "home")))
	must(os.WriteFile(filepath.Join(root, "etc/passwd"), []byte(passwd), 0o644))
	for i, user := range []string{"alice", "bob"} {
		home := filepath.Join(root, "home", user)
		must(os.MkdirAll(home, 0o755))
		if user == "alice" {
			must(os.Mkdir(filepath.Join(home, ".ssh"), 0o700))
			must(os.WriteFile(filepath.Join(home, ".ssh/authorized_keys"), []byte(aliceKeys), 0o600))
		}
		must(filepath.Walk(home, func(path string, _ os.FileInfo, err error) error {
			if err != nil {
				return err
			}
			return os.Lchown(path, 1000+i, 1000+i)
		}))
	}
}

func TestValidation(t *testing.T) {
	env := envOf(t, homesHost("").Host)
	for _, c := range []struct {
		attrs []ral.Attr
		want  string
	}{
		{[]ral.Attr{raltest.A("type", "ssh-xmss")}, `Invalid value "ssh-xmss"`},
		{[]ral.Attr{raltest.A("key", "a b"), raltest.A("user", "alice")}, "Key must not contain whitespace: a b"},
		{[]ral.Attr{raltest.L("options", "no pty"), raltest.A("user", "alice")}, "Option no pty is not valid."},
		{[]ral.Attr{raltest.A("target", "keys")}, "File paths must be fully qualified, not 'keys'"},
		{[]ral.Attr{raltest.A("key", "a")}, "Attribute 'user' or 'target' is mandatory"},
		{[]ral.Attr{raltest.A("name", "a\nssh-rsa B")}, "A name cannot include a newline"},
	} {
		_, diags := env.Build(t.Context(), decl("x", c.attrs...))
		if err := diags.Err(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
