package accountstest

import (
	"os"
	"path/filepath"
	"testing"
)

// Directory makes a root have a second source of names beside its files, with one
// line of a database (passwd, group): what stands in /var/lib/extrausers.
func Directory(t *testing.T, database, line string) func(root string) {
	t.Helper()
	return func(root string) {
		t.Helper()
		for name, text := range map[string]string{
			"/etc/nsswitch.conf":              "passwd: files extrausers\ngroup: files extrausers\nshadow: files extrausers\n",
			"/var/lib/extrausers/" + database: line + "\n",
		} {
			file := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
