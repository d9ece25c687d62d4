package real_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

const unit = "[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n"

func debs() []real.Deb {
	return []real.Deb{
		{Name: "library", Version: "1.0"},
		{Name: "tiny", Version: "1.0", Depends: "library", Files: map[string]string{"/etc/tiny.conf": "old\n"}},
		{Name: "tiny", Version: "1:2.0-1", Depends: "library", Files: map[string]string{
			"/etc/tiny.conf": "new\n", "/lib/systemd/system/tiny.service": unit,
		}},
	}
}

func TestAptInChroot(t *testing.T) {
	root := real.Chroot(t)
	real.AptRepo(t, root, debs()...)
	enter(t, root, "apt-get", "-qy", "install", "tiny=1.0")
	equal(t, "installed", enter(t, root, "dpkg-query", "-W", "-f", "${Package} ${Version}\n", "tiny", "library"),
		"library 1.0\ntiny 1.0\n")
	equal(t, "conffile", enter(t, root, "cat", "/etc/tiny.conf"), "old\n")
	enter(t, root, "apt-get", "-qy", "install", "tiny")
	equal(t, "upgraded", enter(t, root, "dpkg-query", "-W", "-f", "${Version}", "tiny"), "1:2.0-1")
	enter(t, root, "apt-get", "-qy", "remove", "tiny")
	equal(t, "removed", enter(t, root, "dpkg-query", "-W", "-f", "${Status}", "tiny"), "deinstall ok config-files")
}

func TestChrootsAreApart(t *testing.T) {
	one, two := real.Chroot(t), real.Chroot(t)
	enter(t, one, "useradd", "-m", "ada")
	if enter(t, one, "id", "-un", "ada") != "ada\n" {
		t.Error("the account was not made")
	}
	if out, err := real.Enter(two, "id", "ada").CombinedOutput(); err == nil {
		t.Errorf("the account is in the other root too: %s", out)
	}
}

func TestChrootIsSetUp(t *testing.T) {
	root := real.Chroot(t)
	enter(t, root, "sh", "-c", "echo away >/dev/null && head -c 1 /dev/urandom >/dev/null")
	equal(t, "processes", enter(t, root, "sh", "-c", "cat /proc/1/comm"), "sh\n")
	if out, err := real.Enter(root, "/usr/sbin/policy-rc.d").CombinedOutput(); err == nil || !strings.Contains(err.Error(), "101") {
		t.Errorf("policy-rc.d: %v %s", err, out)
	}
}

func TestInstall(t *testing.T) {
	root, program := real.Chroot(t), filepath.Join(t.TempDir(), "program")
	real.Write(t, program, "#!/bin/sh\necho hello\n", 0o755)
	real.Install(t, root, "opt/hello", program)
	stay := real.Stay(t, root)
	equal(t, "installed", enter(t, root, "/opt/hello"), "hello\n")
	if out, err := stay("sh", "-c", "/opt/hello && ! echo bad >>/opt/hello").CombinedOutput(); err != nil || !strings.Contains(string(out), "Read-only file system") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestChrootEndsWithItsTest(t *testing.T) {
	var root string
	t.Run("inner", func(t *testing.T) {
		root = real.Chroot(t)
		real.Install(t, root, "opt/true", "/bin/true")
	})
	if root == "" {
		real.Lacks(t, "there was no root to look at")
	}
	if _, err := os.Stat(filepath.Dir(root)); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", root, err)
	}
}

func TestRpm(t *testing.T) {
	root := real.Rpm(t)
	for _, tool := range []string{"dnf", "rpm", "rpmbuild", "createrepo_c"} {
		enter(t, root, tool, "--version")
	}
}

