package pkg

import (
	"io"
	"os"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

// inside is set when a test runs again inside a real root.
const inside = "RALSH_INSIDE_PACKAGE"

const buildRPMs = `set -e
mkdir -p /b && cd /b
spec() {
	printf 'Name: %s\nVersion: %s\nRelease: 1\nSummary: tiny\nLicense: none\nBuildArch: noarch\n%s\n%%description\ntiny\n%%files\n' "$1" "$2" "$3" >x.spec
	rpmbuild -bb --define '_topdir /b' x.spec >/b/log 2>&1
}
spec tiny 1.0 ''
spec tiny 2.0 'Requires: tiny-common'
spec small 1.0 ''
spec old 1.0 ''
spec old 2.0 ''
spec tiny-common 1 ''
createrepo_c -q /b/RPMS
`

// dnf and rpm work below their own root, inside a root that has both tools.
func TestDnfSuiteOnRealRoot(t *testing.T) {
	dnfSuiteOnRealRoot(t, "dnf", rpmLives(), someAtOnce("absent"))
}

// yum is an alias of dnf on systems that have both. Only the query for versions
// differs.
func TestYumSuiteOnRealRoot(t *testing.T) {
	real.Full(t) // yum is dnf there
	dnfSuiteOnRealRoot(t, "yum", rpmLives()[1:], nil)
}

func dnfSuiteOnRealRoot(t *testing.T, tool string, cases []raltest.Case, several *raltest.Several) {
	t.Helper()
	if os.Getenv(inside) == "" {
		enterAgain(t, func() string {
			root := rpmBuildRoot(t)
			if err := os.Symlink("dnf", root+"/usr/bin/yum"); err != nil && !os.IsExist(err) {
				t.Fatal(err)
			}
			return root
		})
		return
	}
	raltest.Suite{
		Register: Register, Type: "package", Provider: tool, Facts: raltest.Facts(fedoraFacts),
		Host: copiesOf(t, func(root string) { readyDnf(t, root) }),
		// Without the -shm files next to the databases, because SQLite keeps its
		// locks there.
		Watch: []string{"/etc", "/usr", "/var/cache", "/var/lib/dnf/history.sqlite", "/.rpmdb/rpmdb.sqlite"},
		Cases: cases, Several: several,
	}.Run(t)
}

// rpmBuildRoot makes a root with dnf, rpm, and packages for a repository.
func rpmBuildRoot(t *testing.T) string {
	t.Helper()
	real.Need(t, "dnf and rpm", "unshare", "chroot")
	root := real.Rpm(t)
	if out, err := real.Enter(root, "bash", "-c", buildRPMs).CombinedOutput(); err != nil {
		t.Fatalf("building packages: %v\n%s", err, out)
	}
	return root
}

// enterAgain runs the calling test again inside a root of its own, so that such tests
// can run in parallel.
func enterAgain(t *testing.T, makeRoot func() string) {
	t.Helper()
	t.Parallel()
	root := makeRoot()
	copySelf(t, root+"/package.test")
	cmd := real.Enter(root, "/package.test", "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(cmd.Env, inside+"=1", "RALSH_REAL=1", "RALSH_FULL="+os.Getenv("RALSH_FULL"))
	out, err := cmd.CombinedOutput()
	real.Judge(t, string(out), err)
}

func copySelf(t *testing.T, to string) {
	t.Helper()
	from, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	file, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := io.Copy(file, from); err != nil {
		t.Fatal(err)
	}
}

// copiesOf prepares one root and copies it for each host.
func copiesOf(t *testing.T, ready func(root string)) func(*testing.T) host.Host {
	t.Helper()
	made := t.TempDir()
	ready(made)
	return func(t *testing.T) host.Host {
		root := t.TempDir()
		bring(t, "cp", "-a", made+"/.", root)
		return raltest.Below(t, root)
	}
}

// readyDnf prepares a root for dnf and rpm.
func readyDnf(t *testing.T, root string) {
	t.Helper()
	real.Write(t, root+"/etc/dnf/dnf.conf", "[main]\ngpgcheck=0\n", 0o644)
	real.Write(t, root+"/etc/yum.repos.d/t.repo", "[t]\nname=t\nbaseurl=file:///b/RPMS\n", 0o644)
	bring(t, "rpm", "--root", root, "--initdb")
	bring(t, "dnf", "--installroot="+root, "--releasever=1", "-q", "makecache")
	// The first dnf on a system creates its history, even for a plan.
	bring(t, "dnf", "--installroot="+root, "--releasever=1", "-q", "history")
}
