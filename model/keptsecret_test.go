package model_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// The previous content of a file is saved whole by a later run without a
// secret, even if an earlier run wrote one there: only undo and its owner can
// read it, and no output shows it.
func TestSecretInAFileThatIsKept(t *testing.T) {
	s, _ := kept(t, map[string]string{"/srv/a": "old\n"})
	secret := file("/srv/a", "content", "pw=geheim\n")
	secret.Attrs[0].Value = value.Secret(secret.Attrs[0].Value)
	p, err := s.Plan(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	marked := ""
	rep, err := s.ApplyWith(t.Context(), p, transaction.Options{}, model.ApplyOptions{Opened: func(int) {
		names, _ := filepath.Glob(filepath.Join(s.JournalFolder(), "secrets/*"))
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
		err := filepath.WalkDir(s.JournalFolder(), func(name string, d fs.DirEntry, err error) error {
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
	apply(t, s, file("/srv/a", "content", "plain\n"))
	for _, name := range holding() {
		if filepath.Base(filepath.Dir(name)) != "kept" {
			t.Errorf("%s holds the secret", name)
		}
	}
}
