package e2e_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"ralsh/ral/raltest/real"
)

const packagedModules = "/usr/share/puppet/modules"

// TestPackagedModules applies the manifests of testdata/packaged, which use Debian's
// packages of Puppet modules, twice with Debian 13's Puppet and twice with ralsh, which
// compiles them with that Puppet. All four runs succeed. The resources that each run
// changes, the files that the first run writes, and those that the second run writes are
// the same. A line that differs stands in the manifest after "# differs: ", with its reason
// in a comment before it.
func TestPackagedModules(t *testing.T) {
	real.Full(t)
	t.Parallel()
	manifests, err := filepath.Glob("testdata/packaged/*.pp")
	if err != nil || len(manifests) == 0 {
		t.Fatal(manifests, err)
	}
	for _, file := range manifests {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".pp"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			theirs := twice(t, packagedRoot(t, string(data)), changedByPuppet)
			root := packagedRoot(t, string(data))
			program, err := os.ReadFile(real.Binary(t))
			if err != nil {
				t.Fatal(err)
			}
			real.Write(t, filepath.Join(root, "usr/local/bin/ralsh"), string(program), 0o755)
			ours := twice(t, root, changedByRalsh)
			sameChanges(t, string(data), theirs, ours)
			files := slices.DeleteFunc(slices.Clone(theirs["files"]), func(line string) bool { return !strings.HasPrefix(line, "/") })
			t.Logf("%d resources changed, %d files, %d lines of them", len(theirs["first"]), len(files), len(theirs["files"])-len(files))
		})
	}
}

// packagedRoot returns a root of Debian 13 with the manifest, after the commands that stand
// in it after "# before: ", and with a repository if it says so.
func packagedRoot(t *testing.T, manifest string) string {
	t.Helper()
	root := real.Trixie(t)
	if strings.Contains(manifest, "package of a local repository") {
		real.AptRepo(t, root, append(sitePackages(), real.Deb{Name: "apache2", Version: "2.4.65-2", Files: map[string]string{
			"/etc/apache2/apache2.conf": "# as packaged\n", "/etc/apache2/envvars": "export LANG=C\n", "/etc/apache2/mods-available/stray.load": "# stray\n",
			"/usr/sbin/apache2": "#!/bin/sh\nexit 0\n", "/usr/sbin/apachectl": "#!/bin/sh\nexit 0\n",
		}}, real.Deb{Name: "gnupg", Version: "2.4.7-21"})...)
	}
	real.Write(t, filepath.Join(root, "tmp/site.pp"), manifest, 0o644)
	mustEnter(t, root, strings.Join(afterMark(manifest, "# before: "), "\n"))
	return root
}

// twice runs apply twice, which returns the resources that it changed, and compares the
// files before and after.
func twice(t *testing.T, root string, apply func(t *testing.T, root string) []string) account {
	t.Helper()
	before := snapshot(t, root)
	all := account{"first": apply(t, root)}
	after := snapshot(t, root)
	all["files"] = changedFiles(t, root, before, after)
	all["second"] = apply(t, root)
	all["rewritten"] = changedFiles(t, root, after, snapshot(t, root))
	return all
}

// changedByPuppet applies the manifest with Puppet.
func changedByPuppet(t *testing.T, root string) []string {
	t.Helper()
	out, err := real.Enter(root, "puppet", "apply", "--modulepath", packagedModules, "--color", "false", "--detailed-exitcodes", "/tmp/site.pp").CombinedOutput()
	exited := new(exec.ExitError)
	if err != nil && (!errors.As(err, &exited) || exited.ExitCode() != 2) {
		t.Fatalf("Puppet: %v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(root, "var/cache/puppet/state/last_run_report.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Statuses map[string]struct {
			Events []struct{ Status string }
		} `yaml:"resource_statuses"`
	}
	if err := yaml.Unmarshal(regexp.MustCompile(`!ruby/\S+`).ReplaceAll(data, nil), &report); err != nil {
		t.Fatal(err)
	}
	var all []string
	for name, status := range report.Statuses {
		if len(status.Events) > 0 {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// changedByRalsh applies the manifest with ralsh.
func changedByRalsh(t *testing.T, root string) []string {
	t.Helper()
	out, err := real.Enter(root, "ralsh", "--modulepath", packagedModules, "apply", "-o", "json", "/tmp/site.pp").Output()
	if err != nil {
		exited := new(exec.ExitError)
		errors.As(err, &exited)
		t.Fatalf("ralsh: %v\n%s%s", err, exited.Stderr, out)
	}
	var run ralshRun
	if err := json.Unmarshal(out, &run); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var all []string
	for _, r := range run.Resources {
		if r.Refreshes > 0 || r.Status != "in_sync" && r.Status != "skipped" { // by its schedule
			all = append(all, r.Resource)
		}
	}
	slices.Sort(all)
	return all
}

// sameChanges compares what both did, except for the lines that the manifest has.
func sameChanges(t *testing.T, manifest string, theirs, ours account) {
	t.Helper()
	var diff []string
	for _, section := range []string{"first", "files", "second", "rewritten"} {
		for _, line := range lineDiff(theirs[section], ours[section]) {
			diff = append(diff, section+": "+line)
		}
	}
	known := afterMark(manifest, "# differs: ")
	if !slices.Equal(diff, known) {
		t.Errorf("- is Puppet, + is ralsh:\n%s\nthe manifest expects:\n%s", strings.Join(diff, "\n"), strings.Join(known, "\n"))
	}
}

// afterMark returns the rest of the lines that begin with a mark.
func afterMark(text, mark string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			all = append(all, strings.TrimSuffix(rest, "\n"))
		}
	}
	return all
}
