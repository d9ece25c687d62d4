package undo_test

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model"
	"ralsh/model/modeltest"
	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// The previous content of a file is saved whole by a later run without a
// secret, even if an earlier run wrote one there: only undo and its owner can
// read it, and no output shows it.
func TestSecretInAFileThatIsKept(t *testing.T) {
	s, _ := modeltest.Kept(t, map[string]string{"/srv/a": "old\n"})
	secret := modeltest.File("/srv/a", "content", "pw=geheim\n")
	secret.Attrs[0].Value = value.Secret(secret.Attrs[0].Value)
	p, err := s.Plan(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	marked := ""
	rep, err := s.ApplyWith(t.Context(), p, transaction.Options{}, model.ApplyOptions{Opened: func(int) {
		names, _ := filepath.Glob(filepath.Join(s.History.Dir(), "secrets/*"))
		for _, name := range names {
			data, _ := os.ReadFile(name)
			marked += string(data)
		}
	}})
	if err != nil || !rep.OK() {
		t.Fatal(err, rep.Summary())
	}
	if !strings.Contains(marked, `"/srv/a"`) {
		t.Errorf("before the first act it is not noted where the secret goes: %q", marked)
	}
	holding := func() (files []string) {
		err := filepath.WalkDir(s.History.Dir(), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err == nil && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("others may use %s (mode %v)", name, info.Mode())
			}
			if err != nil || d.IsDir() {
				return err
			}
			if data, err := os.ReadFile(name); err != nil || strings.Contains(string(data), "geheim") {
				files = append(files, name)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		return files
	}
	if files := holding(); len(files) > 0 {
		t.Errorf("the run that wrote the secret kept it in %q", files)
	}
	modeltest.Apply(t, s, modeltest.File("/srv/a", "content", "plain\n"))
	for _, name := range holding() {
		if filepath.Base(filepath.Dir(name)) != "kept" {
			t.Errorf("%s holds the secret", name)
		}
	}
}

// Content that show_diff hides comes back byte for byte. Only undo and its owner can
// read it, and neither the plan nor the journal has its checksum, which identifies
// a short text.
func TestUndoOfHiddenContent(t *testing.T) {
	const before, after = "pin 1234\n", "pin 4321\n"
	hidden := func(pairs ...string) ral.Decl {
		return modeltest.File("/srv/a", append(pairs, "show_diff", "false")...)
	}
	for name, d := range map[string]ral.Decl{
		"content":   hidden("content", after, "mode", "0600"),
		"a source":  hidden("source", "/srv/from", "mode", "0600"),
		"a removal": hidden("ensure", "absent"),
		"a setting": {Type: "ini_setting", Title: "x", Attrs: []ral.Attr{
			raltest.A("path", "/srv/a"), raltest.A("setting", "pin 1234"), raltest.A("value", "4321"), raltest.A("show_diff", "false"),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := modeltest.Kept(t, map[string]string{"/srv/a": before, "/srv/from": after})
			was := tree(t, root)
			p, err := s.Plan(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			for _, c := range p.Steps[0].Changes {
				said += c.Text + c.IsText
			}
			if losses := journal.Losses(p.Steps[0]); len(losses) > 0 {
				t.Errorf("the plan reports %v", losses)
			}
			if rep, err := s.Apply(t.Context(), p, transaction.Options{}); err != nil || !rep.OK() {
				t.Fatal(err, modeltest.Errors(rep))
			}
			rec, err := s.History.Run(0)
			if err != nil {
				t.Fatal(err)
			}
			for _, act := range rec.Steps[0].Acts {
				said += act.Text + act.Left
			}
			for _, text := range []string{before, after} {
				if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); strings.Contains(said, sum) {
					t.Errorf("%q has the checksum of %q", said, text)
				}
			}
			withoutSums(t, s, before, after)
			if cannot := undoLast(t, s); len(cannot) > 0 {
				t.Errorf("%q", cannot)
			}
			if diff := cmp.Diff(was, tree(t, root)); diff != "" {
				t.Error(diff)
			}
			withoutSums(t, s, before, after)
		})
	}
}

// The file of a type with secret properties is hidden only if it contains a secret.
func TestUndoShowsAFileWithoutSecrets(t *testing.T) {
	const file = "/etc/yum.repos.d/a.repo"
	for content, shows := range map[string]bool{"[a]\nenabled=1\n": true, "[a]\nenabled=1\npassword=geheim\n": false} {
		s, _ := modeltest.Kept(t, map[string]string{file: content})
		modeltest.Apply(t, s, raltest.Decl("yumrepo", "a", "enabled", "0"))
		u, err := s.Undo(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		shown := false
		for _, step := range u.Plan.Steps {
			for _, act := range step.Acts() {
				shown = shown || act.Path == file && !act.Secret && string(act.After) == content
			}
		}
		if shown != shows {
			t.Errorf("the undo shows %q: %v, want %v", content, shown, shows)
		}
	}
}

// A resource with a secret value hides its file, also what another run wrote there: the
// secret before may be unknown.
func TestUndoHidesTheFileOfASecret(t *testing.T) {
	s, _ := modeltest.Kept(t, map[string]string{"/etc/hosts": "#192.0.2.7\tdb1\t# geheim\n192.0.2.7\tdb1\n"})
	d := raltest.Decl("host", "db1").With("ip", value.Str("192.0.2.7")).With("comment", value.Secret(value.Str("neu")))
	modeltest.Apply(t, s, d)
	u, err := s.Undo(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	acts := u.Plan.Steps[0].Acts()
	for _, act := range acts {
		if !act.Secret && strings.Contains(string(act.After), "geheim") {
			t.Errorf("%s shows the file of the secret", act)
		}
	}
	if len(acts) == 0 {
		t.Error("the undo does not restore the file")
	}
}

// withoutSums checks that neither a name nor a record below the state directory has
// the checksum of a text.
func withoutSums(t *testing.T, s *model.Session, texts ...string) {
	t.Helper()
	err := filepath.WalkDir(s.History.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, text := range texts {
			if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); strings.Contains(path+string(data), sum) {
				t.Errorf("%s has the checksum of %q", path, text)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
