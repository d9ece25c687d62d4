package user_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/sshauthorizedkey"
	"ralsh/providers/user"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

const (
	keyFile = "/home/alice/.ssh/authorized_keys"
	keys    = "# mine\nssh-rsa A kept\nssh-rsa B gone\nssh-ed25519 C\nodd\n"
)

func keyHost() (*fakehost.Host, *ral.Registry) {
	fake := fakehost.New(map[string]string{
		"/etc/passwd": "alice:x:1000:1000::/home/alice:/bin/bash\n", "/etc/group": "alice:x:1000:\n", "/etc/shadow": "alice:!:1::::::\n",
		keyFile: keys, "/etc/keys/alice": "ssh-rsa D other\n",
	})
	for _, tool := range []string{"useradd", "userdel", "usermod", "chage", "chpasswd"} {
		fake.Command("/usr/sbin/" + tool)
	}
	reg := ral.NewRegistry()
	reg.AddLazy("user", user.Register)
	reg.AddLazy("ssh_authorized_key", sshauthorizedkey.Register)
	return fake, reg
}

// Keys that nothing declares are removed, and nothing else.
func TestPurgeSSHKeys(t *testing.T) {
	kept := ral.Decl{Type: "ssh_authorized_key", Title: "kept", Attrs: []ral.Attr{raltest.A("user", "alice"), raltest.A("key", "A"), raltest.A("type", "rsa")}}
	for name, c := range map[string]struct {
		purge        ral.Attr
		after, other string
	}{
		"true":  {raltest.A("purge_ssh_keys", "true"), "# mine\nssh-rsa A kept\nodd\n", "ssh-rsa D other\n"},
		"list":  {raltest.L("purge_ssh_keys", "true"), "# mine\nssh-rsa A kept\nodd\n", "ssh-rsa D other\n"},
		"false": {raltest.A("purge_ssh_keys", "false"), keys, "ssh-rsa D other\n"},
		"files": {raltest.L("purge_ssh_keys", "%h/.ssh/none", "/etc/keys/alice"), keys, ""},
		"home":  {raltest.L("purge_ssh_keys", "~/.ssh/authorized_keys"), "# mine\nssh-rsa A kept\nodd\n", "ssh-rsa D other\n"},
	} {
		t.Run(name, func(t *testing.T) {
			fake, reg := keyHost()
			decls := []ral.Decl{kept, {Type: "user", Title: "alice", Attrs: []ral.Attr{raltest.A("ensure", "present"), c.purge}}}
			plan, err := transaction.NewPlan(t.Context(), onhost.NewEnv(reg, fake.Reader(), nil), decls)
			if err != nil {
				t.Fatal(err)
			}
			rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatal(err, rep.Summary())
			}
			if diff := cmp.Diff(c.after+"|"+c.other, fake.Content(keyFile)+"|"+fake.Content("/etc/keys/alice")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPurgeSSHKeysIsValidated(t *testing.T) {
	fake, reg := keyHost()
	d := ral.Decl{Type: "user", Title: "alice", Attrs: []ral.Attr{raltest.L("purge_ssh_keys", "/a", "keys")}}
	_, diags := onhost.NewEnv(reg, fake.Reader(), nil).Build(t.Context(), d)
	if err := diags.Err(); err == nil || !strings.Contains(err.Error(), "Paths to keyfiles must be absolute, not keys") {
		t.Errorf("got %v", err)
	}
}
