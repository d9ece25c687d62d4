package draft_test

import (
	"os"
	"path/filepath"
	"testing"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

// session returns a session on a small host with a user and a hosts file.
func session(t testing.TB, opts ...fakehost.Option) (*model.Session, *fakehost.Host) {
	t.Helper()
	fake := fakehost.New(map[string]string{
		"/etc/passwd":     "root:x:0:0:root:/root:/bin/bash\ndeploy:x:1000:1000::/home/deploy:/bin/sh\n",
		"/etc/group":      "root:x:0:\ndeploy:x:1000:\n",
		"/etc/shadow":     "root:*:19000:0:99999:7:::\ndeploy:$y$j9T$abc:19000:0:99999:7:::\n",
		"/etc/hosts":      "192.0.2.7 db1\n",
		"/etc/login.defs": "",
		"/bin/bash":       "", "/bin/sh": "",
	}, opts...)
	for _, tool := range []string{"useradd", "usermod", "userdel", "chage", "chpasswd", "groupadd", "groupmod", "groupdel", "gpasswd"} {
		fake.Command("/usr/sbin/" + tool)
	}
	reg := ral.NewRegistry()
	providers.Register(reg)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	return model.NewSession(t.Context(), reg, fake.Host), fake
}

// kept returns a session on a directory that is used as a root, with a journal.
func kept(t testing.TB, files map[string]string) (s *model.Session, root string) {
	t.Helper()
	root = t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reg := ral.NewRegistry()
	providers.Register(reg)
	h := raltest.Below(t, root)
	s = model.NewSession(t.Context(), reg, h)
	s.KeepJournal(filepath.Join(t.TempDir(), "state"))
	return s, root
}
