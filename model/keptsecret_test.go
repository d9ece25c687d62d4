package model_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/value"
)

// What a file held before is kept whole by a later run that knows of no secret in it,
// also where an earlier run put one there: for its owner alone.
func TestSecretInAFileThatIsKept(t *testing.T) {
	s, _ := kept(t, map[string]string{"/srv/a": "old\n"})
	secret := file("/srv/a", "content", "pw=geheim\n")
	secret.Attrs[0].Value = value.Secret(secret.Attrs[0].Value)
	apply(t, s, secret)
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
		if filepath.Base(name) == "000001.jsonl" {
			t.Errorf("%s holds the secret", name)
		}
	}
}
