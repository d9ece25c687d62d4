package order

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/host/ownfiles"
	"ralsh/ral/raltest/real"
)

// keys is a folder with keys of ssh, made by ssh-keygen(1).
type keys struct {
	testing.TB
	dir string
}

func newKeys(t testing.TB) keys {
	t.Helper()
	real.NeedKeygen(t)
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	return keys{t, dir}
}

func (k keys) path(name string) string { return filepath.Join(k.dir, name) }

func (k keys) keygen(args ...string) {
	k.Helper()
	cmd := exec.Command("ssh-keygen", append([]string{"-q"}, args...)...)
	cmd.Dir = k.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		k.Fatalf("%s: %v\n%s", cmd, err, out)
	}
}

// key makes a key, and returns its public part.
func (k keys) key(name string) string {
	k.Helper()
	k.keygen("-t", "ed25519", "-N", "", "-C", "", "-f", name)
	data, err := os.ReadFile(k.path(name + ".pub"))
	if err != nil {
		k.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

func (k keys) write(name, text string) string {
	k.Helper()
	if err := os.WriteFile(k.path(name), []byte(text), 0o644); err != nil {
		k.Fatal(err)
	}
	return k.path(name)
}

func (k keys) sign(name string, data []byte) []byte {
	k.Helper()
	signature, err := Sign(k.Context(), k.path(name), data)
	if err != nil {
		k.Fatal(err)
	}
	return signature
}

func (k keys) verify(allowed, principal string, data, signature []byte) error {
	k.Helper()
	s := Signers{Allowed: k.write("allowed_signers", allowed+"\n"), Revoked: k.path("revoked_keys")}
	return s.Verify(k.Context(), ownfiles.Peek(k.dir), principal, data, signature)
}

func TestVerify(t *testing.T) {
	k := newKeys(t)
	alice, ca := k.key("alice"), k.key("ca")
	k.key("mallory")
	k.key("certified")
	k.keygen("-s", "ca", "-I", "alice", "-n", "alice", "-V", "-1h:+1h", "certified.pub")
	k.key("domain")
	k.keygen("-s", "ca", "-I", "alice", "-n", "alice@example.org", "-V", "-1h:+1h", "domain.pub")
	k.key("old")
	k.keygen("-s", "ca", "-I", "alice", "-n", "alice", "-V", "-2h:-1h", "old.pub")
	data := []byte("an order")
	of := func(key string) []byte { return k.sign(key, data) }
	for name, c := range map[string]struct {
		allowed, principal string
		signature          []byte
		data               string
		want               string // in the reason; "" if it is good
	}{
		"good":                {"alice " + alice, "alice", of("alice"), "an order", ""},
		"good for orders":     {`alice namespaces="ralsh@order" ` + alice, "alice", of("alice"), "an order", ""},
		"for something else":  {`alice namespaces="git" ` + alice, "alice", of("alice"), "an order", "namespace"},
		"another principal":   {"alice " + alice, "bob", of("alice"), "an order", "Could not verify"},
		"another key":         {"alice " + alice, "alice", of("mallory"), "an order", "Could not verify"},
		"another order":       {"alice " + alice, "alice", of("alice"), "an ordeR", "incorrect signature"},
		"a certificate":       {"alice cert-authority " + ca, "alice", of("certified-cert.pub"), "an order", ""},
		"of a domain":         {`*@example.org cert-authority,namespaces="ralsh@order" ` + ca, "alice@example.org", of("domain-cert.pub"), "an order", ""},
		"of another domain":   {"*@example.com cert-authority " + ca, "alice@example.org", of("domain-cert.pub"), "an order", "Could not verify"},
		"another of a domain": {"*@example.org cert-authority " + ca, "bob@example.org", of("domain-cert.pub"), "an order", "alid"},
		"not its principal":   {"bob cert-authority " + ca, "bob", of("certified-cert.pub"), "an order", "alid"},
		"an old certificate":  {"alice cert-authority " + ca, "alice", of("old-cert.pub"), "an order", "expired"},
		"no authority":        {"alice " + ca, "alice", of("certified-cert.pub"), "an order", "Could not verify"},
		"a key that is over":  {`alice valid-before="20200101" ` + alice, "alice", of("alice"), "an order", "expired"},
		"a key that is early": {`alice valid-after="20990101" ` + alice, "alice", of("alice"), "an order", "not yet valid"},
		"no key is allowed":   {"# none", "alice", of("alice"), "an order", "Could not verify"},
	} {
		t.Run(name, func(t *testing.T) {
			k := keys{t, k.dir}
			err := k.verify(c.allowed, c.principal, []byte(c.data), c.signature)
			refused, is := errors.AsType[*SignatureError](err)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (!is || !strings.Contains(refused.Reason, c.want)):
				t.Errorf("%v, not %q", err, c.want)
			}
		})
	}
}

func TestVerifyFiles(t *testing.T) {
	k := newKeys(t)
	alice, data := k.key("alice"), []byte("an order")
	signature := k.sign("alice", data)
	if err := k.verify("alice "+alice, "alice", data, signature); err != nil {
		t.Fatal(err)
	}
	k.write("revoked_keys", alice+"\n")
	if err := k.verify("alice "+alice, "alice", data, signature); err == nil || !strings.HasSuffix(err.Error(), "the key is in "+k.path("revoked_keys")+", or ssh-keygen cannot read that file") {
		t.Errorf("a revoked key: %v", err)
	}
	k.write("revoked_keys", "not a key\n")
	if err := k.verify("alice "+alice, "alice", data, signature); err == nil {
		t.Error("a key is taken although the revoked ones cannot be read")
	}
	k.write("revoked_keys", "# none\n")
	if err := k.verify("alice "+alice, "alice", data, signature); err != nil {
		t.Errorf("without revoked keys: %v", err)
	}
	if os.Geteuid() == 0 {
		for _, name := range []string{"allowed_signers", "revoked_keys"} {
			if err := os.Chmod(k.path(name), 0o666); err != nil {
				t.Fatal(err)
			}
			if err, is := errors.AsType[*ownfiles.UntrustedError](k.verify("alice "+alice, "alice", data, signature)); !is {
				t.Errorf("%s, which others may write, is used: %v", name, err)
			}
			if err := os.Chmod(k.path(name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	none := Signers{Allowed: k.path("none"), Revoked: k.path("none")}
	if err := none.Verify(t.Context(), ownfiles.Peek(k.dir), "alice", data, signature); err == nil || !strings.Contains(err.Error(), "this host accepts no orders") {
		t.Errorf("without a file: %v", err)
	}
	if left, _ := filepath.Glob(k.path("edit-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestSignatureOfAnotherNamespace(t *testing.T) {
	k := newKeys(t)
	alice := k.key("alice")
	k.write("o", "an order")
	k.keygen("-Y", "sign", "-n", "file", "-f", "alice", "o")
	signature, err := os.ReadFile(k.path("o.sig"))
	if err != nil {
		t.Fatal(err)
	}
	if err := k.verify("alice "+alice, "alice", []byte("an order"), signature); err == nil || !strings.Contains(err.Error(), "namespace") {
		t.Errorf("a signature of a file: %v", err)
	}
}

// TestNoMutation changes each byte of an order and of its signature.
func TestNoMutation(t *testing.T) {
	k := newKeys(t)
	alice, data := k.key("alice"), encoded(t, example())
	signature := k.sign("alice", data)
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 1
		if err := k.verify("alice "+alice, "alice", bad, signature); err == nil {
			t.Errorf("byte %d of the order may be another", i)
		}
	}
	for i := range signature {
		for _, bit := range []byte{1, 0x20} {
			bad := bytes.Clone(signature)
			bad[i] ^= bit
			if err := k.verify("alice "+alice, "alice", data, bad); err == nil {
				t.Errorf("byte %d of the signature may be another: %q", i, bad)
			}
		}
	}
}

// FuzzMutation puts something else into an order or its signature.
func FuzzMutation(f *testing.F) {
	k := newKeys(f)
	alice, data := k.key("alice"), encoded(f, example())
	signature := k.sign("alice", data)
	f.Add(true, uint(0), uint(0), []byte(" "))
	f.Add(false, uint(len(signature)), uint(0), []byte("\n"))
	f.Add(false, uint(100), uint(1), []byte("\r\n"))
	f.Add(false, uint(0), uint(0), []byte("# a comment\n"))
	f.Add(true, uint(len(data)), uint(0), []byte("\x00"))
	f.Fuzz(func(t *testing.T, ofOrder bool, at, drop uint, put []byte) {
		was := signature
		if ofOrder {
			was = data
		}
		at %= uint(len(was) + 1)
		drop %= uint(len(was)) - at + 1
		bad := append(append(bytes.Clone(was[:at]), put...), was[at+drop:]...)
		if bytes.Equal(bad, was) {
			return
		}
		order, signed := data, bad
		if ofOrder {
			order, signed = bad, signature
		}
		if err := (keys{t, k.dir}).verify("alice "+alice, "alice", order, signed); err == nil {
			t.Errorf("taken: %q with %q", order, signed)
		}
	})
}

func TestSignRefuses(t *testing.T) {
	k := newKeys(t)
	if _, err := Sign(t.Context(), k.path("none"), []byte("an order")); err == nil || !strings.Contains(err.Error(), "cannot sign the order with") {
		t.Errorf("without a key: %v", err)
	}
}