func TestRuby(t *testing.T) {
	root := real.Ruby(t)
	// A line each: the Resource API, a type of a packaged module, and both databases.
	equal(t, "the root's Ruby", enter(t, root, "ruby", "-rpuppet", "-e", `require "puppet/resource_api"; puts Puppet::ResourceApi.name`), "Puppet::ResourceApi\n")
	if doc := enter(t, root, "puppet", "describe", "--short", "mysql_user"); !strings.Contains(doc, "mysql_user\n==========") {
		t.Errorf("mysql_user is not described:\n%s", doc)
	}
	for _, tool := range []string{"mariadbd", "psql", "iptables", "git", "augtool"} {
		enter(t, root, tool, "--version")
	}
}

func TestLayers(t *testing.T) {
	root := real.Ruby(t)
	enter(t, root, "rm", "/etc/hosts")
	upper, lower := real.Layers(t, root)
	if _, err := os.Stat(filepath.Join(lower, "etc/hosts")); err != nil {
		t.Errorf("the cached root has lost a file: %v", err)
	}
	if _, err := os.Stat(filepath.Join(lower, "var/lib/mysql")); err != nil {
		t.Errorf("the layer below is of another root: %v", err)
	}
	if info, err := os.Lstat(filepath.Join(upper, "etc/hosts")); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		t.Errorf("the removal is not in the upper layer: %v %v", info, err)
	}
}

func TestBootRuby(t *testing.T) {
	m := real.BootOf(t, "ruby", "")
	for _, argv := range [][]string{
		{"systemctl", "start", "mariadb", "postgresql"},
		{"mariadb", "-NBe", "select 1"},
		{"su", "postgres", "-c", "psql -Atc 'select 1'"},
		{"puppet", "--version"},
	} {
		if stdout, stderr, exit := m.Run(t.Context(), argv...); exit != 0 {
			t.Errorf("%s exits %d\n%s%s", strings.Join(argv, " "), exit, stdout, stderr)
		}
	}
}

func TestBoot(t *testing.T) {
	script := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nhostname >/out/name\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	m := real.Boot(t, script)
	if state, _, _ := m.Run(t.Context(), "systemctl", "is-system-running"); state != "running\n" && state != "degraded\n" {
		t.Errorf("the system is %q", state)
	}
	if _, stderr, exit := m.Run(t.Context(), "/opt/ralsh"); exit != 3 {
		t.Errorf("the program exits %d, not 3: %s", exit, stderr)
	}
	name, err := os.ReadFile(filepath.Join(m.Out, "name"))
	equal(t, "host name", string(name), "sample\n")
	if err != nil {
		t.Error(err)
	}

	m.AptRepo(t, debs()...)
	if stdout, stderr, exit := m.Run(t.Context(), "apt-get", "-qy", "install", "tiny"); exit != 0 {
		t.Fatalf("apt-get exits %d\n%s%s", exit, stdout, stderr)
	}
	if _, stderr, exit := m.Run(t.Context(), "systemctl", "enable", "--now", "tiny"); exit != 0 {
		t.Fatalf("systemctl exits %d: %s", exit, stderr)
	}
	state, _, _ := m.Run(t.Context(), "systemctl", "show", "-P", "ActiveState", "-P", "UnitFileState", "tiny")
	equal(t, "service", state, "active\nenabled\n")
}

func TestBootsArePristine(t *testing.T) {
	one, two := real.Boot(t, ""), real.Boot(t, "")
	if _, stderr, exit := one.Run(t.Context(), "useradd", "ada"); exit != 0 {
		t.Fatal(stderr)
	}
	if _, _, exit := two.Run(t.Context(), "id", "ada"); exit == 0 {
		t.Error("the account is in the other machine too")
	}
	term := one.Tmux(t, []string{"su", "-", "ada", "-c", "id -un; cat /proc/1/comm"}, 40, 5)
	screen := term.Wait(func(s string) bool { return strings.Contains(s, "systemd") }, "answer of the machine")
	if !strings.Contains(screen, "ada") {
		t.Errorf("the screen is:\n%s", screen)
	}
}

func enter(t *testing.T, root string, argv ...string) string {
	t.Helper()
	out, err := real.Enter(root, argv...).Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}
