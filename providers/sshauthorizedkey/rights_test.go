package sshauthorizedkey

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

func envOf(t *testing.T, h host.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, h.Reader(), nil)
}

func decl(title string, attrs ...ral.Attr) ral.Decl {
	return ral.Decl{Type: "ssh_authorized_key", Title: title, Attrs: attrs}
}

func newKey(user string, more ...ral.Attr) ral.Decl {
	return decl("new", append([]ral.Attr{
		raltest.A("user", user), raltest.A("type", "ssh-rsa"), raltest.A("key", "AAAANEW"),
	}, more...)...)
}

func apply(t *testing.T, h host.Host, d ral.Decl) error {
	t.Helper()
	rep, err := transaction.Run(t.Context(), envOf(t, h), []ral.Decl{d}, h.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := rep.Steps[0]
	if s.Err == nil && !rep.OK() {
		t.Fatalf("%s: %+v", s.Status, s.Changes)
	}
	return s.Err
}

// A new file belongs to its user, 0600 in a directory 0700; the mode of an
// existing one is restored.
func TestOwnership(t *testing.T) {
	root := real.Chroot(t)
	furnish(t, root)
	below := raltest.Below(t, root)
	if err := os.Chmod(filepath.Join(root, "home/alice/.ssh/authorized_keys"), 0o644); err != nil {
		t.Fatal(err)
	}
	for user, uid := range map[string]uint32{"alice": 1000, "bob": 1001} {
		if err := apply(t, below, newKey(user)); err != nil {
			t.Fatal(err)
		}
		for path, mode := range map[string]os.FileMode{".ssh": 0o700, ".ssh/authorized_keys": 0o600} {
			info, err := os.Lstat(filepath.Join(root, "home", user, path))
			if err != nil {
				t.Fatal(err)
			}
			st := info.Sys().(*syscall.Stat_t)
			if info.Mode().Perm() != mode || st.Uid != uid || st.Gid != uid {
				t.Errorf("%s of %s: %v, %d:%d", path, user, info.Mode(), st.Uid, st.Gid)
			}
		}
	}
}

// A link that a user creates gives no access beyond that user's, neither for
// writing nor for reading.
func TestPlantedLinks(t *testing.T) {
	if !real.Inside(t, nil) {
		return
	}
	const secret = "# a secret of root\nssh-rsa SECRET root\n"
	for name, plant := range map[string]func(t *testing.T){
		"the file leads to a file of root": func(t *testing.T) {
			relink(t, "/home/alice/.ssh/authorized_keys", "/root/secret")
		},
		"the file leads to nothing in a folder of root": func(t *testing.T) {
			relink(t, "/home/alice/.ssh/authorized_keys", "/root/new")
		},
		"the folder leads to one of root": func(t *testing.T) {
			relink(t, "/home/alice/.ssh", "/root/dir")
		},
	} {
		t.Run(name, func(t *testing.T) {
			furnish(t, "/")
			if err := os.MkdirAll("/root/dir", 0o700); err != nil {
				t.Fatal(err)
			}
			for _, file := range []string{"/root/secret", "/root/dir/authorized_keys"} {
				if err := os.WriteFile(file, []byte(secret), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			plant(t)
			if err := apply(t, local.Machine(), newKey("alice")); err == nil || !strings.Contains(err.Error(), "permission denied") {
				t.Errorf("got %v", err)
			}
			for _, file := range []string{"/root/secret", "/root/dir/authorized_keys"} {
				if got, err := os.ReadFile(file); err != nil || string(got) != secret {
					t.Errorf("%s is %q, %v", file, got, err)
				}
			}
			if _, err := os.Lstat("/root/new"); err == nil {
				t.Error("a file was made in /root")
			}
		})
	}
}

func relink(t *testing.T, path, target string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	if err := os.Lchown(path, 1000, 1000); err != nil {
		t.Fatal(err)
	}
}

// Without dropping privileges root writes, if no other user can change the
// path.
func TestAsRoot(t *testing.T) {
	own := raltest.A("drop_privileges", "false")
	fake := homesHost(aliceKeys)
	fake.Dir("/etc/keys", 0o755)
	if err := apply(t, fake.Host, newKey("alice", own, raltest.A("target", "/etc/keys/alice"))); err != nil {
		t.Error(err)
	}
	info, err := fake.Reader().Stat(t.Context(), "/etc/keys/alice")
	if err != nil || info.UID != 1000 || info.Mode != 0o600 || fake.Content("/etc/keys/alice") != "ssh-rsa AAAANEW new\n" {
		t.Errorf("%+v, %v: %q", info, err, fake.Content("/etc/keys/alice"))
	}
	fake.Dir("/tmp", 0o1777)
	fake.Dir("/tmp/keys", 0o755)
	err = apply(t, fake.Host, newKey("alice", own, raltest.A("target", "/tmp/keys/alice")))
	if err == nil || err.Error() != "drop_privileges is false but the target path is not trusted" {
		t.Errorf("got %v", err)
	}
}

// The user of a key must be unambiguous.
func TestWhose(t *testing.T) {
	fake := homesHost(aliceKeys)
	fake.Put("/home/bob/.ssh/authorized_keys", "ssh-rsa X old\n", 0o600)
	for want, d := range map[string]ral.Decl{
		"both contain a key with the name old: declare its user": decl("old", raltest.A("ensure", "absent")),
		"User 'nobody-here' does not exist":                      newKey("nobody-here"),
		"Cannot write SSH authorized keys without user":          decl("x", raltest.A("key", "A"), raltest.A("type", "rsa"), raltest.A("target", "/etc/k")),
	} {
		plan, err := transaction.NewPlan(t.Context(), envOf(t, fake.Host), []ral.Decl{d})
		if err != nil {
			t.Fatal(err)
		}
		if s := plan.Steps[0]; s.Err == nil || !strings.Contains(s.Err.Error(), want) {
			t.Errorf("%s: %s: %v", d.Ref(), s.Status, s.Err)
		}
	}
}

// An unreadable file is one error, and does not hide other users' keys.
func TestUnreadable(t *testing.T) {
	fake := homesHost(aliceKeys)
	fake.Dir("/home/bob/.ssh/authorized_keys", 0o700)
	env := envOf(t, fake.Host)
	found, failure := 0, ""
	env.List(t.Context(), env.Registry.Type("ssh_authorized_key"), func(ev onhost.ListEvent) {
		found += len(ev.Found)
		if ev.Err != nil {
			failure = ev.Err.Error()
		}
	})
	if want := "/home/alice/.ssh/authorized_keys:6 is not understood\ncannot read /home/bob/.ssh/authorized_keys: is a directory"; found != 4 || failure != want {
		t.Errorf("%d keys, %q", found, failure)
	}
	if _, err := onhost.NewRun(env, env.Reader()).Retrieve(t.Context(), build(t, env, decl("x", raltest.A("user", "bob")))); err == nil {
		t.Error("a key of bob could be read")
	}
}

func build(t *testing.T, env *onhost.Env, d ral.Decl) *ral.Resource {
	t.Helper()
	r, diags := env.Build(t.Context(), d)
	if diags.Err() != nil {
		t.Fatal(diags.Err())
	}
	return r
}
