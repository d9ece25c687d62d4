// Package modeltest has hosts and runs for tests of the session and of its parts.
package modeltest

import (
	"os"
	"path/filepath"
	"testing"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Small returns a session on a small host with a user and a hosts file.
func Small(t testing.TB, opts ...fakehost.Option) (*model.Session, *fakehost.Host) {
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

// Kept returns a session on a directory with files, and the directory. Its runs are recorded.
func Kept(t testing.TB, files map[string]string) (s *model.Session, root string) {
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
	h, err := local.Below(root)
	if err != nil {
		t.Fatal(err)
	}
	s = model.NewSession(t.Context(), reg, h)
	s.KeepJournal(filepath.Join(t.TempDir(), "state"))
	return s, root
}

// File declares a file.
func File(path string, pairs ...string) ral.Decl {
	d := ral.Decl{Type: "file", Title: path}
	for i := 0; i+1 < len(pairs); i += 2 {
		d.Attrs = append(d.Attrs, ral.Attr{Name: pairs[i], Value: value.Str(pairs[i+1])})
	}
	return d
}

// Apply plans and applies declarations. It fails the test if the run fails.
func Apply(t testing.TB, s *model.Session, decls ...ral.Decl) {
	t.Helper()
	p, err := s.Plan(t.Context(), decls...)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := s.Apply(t.Context(), p, transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatalf("%v, %s: %v", err, rep.Summary(), Errors(rep))
	}
}

// Errors returns the errors of a run, step by step.
func Errors(rep *transaction.Report) (errs []error) {
	for _, step := range rep.Steps {
		errs = append(errs, step.Err)
		for _, ch := range step.Changes {
			errs = append(errs, ch.Err)
		}
	}
	return errs
}
