package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ralsh/ral/raltest/real"
)

// TestCorpus runs cases in the manner of Puppet's and Facter's acceptance tests. A case
// is a shell script in a fresh root; its first line names the test of Puppet or Facter
// with the same subject. functions.sh has the commands. With RALSH_AGAINST the same
// cases run with Debian's Puppet and Facter, so that a wrong expectation fails. .ci/full
// runs them on Debian 13, too; those with Puppet every second case, and without the Facter
// there, which fails without a processor in lscpu(1).
func TestCorpus(t *testing.T) { corpus(t, func(area string) bool { return area != "catalogs" }, 260) }

// TestCorpusCatalogs runs the cases about catalogs, which Puppet compiles.
func TestCorpusCatalogs(t *testing.T) {
	real.Full(t)
	corpus(t, func(area string) bool { return area == "catalogs" }, 30)
}

// corpus runs the cases of some areas, and there are at least this many.
func corpus(t *testing.T, selects func(area string) bool, least int) {
	t.Helper()
	t.Parallel()
	files, err := filepath.Glob("testdata/corpus/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	functions, err := os.ReadFile("testdata/corpus/functions.sh")
	if err != nil {
		t.Fatal(err)
	}
	tool, facts := "ralsh", "ralsh facts"
	if against(t) != "" {
		tool, facts = "puppet", "facter"
	}
	cases := 0
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		area := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if !selects(area) {
			continue
		}
		t.Logf("%s: %d cases", area, len(archive.Files))
		cases += len(archive.Files)
		for i, one := range archive.Files {
			if origin, _, _ := strings.Cut(string(one.Data), "\n"); !strings.HasPrefix(origin, "# ") || !strings.HasSuffix(origin, ".rb") {
				t.Errorf("%s: the first line is %q, and does not name a test", one.Name, origin)
			}
			try := func(root func(testing.TB) string) func(*testing.T) {
				return func(t *testing.T) {
					t.Parallel()
					tryCase(t, root(t), tool, facts, area, string(functions)+string(one.Data))
				}
			}
			t.Run(area+"/"+one.Name, try(real.Puppet))
			if real.IsFull() && (tool == "ralsh" || area != "facts" && i%2 == 0) {
				t.Run(area+"/"+one.Name+" on Debian 13", try(real.Trixie))
			}
		}
	}
	if cases < least {
		t.Errorf("%d cases, and there are to be %d", cases, least)
	}
}

// tryCase runs the script of a case in a root.
func tryCase(t *testing.T, root, tool, facts, area, script string) {
	t.Helper()
	if area == "packages" {
		real.AptRepo(t, root, corpusPackages()...)
	}
	if tool == "ralsh" {
		real.Install(t, root, "usr/local/bin/ralsh", real.Binary(t))
	}
	cmd := real.Enter(root, "sh", "-eu")
	cmd.Env = append(cmd.Env, "TOOL="+tool, "FACTS="+facts)
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// corpusPackages returns the packages of the cases about packages. two provides the
// virtual name courier.
func corpusPackages() []real.Deb {
	return []real.Deb{
		{Name: "one", Version: "1.0", Files: map[string]string{"/etc/one.conf": "1\n"}},
		{Name: "one", Version: "2.0", Files: map[string]string{"/etc/one.conf": "2\n"}},
		{Name: "two", Version: "1.0", Fields: "Provides: courier\n"},
		{Name: "three", Version: "1.0", Depends: "two"},
	}
}
