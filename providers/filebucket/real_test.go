package filebucket_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/file"
	"ralsh/providers/filebucket"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

func register(reg *ral.Registry) {
	filebucket.Register(reg)
	file.Register(reg)
}

// Files that name a bucket fill it: their cases run with the old contents
// stored in the default bucket.
func TestSuiteOnRealSystem(t *testing.T) {
	dir := t.TempDir()
	raltest.Suite{
		Register: register, Type: "file", Provider: "posix", Unlisted: true, Watch: []string{dir},
		Host: func(t *testing.T) host.Host {
			t.Helper()
			t.Setenv("XDG_STATE_HOME", filepath.Join(dir, filepath.Base(t.Name())))
			return local.Machine()
		},
		NotCovered: elsewhere("owner", "group", "mode", "target", "checksum_value", "seluser", "selrole", "seltype", "selrange"),
		Cases: []raltest.Case{
			{
				Name: "file", Title: dir + "/a", Remove: "absent", With: []ral.Attr{raltest.A("backup", "puppet")},
				Create: []ral.Attr{raltest.A("ensure", "file"), raltest.A("content", "one\n")},
				// The same content is stored once.
				Changes: []ral.Attr{raltest.A("content", "two\n"), raltest.A("content", "one\n"), raltest.A("content", "\xff\x00")},
			},
		},
	}.Run(t)
	kept := slices.Compact(contents(t, dir)) // each case runs twice
	if diff := cmp.Diff([]string{"one\n", "two\n", "\xff\x00"}, kept); diff != "" {
		t.Errorf("kept is other than what was there: %s", diff)
	}
}

func elsewhere(properties ...string) map[string]string {
	spared := make(map[string]string)
	for _, p := range properties {
		spared[p] = "it leaves the content alone; the suite of file changes it"
	}
	return spared
}

// contents returns the contents stored below a directory, sorted.
func contents(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	for _, text := range tree(t, dir) {
		if _, content, ok := strings.Cut(text, "/contents -r--r----- "); ok {
			list = append(list, content)
		}
	}
	slices.Sort(list)
	return list
}

// tree returns every file below a directory, with its mode and content.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		list = append(list, fmt.Sprintf("%s %s %s", strings.TrimPrefix(name, dir), info.Mode(), data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestComparePuppet stores the same files as Puppet: the buckets are equal, and
// each program can use the other's.
func TestComparePuppet(t *testing.T) {
	real.Full(t)
	if !real.InsideOf(t, real.Puppet, nil) {
		return
	}
	for _, bucket := range []string{"/srv/ours", "/srv/theirs"} {
		for name, content := range map[string]string{"/srv/a": "one\n", "/srv/b": "one\n", "/srv/c": "\xff\x00"} {
			if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if bucket == "/srv/ours" {
			keepThree(t, bucket)
		} else {
			puppet(t, "apply", "-e", `filebucket { 'main': path => '/srv/theirs' }
				File { content => 'new', backup => 'main' }
				file { ['/srv/a', '/srv/b', '/srv/c']: }`)
		}
	}
	ours, theirs := tree(t, "/srv/ours"), tree(t, "/srv/theirs")
	if diff := cmp.Diff(theirs, ours); diff != "" || len(ours) != 4 {
		t.Errorf("Puppet's bucket (-) and ours (+): %s", diff)
	}
	const one = "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806" // sha256 of "one\n"
	if got := puppet(t, "filebucket", "--local", "--bucket", "/srv/ours", "get", one); !strings.Contains(got, "one\n") {
		t.Errorf("Puppet reads %q from our bucket", got)
	}
	if err := os.WriteFile("/srv/a", []byte("one\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	keepThree(t, "/srv/theirs")
}

// keepThree gives new content to three files, whose old content is stored in a
// bucket.
func keepThree(t *testing.T, bucket string) {
	t.Helper()
	env := raltest.Env(t, register, local.Machine().Reader(), nil)
	decls := []ral.Decl{raltest.Decl("filebucket", "main", "path", bucket)}
	for _, name := range []string{"/srv/a", "/srv/b", "/srv/c"} {
		decls = append(decls, raltest.Decl("file", name, "content", "new", "backup", "main"))
	}
	rep, err := transaction.Run(t.Context(), env, decls, local.Machine().Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatal(err, rep)
	}
}

func puppet(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("puppet", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("puppet %v: %v\n%s", args, err, out)
	}
	return string(out)
}
