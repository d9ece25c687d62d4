package real

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Deb is a small package for a repository.
type Deb struct {
	Name, Version string
	Depends       string            // as in deb-control(5); may be empty
	Fields        string            // further lines of the control file, each with its newline
	Files         map[string]string // contents by absolute path; files below /etc are conffiles
}

// AptRepo puts the packages into /srv/repo of the root, makes that the only source of
// its apt, and runs apt-get update there. A second call replaces the first.
func AptRepo(t testing.TB, root string, debs ...Deb) {
	t.Helper()
	Need(t, "building packages", "dpkg-deb")
	writeRepo(t, root, debs)
	if out, err := Enter(root, "apt-get", "-q", "update").CombinedOutput(); err != nil {
		t.Fatalf("apt-get update in %s: %v\n%s", root, err, out)
	}
}

func writeRepo(t testing.TB, root string, debs []Deb) {
	t.Helper()
	repo := filepath.Join(root, "srv/repo")
	for _, old := range []string{repo, filepath.Join(root, "etc/apt/sources.list.d")} {
		if err := os.RemoveAll(old); err != nil {
			t.Fatal(err)
		}
	}
	mkdirs(t, repo)
	var index bytes.Buffer
	for _, deb := range debs {
		deb.build(t, repo, &index)
	}
	Write(t, filepath.Join(repo, "Packages"), index.String(), 0o644)
	Write(t, filepath.Join(root, "etc/apt/sources.list"), "deb [trusted=yes] file:/srv/repo ./\n", 0o644)
}

// build builds the .deb in repo and appends its entry to the index.
func (d Deb) build(t testing.TB, repo string, index *bytes.Buffer) {
	t.Helper()
	tree := t.TempDir()
	// With some umasks TempDir has mode 0700, and its mode becomes that of / in the
	// package.
	if err := os.Chmod(tree, 0o755); err != nil {
		t.Fatal(err)
	}
	control := d.control()
	Write(t, filepath.Join(tree, "DEBIAN/control"), control, 0o644)
	var conffiles strings.Builder
	for _, path := range slices.Sorted(maps.Keys(d.Files)) {
		Write(t, filepath.Join(tree, path), d.Files[path], fileMode(path))
		if strings.HasPrefix(path, "/etc/") {
			fmt.Fprintln(&conffiles, path)
		}
	}
	Write(t, filepath.Join(tree, "DEBIAN/conffiles"), conffiles.String(), 0o644)

	file := filepath.Join(repo, strings.ReplaceAll(d.Name+"_"+d.Version, ":", "%3a")+"_all.deb")
	if out, err := exec.Command("dpkg-deb", "--root-owner-group", "-Znone", "-b", tree, file).CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", file, err, out)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(index, "%sFilename: ./%s\nSize: %d\nSHA256: %x\n\n",
		control, filepath.Base(file), len(content), sha256.Sum256(content))
}

func (d Deb) control() string {
	depends := ""
	if d.Depends != "" {
		depends = "Depends: " + d.Depends + "\n"
	}
	return fmt.Sprintf("Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: Nobody <nobody@localhost>\n"+
		"Section: misc\nPriority: optional\n%s%sDescription: %s, a package for tests\n",
		d.Name, d.Version, depends, d.Fields, d.Name)
}

func fileMode(path string) os.FileMode {
	if strings.HasPrefix(path, "/etc/init.d/") || strings.Contains(path, "bin/") {
		return 0o755
	}
	return 0o644
}
