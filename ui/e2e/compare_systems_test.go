package e2e_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/model/export"
	"ralsh/ral/raltest/real"
)

// TestCompareSystemctl lists the services of a booted Debian: those with a unit file,
// except templates, and loaded ones without a file.
func TestCompareSystemctl(t *testing.T) {
	t.Parallel()
	m := real.Boot(t, real.Binary(t))
	run := func(argv ...string) (string, error) {
		stdout, stderr, exit := m.Run(t.Context(), argv...)
		if exit != 0 {
			return stdout, fmt.Errorf("exit status %d: %s", exit, stderr)
		}
		return stdout, nil
	}
	if _, err := run("systemctl", "mask", "console-getty.service"); err != nil {
		t.Fatal(err)
	}
	const units, files = "systemctl list-units --type=service --full --plain --no-legend --no-pager", "systemctl list-unit-files --type=service --full --no-legend --no-pager"
	compareAll(t, run, []held{
		{"service", []string{files, units + " --all"}, serviceLine, with("")},
		{"service", []string{units + " --state=active"}, serviceLine, having("ensure", "running")},
		{"service", []string{files + " --state=masked"}, serviceLine, having("enable", "mask")},
	})
}

// serviceLine returns the name of a service, and "" for an alias, a template, or a
// unit that others only mention.
func serviceLine(line string) string {
	name, rest, _ := strings.Cut(fields(line), " ")
	state, _, _ := strings.Cut(rest, " ")
	if state == "alias" || state == "not-found" || strings.HasSuffix(name, "@.service") {
		return ""
	}
	return strings.TrimSuffix(name, ".service")
}

// having returns a function that returns the name of an instance if a property has
// the value.
func having(property, value string) func(export.Instance) string {
	return func(in export.Instance) string {
		if in.Properties[property] != value {
			return ""
		}
		return in.Title
	}
}

const someRpms = `set -e
mkdir -p /tmp/b && cd /tmp/b
spec() {
	printf 'Name: %s\nEpoch: %s\nVersion: %s\nRelease: 1\nSummary: tiny\nLicense: none\nBuildArch: noarch\n%%description\ntiny\n%%files\n' "$1" "$2" "$3" >x.spec
	rpmbuild -bb --define '_topdir /tmp/b' x.spec >log 2>&1
}
spec tiny 0 1.0; spec small 3 2.0~rc1; spec old 0 1.0
rpm -i --nodeps RPMS/noarch/*.rpm
`

// TestCompareRpm lists the packages of a root that rpm installed.
func TestCompareRpm(t *testing.T) {
	t.Parallel()
	root := real.Rpm(t)
	run := inRoot(t, root)
	readyBy(t, root, someRpms)
	compareAll(t, run, []held{{
		"package --provider rpm",
		[]string{"rpm -qa"},
		func(line string) string { return strings.TrimSuffix(line, ".noarch") },
		func(in export.Instance) string {
			version := plain(in.Properties["ensure"])
			if _, rest, ok := strings.Cut(version, ":"); ok {
				version = rest
			}
			return in.Title + "-" + version
		},
	}})
}

// TestCompareLibraries lists the packages of the package managers of programming
// languages.
func TestCompareLibraries(t *testing.T) {
	real.Full(t)
	t.Parallel()
	root := real.Tools(t)
	run := inRoot(t, root)
	readyBy(t, root, `mkdir /srv/tiny && cd /srv/tiny && echo '{"name": "tiny", "version": "1.0.0"}' >package.json
		npm pack --silent && npm install --silent --global ./tiny-1.0.0.tgz`)
	compareAll(t, run, []held{
		{
			"package --provider pip",
			[]string{"pip list --format=freeze"},
			func(line string) string { return strings.Replace(line, "==", " ", 1) }, with(" ", "ensure"),
		},
		{"package --provider gem", []string{"gem list --local"}, gemLine, with("")},
		{"package --provider npm", []string{"npm list --global --depth=0 --parseable --long"}, npmLine, with("@", "ensure")},
	})
}

func gemLine(line string) string {
	name, _, ok := strings.Cut(line, " (")
	if !ok {
		return ""
	}
	return name
}

// npmLine returns the package of a directory in node_modules; the first line is the
// directory above them.
func npmLine(line string) string {
	parent, rest, _ := strings.Cut(line, ":")
	if filepath.Base(filepath.Dir(parent)) != "node_modules" {
		return ""
	}
	named, _, _ := strings.Cut(rest, ":")
	return named
}
