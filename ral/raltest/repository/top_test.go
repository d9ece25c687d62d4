// Package repository checks the documents, imports and commits of the repository.
package repository

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// inTop runs a test in the top directory, and lists every directory below it. The go
// command uses a cached result until a file changes that the test itself has opened or
// listed. It does not know the files that a test reads through another program, such as
// go list, nor those below a directory that TestMain has changed to.
func inTop(t *testing.T) {
	t.Helper()
	t.Chdir("../../..")
	err := filepath.WalkDir(".", func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// read returns the text of a file.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
